"""What a casual table refuses."""

from engine.errors import Kind, Refusal


class UnknownTable(Refusal):
    code = "unknown_table"
    kind = Kind.UNKNOWN
    template = "There is no such table."


class TableOver(Refusal):
    code = "table_over"
    template = "Nobody waits at this table any more."


class TableFull(Refusal):
    code = "table_full"
    template = "Every seat of this table is taken."


class NotAtTable(Refusal):
    code = "not_at_this_table"
    kind = Kind.NOT_ALLOWED
    template = "You do not sit at this table."


class TooManyTables(Refusal):
    code = "too_many_tables"
    template = "You sit at {limit} casual tables that are not over: end one of them first."


class UnknownBot(Refusal):
    code = "unknown_bot"
    kind = Kind.MALFORMED
    template = "There is no bot {bot}."


class NotRatable(Refusal):
    code = "not_ratable"
    kind = Kind.CONFLICT
    template = "A rated table is played by people alone, by a ruleset as it stands."


class RatedNeedsAccounts(Refusal):
    code = "rated_needs_accounts"
    kind = Kind.NOT_ALLOWED
    template = "A rated table is for full accounts: sign up, or keep the account of a guest."


class MatchNotOver(Refusal):
    code = "match_not_over"
    template = "The match is still being played."


class UnknownLesson(Refusal):
    code = "unknown_lesson"
    kind = Kind.UNKNOWN
    template = "There is no such lesson."


class NotToBeChallenged(Refusal):
    code = "not_to_be_challenged"
    template = "Nobody can be challenged by this name: {handle}."


class UnknownChallenge(Refusal):
    code = "unknown_challenge"
    kind = Kind.UNKNOWN
    template = "No such challenge waits for an answer."


class NoHints(Refusal):
    code = "no_hints"
    kind = Kind.NOT_ALLOWED
    template = "Hints are for casual matches in which everybody else is a bot."


class NotCasual(Refusal):
    code = "not_casual"
    template = "Only a casual match can be played again."
