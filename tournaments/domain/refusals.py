"""What a tournament refuses. Codes and params are part of the protocol (docs/protocol.md)."""

from engine import Kind, Refusal


class UnknownTournament(Refusal):
    code = "unknown_tournament"
    kind = Kind.UNKNOWN
    template = "There is no such tournament."


class BadField(Refusal):
    code = "bad_field"
    kind = Kind.MALFORMED
    template = "{field}: {problem}."


class NotOrganiser(Refusal):
    code = "not_organiser"
    kind = Kind.NOT_ALLOWED
    template = "Only the organiser of the tournament may do this."


class WrongState(Refusal):
    code = "wrong_state"
    kind = Kind.CONFLICT
    template = "The tournament is in state {state}; this needs state {needs}."


class RegistrationClosed(Refusal):
    code = "registration_closed"
    kind = Kind.CONFLICT
    template = "Registration is not open: the tournament is in state {state}."


class AlreadyEntered(Refusal):
    code = "already_entered"
    kind = Kind.CONFLICT
    template = "This player has entered the tournament already."


class NotEntered(Refusal):
    code = "not_entered"
    kind = Kind.CONFLICT
    template = "This player has not entered the tournament."


class TournamentFull(Refusal):
    code = "tournament_full"
    kind = Kind.CONFLICT
    template = "The tournament has {capacity} places; {free} of them are free."


class TooFewEntrants(Refusal):
    code = "too_few_entrants"
    kind = Kind.CONFLICT
    template = "A tournament needs at least {least} entrants to start; {entrants} have entered."


class RoundNotDue(Refusal):
    code = "round_not_due"
    kind = Kind.CONFLICT
    template = "Round {round} is not due to be paired."


class ResultNotDue(Refusal):
    code = "result_not_due"
    kind = Kind.CONFLICT
    template = "No result of match {match} is due."


class Busy(Refusal):
    code = "busy"
    kind = Kind.CONFLICT
    template = "Too many commands reached this tournament at once; send it again."


# What formats refuse.


class TooManyEntrants(Refusal):
    code = "too_many_entrants"
    kind = Kind.CONFLICT
    template = "With these options at most {most} entrants can play; {entrants} have entered."
