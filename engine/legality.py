"""Judging one move (R2 to R16).

A judgement never lists moves: it checks the items named and asks once whether they split (see
`engine.split`).

| rules | judged by |
|---|---|
| R2, R4, R5 | `_judge_capture` |
| R6, R7, R8, R11, R12, R13 | `_judge_new` |
| R8, R9, R10, R12, R13 | `_judge_raise` |
| R15 | `_judge_duty`, after the rest |
| R16 | `_judge_trail` |
"""

from dataclasses import dataclass

from engine.cards import card_text, of_rank, rank_of, texts
from engine.errors import (
    BuildNeedsLooseCard,
    BuildValueDiffers,
    CapturingCardMustStay,
    CardNotInHand,
    FaceCardChoice,
    FaceCardMatchesOnly,
    LooseCardsMayNotRaise,
    MalformedMove,
    MultipleBuildFixed,
    NoMultipleBuilds,
    NoSuchBuild,
    NotASum,
    NothingCaptured,
    NotOnTable,
    OwnerMayNotTrail,
    Refusal,
    ValueNotHeld,
)
from engine.moves import BuildPlay, Capture, Move, Trail
from engine.rulesets import Ruleset
from engine.split import counts_of, one, splits, splits_either, total
from engine.table import Build, Table


@dataclass(frozen=True, slots=True)
class Position:
    """All that bears on the legality of a move: the mover's seat and hand, the table, the side of
    each seat.
    """

    ruleset: Ruleset
    seat: int
    sides: tuple[int, ...]
    hand: int
    table: Table

    def holds(self, value: int, without: int) -> bool:
        """R8: whether the hand less the card `without` has a card worth `value`."""
        return bool(self.hand & ~(1 << without) & self.ruleset.worth(value))

    def duties(self, card: int) -> list[int]:
        """R15: the values of own builds that the hand could not take once `card` is played."""
        return [
            build.value
            for build in self.table.builds
            if build.owner == self.seat and not self.holds(build.value, card)
        ]

    def in_sums(self, build: Build) -> bool:
        """R5: whether the mover may use this build as one item of a sum."""
        return (
            self.ruleset.build_in_sum == "adversaries"
            and not build.multiple
            and self.sides[build.owner] != self.sides[self.seat]
        )


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a move makes: the table and hand after it, the cards for the pile, the build that
    stands, a sweep (R22).
    """

    table: Table
    hand: int
    captured: int
    build: Build | None
    sweep: bool


def judge(position: Position, move: Move) -> Refusal | None:
    """None if the move is legal in the position, else the refusal (not raised). Takes any move,
    however absurd.
    """
    if not position.hand >> move.card & 1:
        return CardNotInHand(card=card_text(move.card))
    if isinstance(move, Trail):
        refusal = _judge_trail(position)
    elif isinstance(move, Capture):
        refusal = _judge_capture(position, move)
    else:
        refusal = _judge_build(position, move)
    return refusal or _judge_duty(position, move)


def apply(position: Position, move: Move) -> Outcome:
    """What the move makes of the position; raises its refusal if it is illegal."""
    refusal = judge(position, move)
    if refusal is not None:
        raise refusal
    return _outcome(position, move)


def _outcome(position: Position, move: Move) -> Outcome:
    hand = position.hand & ~(1 << move.card)
    table = position.table
    if isinstance(move, Trail):
        return Outcome(Table(table.loose | 1 << move.card, table.builds), hand, 0, None, False)
    if isinstance(move, Capture):
        left = table.without(move.loose, move.builds)
        taken = table.cards & ~left.cards | 1 << move.card
        return Outcome(left, hand, taken, None, left.empty)
    build = _build_made(position, move)
    left = table.without(move.loose, _values_used(move))
    return Outcome(left.with_build(build), hand, 0, build, False)


def _values_used(move: BuildPlay) -> tuple[int, ...]:
    return (move.value,) if move.raises is None else (move.raises, move.value)


def _build_made(position: Position, move: BuildPlay) -> Build:
    cards = move.loose | 1 << move.card
    for value in _values_used(move):
        used = position.table.build(value)
        cards |= used.cards if used is not None else 0
    return Build(move.value, cards, position.seat, _makes_multiple(position, move))


def _makes_multiple(position: Position, move: BuildPlay) -> bool:
    if position.table.build(move.value) is not None:
        return True  # R11, R13
    if move.raises is not None:
        return move.loose != 0  # R9
    return _sets_made(position, move) > 1  # R7


def _sets_made(position: Position, move: BuildPlay) -> int:
    """How many sets of its value a build play makes of its own cards; 0 if they do not split."""
    for worth in position.ruleset.values(move.card):
        items = counts_of(move.loose) + one(worth)
        if splits(items, move.value):
            return total(items) // move.value
    return 0


def _judge_trail(position: Position) -> Refusal | None:
    # R16: who owns a build may not trail.
    if not position.ruleset.owner_may_trail:
        for build in position.table.owned_by(position.seat):
            return OwnerMayNotTrail(value=build.value)
    return None


def _judge_duty(position: Position, move: Move) -> Refusal | None:
    # R15: a build of one's own that stays needs its capturing card.
    gone: tuple[int, ...] = ()
    if isinstance(move, Capture):
        gone = move.builds
    elif isinstance(move, BuildPlay) and move.raises is not None:
        gone = (move.raises,)
    for value in position.duties(move.card):
        if value not in gone:
            return CapturingCardMustStay(value=value)
    return None


def _judge_loose(position: Position, loose: int) -> Refusal | None:
    missing = loose & ~position.table.loose
    return NotOnTable(cards=texts(missing)) if missing else None


def _judge_capture(position: Position, move: Capture) -> Refusal | None:
    if len(set(move.builds)) < len(move.builds):
        return MalformedMove(field="builds", problem="a value stands twice")
    for value in move.builds:
        if position.table.build(value) is None:
            return NoSuchBuild(value=value)
    if not move.loose and not move.builds:
        return NothingCaptured()
    refusal = _judge_loose(position, move.loose)
    if refusal is not None:
        return refusal
    worths = position.ruleset.values(move.card)
    return _judge_sums(position, move, worths) if worths else _judge_face(position, move)


def _judge_face(position: Position, move: Capture) -> Refusal | None:
    # R4: a face card without a value takes its own rank, in a permitted number.
    if move.builds or move.loose & ~of_rank(rank_of(move.card)):
        return FaceCardMatchesOnly()
    count = move.loose.bit_count()
    if count in face_choices(position.ruleset):
        return None
    return FaceCardChoice(count=count)


def face_choices(rules: Ruleset) -> tuple[int, ...]:
    """R4: how many equal face cards one may take at once."""
    if rules.face_capture == "any":
        return (1, 2, 3)
    return (1,) if rules.face_capture == "one" else (1, 3)


def _judge_sums(position: Position, move: Capture, worths: tuple[int, ...]) -> Refusal | None:
    if move.loose & position.ruleset.valueless:
        return FaceCardMatchesOnly()
    items = counts_of(move.loose)
    for value in move.builds:
        build = position.table.build(value)
        if build is None or value in worths:
            continue
        if not position.in_sums(build):
            return BuildValueDiffers(value=value)
        items += one(value)
    # R2: one split must exist; nobody has to name it.
    return None if splits_either(items, worths) else NotASum(value=worths[-1])


def _judge_build(position: Position, move: BuildPlay) -> Refusal | None:
    refusal = _judge_loose(position, move.loose)
    if refusal is not None:
        return refusal
    if move.value < 1:
        return NotASum(value=move.value)
    # R6: face cards without a value never take part.
    if (move.loose | 1 << move.card) & position.ruleset.valueless:
        return FaceCardMatchesOnly()
    if move.raises is None:
        refusal = _judge_new(position, move)
    else:
        refusal = _judge_raise(position, move, move.raises)
    if refusal is not None:
        return refusal
    # R12, R13: where multiple builds are off, one set is all a build can hold.
    if not position.ruleset.multiple_builds and _makes_multiple(position, move):
        return NoMultipleBuilds(value=move.value)
    return None if position.holds(move.value, move.card) else ValueNotHeld(value=move.value)


def _judge_new(position: Position, move: BuildPlay) -> Refusal | None:
    # R6, R11: alone, a card can only join a build that stands.
    if not move.loose and position.table.build(move.value) is None:
        return BuildNeedsLooseCard()
    return None if _sets_made(position, move) else NotASum(value=move.value)


def _judge_raise(position: Position, move: BuildPlay, raises: int) -> Refusal | None:
    raised = position.table.build(raises)
    if raised is None:
        return NoSuchBuild(value=raises)
    # R12: a multiple build never changes value.
    if raised.multiple:
        return MultipleBuildFixed(value=raises)
    # R9: the hand card alone makes the change; loose sets of the new value may join.
    reached = raises + position.ruleset.value(move.card)
    if reached != move.value:
        return LooseCardsMayNotRaise(raises=raises, reached=reached, value=move.value)
    if not splits(counts_of(move.loose), move.value):
        return NotASum(value=move.value)
    # R10: where both must be kept, the owner's old value counts too.
    keeps_both = position.ruleset.own_raise_keeps_both and raised.owner == position.seat
    if keeps_both and not position.holds(raises, move.card):
        return ValueNotHeld(value=raises)
    return None
