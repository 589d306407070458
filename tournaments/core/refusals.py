"""What a tournament refuses. Codes and params are part of the protocol (docs/protocol.md)."""

from engine import Kind, Refusal


class TournamentIsHidden(Refusal):
    code = "tournament_hidden"
    kind = Kind.UNKNOWN
    template = "The staff have hidden this tournament."


class UnknownTournament(Refusal):
    code = "unknown_tournament"
    kind = Kind.UNKNOWN
    template = "There is no such tournament."


class BadField(Refusal):
    code = "bad_field"
    kind = Kind.CONFLICT
    template = "{field}: {problem}."


class FullAccountsOnly(Refusal):
    code = "full_accounts_only"
    kind = Kind.NOT_ALLOWED
    template = "This tournament is for who has signed up: keep your account first."


class NoBotAccounts(Refusal):
    code = "no_bot_accounts"
    kind = Kind.NOT_ALLOWED
    template = "This tournament is for people: bot accounts do not enter it."


class BotsAlone(Refusal):
    code = "bots_alone"
    kind = Kind.NOT_ALLOWED
    template = "This tournament is for bot accounts: people do not enter it."


class PlayerBanned(Refusal):
    code = "player_banned"
    kind = Kind.NOT_ALLOWED
    template = "{handle} is banned, and cannot play."


class NotOrganiser(Refusal):
    code = "not_organiser"
    kind = Kind.NOT_ALLOWED
    template = "Only who runs the tournament may enter others."


class NotDirector(Refusal):
    code = "not_director"
    kind = Kind.NOT_ALLOWED
    template = "Only the organiser and the directors of the tournament may do this."


class NotYourEntrant(Refusal):
    code = "not_your_entrant"
    kind = Kind.NOT_ALLOWED
    template = "Only its own members and the directors may do this for an entrant."


class NotAtTable(Refusal):
    code = "not_at_table"
    kind = Kind.NOT_ALLOWED
    template = "Only who played at the table may dispute its result."


class UnknownEntrant(Refusal):
    code = "unknown_entrant"
    kind = Kind.UNKNOWN
    template = "There is no such entrant in the tournament."


class UnknownPairing(Refusal):
    code = "unknown_pairing"
    kind = Kind.UNKNOWN
    template = "There is no such pairing in the stage that is being played."


class ReasonNeeded(Refusal):
    code = "reason_needed"
    kind = Kind.CONFLICT
    template = "Say why, in 1 to {most} characters."


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


class WrongEntrantState(Refusal):
    code = "wrong_entrant_state"
    kind = Kind.CONFLICT
    template = "The entrant is {state}; this needs one that is {needs}."


class LateEntryClosed(Refusal):
    code = "late_entry_closed"
    kind = Kind.CONFLICT
    template = "Nobody can enter any more: late entry is {policy} here."


class ReturnNotAllowed(Refusal):
    code = "return_not_allowed"
    kind = Kind.CONFLICT
    template = "This entrant may not come back: {policy}."


class ByeNotAllowed(Refusal):
    code = "bye_not_allowed"
    kind = Kind.CONFLICT
    template = "Round {round}: {problem}."


class RoundBegun(Refusal):
    code = "round_begun"
    kind = Kind.CONFLICT
    template = "Round {round} has begun; what was played stays."


class MatchRunning(Refusal):
    code = "match_running"
    kind = Kind.CONFLICT
    template = "Table {pairing} is still being played; it has no result to correct."


class ResultFinal(Refusal):
    code = "result_final"
    kind = Kind.CONFLICT
    template = "Table {pairing} is decided; correct its result instead."


class TwoSidesOnly(Refusal):
    code = "two_sides_only"
    kind = Kind.CONFLICT
    template = "Only a match of two sides is forfeited; at a larger table the house plays on."


class DependentMatches(Refusal):
    code = "dependent_matches"
    kind = Kind.CONFLICT
    template = "Later pairings rest on this result; confirm that they are taken back: {pairings}."


class NotDisputable(Refusal):
    code = "not_disputable"
    kind = Kind.CONFLICT
    template = "This result is not open to dispute."


class MayNotLook(Refusal):
    code = "may_not_look"
    kind = Kind.CONFLICT
    template = (
        "Directors look at a table live where the settings of the event say so, and they do not "
        "play in it themselves."
    )


class DisputesOpen(Refusal):
    code = "disputes_open"
    kind = Kind.CONFLICT
    template = "Results are disputed ({count}): look at them first."


class NothingFailed(Refusal):
    code = "nothing_failed"
    kind = Kind.CONFLICT
    template = "No round has failed."


class UnknownStage(Refusal):
    code = "unknown_stage"
    kind = Kind.UNKNOWN
    template = "The tournament has no such stage, or it has not started."


class BadVersion(Refusal):
    code = "bad_version"
    kind = Kind.UNKNOWN
    template = "There are no standings of this stage at version {version}."


# Ratings


class UnknownLadder(Refusal):
    code = "unknown_ladder"
    kind = Kind.UNKNOWN
    template = "There is no such ladder."


class UnknownPlayer(Refusal):
    code = "unknown_player"
    kind = Kind.UNKNOWN
    template = "There is no such player."


# What formats refuse.


class TooManyEntrants(Refusal):
    code = "too_many_entrants"
    kind = Kind.CONFLICT
    template = "With these options at most {most} entrants can play; {entrants} have entered."


class NoCrosstable(Refusal):
    code = "no_crosstable"
    kind = Kind.UNKNOWN
    template = "This stage has no crosstable: it is a bracket, or has no rounds."


class NoReport(Refusal):
    code = "no_report"
    kind = Kind.UNKNOWN
    template = "This report is made of a Swiss or a round robin of two at a table."


# Entrants from a file.


class BadCsv(Refusal):
    code = "bad_csv"
    kind = Kind.CONFLICT
    template = "Nothing was entered. {rows}"
