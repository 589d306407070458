"""What the games app refuses beside the engine: the same class, so the same codes everywhere."""

from django.db import InterfaceError, OperationalError

from engine.errors import Kind, Refusal


class UnknownMatch(Refusal):
    code = "unknown_match"
    kind = Kind.UNKNOWN
    template = "There is no such match."


class NotSeated(Refusal):
    code = "not_seated"
    kind = Kind.NOT_ALLOWED
    template = "You have no seat at this match."


class Stale(Refusal):
    code = "stale"
    kind = Kind.CONFLICT
    template = "The match has moved on to version {version}; look at it again."


class MalformedField(Refusal):
    code = "malformed_field"
    kind = Kind.MALFORMED
    template = "The field {field} is missing or not of its form."


class Busy(Refusal):
    code = "busy"
    kind = Kind.CONFLICT
    template = "Too many commands reached this match at once; send it again."


class MatchClosed(Refusal):
    code = "match_closed"
    kind = Kind.NOT_ALLOWED
    template = (
        "Only its seats see this table as yet: others later, or when all that play the same cards "
        "have ended."
    )


class UnknownStream(Refusal):
    code = "unknown_stream"
    kind = Kind.UNKNOWN
    template = "There is no stream of this name to follow."


class TooManyStreams(Refusal):
    code = "too_many_streams"
    kind = Kind.CONFLICT
    template = "One socket follows at most {most} streams."


class MatchUnfinished(Refusal):
    code = "match_unfinished"
    kind = Kind.CONFLICT
    template = "The match has not ended yet."


# What Django raises where the database cannot be reached, or goes amid a question.
DATABASE_AWAY = (OperationalError, InterfaceError)
# When it is worth asking again.
SECONDS = 3


class Unavailable(Refusal):
    code = "unavailable"
    kind = Kind.UNAVAILABLE
    template = (
        "The database does not answer. Ask again in a moment: whatever was acknowledged is kept, "
        "and a command that is sent again with its own id is done once."
    )
