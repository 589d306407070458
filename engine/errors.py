"""Refusals: the engine's answer to a command, a move or a text that it cannot accept.

A refusal is a class with a permanent `code`, a `kind` and the `params` of the case, of which the
sentence for people is made. They hold only what the sender sent or may see.
"""

from enum import Enum
from typing import ClassVar

Param = str | int | list[str] | list[int] | None


class Kind(Enum):
    """The kind of fault; the value is the HTTP status that it becomes."""

    MALFORMED = 400
    NOT_ALLOWED = 403
    UNKNOWN = 404
    CONFLICT = 409
    TOO_MANY = 429
    UNAVAILABLE = 503

    @property
    def status(self) -> int:
        return int(self.value)


class Refusal(Exception):
    """The base class of every refusal; a subclass sets `code`, `kind` and `template`."""

    code: ClassVar[str] = "refused"
    kind: ClassVar[Kind] = Kind.CONFLICT
    template: ClassVar[str] = "This is not allowed."

    params: dict[str, Param]

    def __init__(self, **params: Param) -> None:
        super().__init__()
        self.params = params

    @property
    def detail(self) -> str:
        """One sentence for people: the template filled with the params."""
        plain = {name: _plain(value) for name, value in self.params.items()}
        return self.template.format_map(plain)

    def __str__(self) -> str:
        return f"{self.code}: {self.detail}"


def _plain(value: Param) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


# Malformed input.


class UnknownCard(Refusal):
    code = "unknown_card"
    kind = Kind.MALFORMED
    template = "{card} is not a card: write rank A 2…9 T J Q K and suit c d h s, as in Td."


class MalformedMove(Refusal):
    code = "malformed_move"
    kind = Kind.MALFORMED
    template = "The move cannot be read at {field}: {problem}."


class SelfContradictoryMove(MalformedMove):
    """It is written as moves are, and says something that no move can: a card twice, say."""

    kind = Kind.CONFLICT


class MalformedPosition(Refusal):
    code = "malformed_position"
    kind = Kind.MALFORMED
    template = "The position cannot be read at {field}: {problem}."


class MalformedRecord(Refusal):
    code = "malformed_record"
    kind = Kind.MALFORMED
    template = "This line of the record cannot be read: {problem}."


class WrongRecord(Refusal):
    code = "wrong_record"
    template = "The record goes wrong here: {problem}."


class UnknownRuleset(Refusal):
    code = "unknown_ruleset"
    kind = Kind.MALFORMED
    template = "There is no ruleset {ruleset}."


class BadOverride(Refusal):
    code = "bad_override"
    kind = Kind.CONFLICT
    template = "The ruleset's field {field} cannot be set so: {problem}."


class BadSeats(Refusal):
    code = "bad_seats"
    kind = Kind.CONFLICT
    template = "{ruleset} cannot be played by {seats}: {field} does not allow it."


class BadTimeouts(Refusal):
    code = "bad_timeouts"
    kind = Kind.MALFORMED
    template = "The timeouts cannot be set so: {field} is wrong."


class BadDealing(Refusal):
    code = "bad_dealing"
    kind = Kind.MALFORMED
    template = "The match cannot be dealt so: {field} is wrong."


class BadCut(Refusal):
    code = "bad_cut"
    kind = Kind.MALFORMED
    template = "The cut cannot be made so: {field} is wrong."


class BadBot(Refusal):
    code = "bad_bot"
    kind = Kind.MALFORMED
    template = "A bot is named by its key."


# Illegal moves (R1 to R17).


class CardNotInHand(Refusal):
    code = "card_not_in_hand"
    template = "You do not hold {card}."


class NotOnTable(Refusal):
    code = "not_on_table"
    template = "Not loose on the table: {cards}."


class NoSuchBuild(Refusal):
    code = "no_such_build"
    template = "There is no build of {value} on the table."


class NothingCaptured(Refusal):
    code = "nothing_captured"
    template = "A capture takes at least one card or build."


class NotASum(Refusal):
    code = "not_a_sum"
    template = "These cards do not split into sets worth {value}."


class FaceCardChoice(Refusal):
    code = "face_card_choice"
    template = (
        "A face card takes one card of its rank, or three where the rules say so: not {count}."
    )


class FaceCardMatchesOnly(Refusal):
    code = "face_card_matches_only"
    template = "Face cards have no value here: they match their own rank and are never built."


class BuildValueDiffers(Refusal):
    code = "build_value_differs"
    template = "The build of {value} is taken whole by a card of its value."


class ValueNotHeld(Refusal):
    code = "value_not_held"
    template = "After the play you must hold a card worth {value}."


class BuildNeedsLooseCard(Refusal):
    code = "build_needs_loose_card"
    template = "A new build needs at least one loose card."


class LooseCardsMayNotRaise(Refusal):
    code = "loose_cards_may_not_raise"
    template = "The played card alone makes a raise: {raises} becomes {reached}, not {value}."


class MultipleBuildFixed(Refusal):
    code = "multiple_build_fixed"
    template = "The build of {value} is multiple: its value never changes."


class NoMultipleBuilds(Refusal):
    code = "no_multiple_builds"
    template = "These rules know no multiple builds, and this play would make one of {value}."


class CapturingCardMustStay(Refusal):
    code = "capturing_card_must_stay"
    template = "You own the build of {value} and must keep a card that takes it."


class OwnerMayNotTrail(Refusal):
    code = "owner_may_not_trail"
    template = "You own the build of {value}: you may not trail."


class ContributorMayNotTrail(Refusal):
    code = "contributor_may_not_trail"
    template = (
        "You created or added to the build of {value}, and you can do something else: you may not "
        "trail."
    )


class OneActionOnly(Refusal):
    code = "one_action_only"
    template = "A play pairs equal cards and builds, or combines one sum: not both, and not two."


# What the match refuses.


class MatchExists(Refusal):
    code = "match_exists"
    template = "This match has been created already."


class MatchNotWaiting(Refusal):
    code = "match_not_waiting"
    template = "The match is not waiting for seats and cuts."


class MatchNotPlaying(Refusal):
    code = "match_not_playing"
    template = "The match is not being played yet."


class MatchOver(Refusal):
    code = "match_finished"
    template = "The match is finished."


class NoSuchSeat(Refusal):
    code = "no_such_seat"
    kind = Kind.UNKNOWN
    template = "There is no seat {seat}."


class SeatAlreadyTaken(Refusal):
    code = "seat_taken"
    template = "Seat {seat} is taken."


class SeatEmpty(Refusal):
    code = "seat_empty"
    template = "Nobody has taken seat {seat}."


class SeatLeft(Refusal):
    code = "seat_left"
    template = "The player of seat {seat} has left the match."


class AlreadySeated(Refusal):
    code = "already_seated"
    template = "This player already has seat {seat}."


class CutAlreadyMade(Refusal):
    code = "cut_already_made"
    template = "Seat {seat} has made its cut."


class CutAlreadyCommitted(Refusal):
    code = "cut_already_committed"
    template = "Seat {seat} has committed to its cut."


class CutDiffers(Refusal):
    code = "cut_differs"
    template = "This is not the cut that was committed to for seat {seat}."


class CutsNotCommitted(Refusal):
    code = "cuts_not_committed"
    template = "In this match, which is of an earlier version, nobody commits to a cut."


class NotYourTurn(Refusal):
    code = "not_your_turn"
    template = "It is not the turn of seat {seat}."
