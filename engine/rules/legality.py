"""Judging and applying one move in a position.

The rules are on the board (`engine.rules.board`, `engine.rules.judging`); this module translates
moves into codes and faults into refusals.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.errors import (
    BuildNeedsLooseCard,
    BuildValueDiffers,
    CapturingCardMustStay,
    CardNotInHand,
    ContributorMayNotTrail,
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
    OneActionOnly,
    OwnerMayNotTrail,
    Refusal,
    ValueNotHeld,
)
from engine.rules import judging
from engine.rules.board import BUILD, CARD, VALUE, Board
from engine.rules.cards import ALL_CARDS, card_set, card_text, cards_in, texts
from engine.rules.moves import HIGHEST_VALUE, BuildPlay, Capture, Move, Trail
from engine.rules.rulesets import Ruleset
from engine.rules.table import Build, Table
from engine.rules.terms import terms_of


@dataclass(frozen=True, slots=True)
class Position:
    """Everything that the legality of a move depends on.

    `seat` is the mover and `hand` the set of its cards; `sides` gives the side of each seat.
    """

    ruleset: Ruleset
    seat: int
    sides: tuple[int, ...]
    hand: int
    table: Table

    def board(self) -> Board:
        """A new board with this position; the other hands are empty."""
        board = Board(terms_of(self.ruleset), self.sides)
        board.turn = self.seat
        board.hands[self.seat] = cards_in(self.hand)
        board.loose = self.table.loose
        for build in self.table.builds:
            board.put_build(build.value, build.cards, build.owner, build.multiple, build.others)
        return board

    def makes_multiple(self, move: BuildPlay) -> bool:
        """R7: whether this play, assumed legal, leaves a multiple build."""
        return self.board().makes_multiple(*code_of(move))


@dataclass(frozen=True, slots=True)
class MoveEffect:
    """What a move does to a position.

    `table` and `hand` are those after the move. `captured` is the set of cards for the pile, the
    played one included; `build` is the build that the move made; `sweep` is that of R22.
    """

    table: Table
    hand: int
    captured: int
    build: Build | None
    sweep: bool


def judge(position: Position, move: Move) -> Refusal | None:
    """R2 to R16: None if the move is legal in the position, else its refusal, which is not raised.

    Takes any move value, whatever its cards and values are.
    """
    return _refusal_of(position, position.board(), move)


def apply(position: Position, move: Move) -> MoveEffect:
    """The effect of the move on the position; raises the refusal of an illegal one."""
    board = position.board()
    refusal = _refusal_of(position, board, move)
    if refusal is not None:
        raise refusal
    captured = board.play(*code_of(move))
    build = _build_at(board, move.value, position) if isinstance(move, BuildPlay) else None
    return MoveEffect(
        table=_table_after(position.table, board, build),
        hand=card_set(board.hands[position.seat]),
        captured=captured,
        build=build,
        sweep=board.sweeps[position.sides[position.seat]] > 0,
    )


def code_of(move: Move) -> tuple[int, int]:
    """The move as the board's code and items; its values must be from 1 to 14."""
    if isinstance(move, Trail):
        return move.card, 0
    if isinstance(move, Capture):
        items = move.loose
        for value in move.builds:
            items |= BUILD[value]
        return move.card, items
    return move.card | move.value << 6 | (move.raises or 0) << 10, move.loose


def move_of(code: int, items: int) -> Move:
    """The move of the board's code and items."""
    card = code & 63
    loose = items & ALL_CARDS
    if code > CARD:
        return BuildPlay(card, loose, code >> 10 or None, code >> 6 & VALUE)
    if not items:
        return Trail(card)
    if items == loose:
        return Capture(card, loose)
    builds = (value for value in range(1, HIGHEST_VALUE + 1) if items & BUILD[value])
    return Capture(card, loose, tuple(builds))


def _build_at(board: Board, value: int, position: Position) -> Build:
    multiple = not board.single >> value & 1
    others = 0
    for seat, added in enumerate(board.added):
        if added >> value & 1 and seat != position.seat:
            others |= 1 << seat
    return Build(value, board.built[value], position.seat, multiple, others)


def _table_after(table: Table, board: Board, made: Build | None) -> Table:
    kept = tuple(
        build
        for build in table.builds
        if board.standing >> build.value & 1 and (made is None or build.value != made.value)
    )
    after = Table(board.loose, kept)
    return after if made is None else after.with_build(made)


def _refusal_of(position: Position, board: Board, move: Move) -> Refusal | None:
    if not position.hand >> move.card & 1:
        return CardNotInHand(card=card_text(move.card))
    refusal = _malformed(position, move)
    if refusal is not None:
        return refusal
    fault = judging.fault_of(board, *code_of(move))
    return _REFUSALS[fault & 255](position, move, fault >> 8) if fault else None


def _malformed(position: Position, move: Move) -> Refusal | None:
    """The refusal of a move that has no code, such as a value outside 1 to 14."""
    if isinstance(move, Capture):
        if len(set(move.builds)) < len(move.builds):
            return MalformedMove(field="builds", problem="a value stands twice")
        for value in move.builds:
            if not 1 <= value <= HIGHEST_VALUE:
                return NoSuchBuild(value=value)
        if not move.loose and not move.builds:
            return NothingCaptured()
        if move.loose > ALL_CARDS:
            return NotOnTable(cards=[])
    elif isinstance(move, BuildPlay):
        missing = move.loose & ~position.table.loose
        if missing:
            return NotOnTable(cards=texts(missing))
        if not 1 <= move.value <= HIGHEST_VALUE:
            return NotASum(value=move.value)
        if move.raises is not None and not 1 <= move.raises <= HIGHEST_VALUE:
            return NoSuchBuild(value=move.raises)
    return None


def _loose_of(move: Move) -> int:
    return 0 if isinstance(move, Trail) else move.loose


def _not_on_table(position: Position, move: Move, about: int) -> Refusal:
    return NotOnTable(cards=texts(_loose_of(move) & ~position.table.loose))


def _may_not_raise(position: Position, move: Move, about: int) -> Refusal:
    raises = move.raises if isinstance(move, BuildPlay) else None
    value = move.value if isinstance(move, BuildPlay) else None
    reached = (raises or 0) + position.ruleset.value(move.card)
    return LooseCardsMayNotRaise(raises=raises, reached=reached, value=value)


_RefusalMaker = Callable[[Position, Move, int], Refusal]


def _of_value(refusal: type[Refusal]) -> _RefusalMaker:
    return lambda position, move, about: refusal(value=about)


_REFUSALS: Mapping[int, _RefusalMaker] = {
    judging.CARD_NOT_IN_HAND: lambda position, move, about: CardNotInHand(
        card=card_text(move.card)
    ),
    judging.OWNER_MAY_NOT_TRAIL: _of_value(OwnerMayNotTrail),
    judging.CONTRIBUTOR_MAY_NOT_TRAIL: _of_value(ContributorMayNotTrail),
    judging.ONE_ACTION_ONLY: lambda position, move, about: OneActionOnly(),
    judging.CAPTURING_CARD_MUST_STAY: _of_value(CapturingCardMustStay),
    judging.NO_SUCH_BUILD: _of_value(NoSuchBuild),
    judging.NOT_ON_TABLE: _not_on_table,
    judging.FACE_CARD_MATCHES_ONLY: lambda position, move, about: FaceCardMatchesOnly(),
    judging.FACE_CARD_CHOICE: lambda position, move, about: FaceCardChoice(
        count=_loose_of(move).bit_count()
    ),
    judging.BUILD_VALUE_DIFFERS: _of_value(BuildValueDiffers),
    judging.NOT_A_SUM: _of_value(NotASum),
    judging.BUILD_NEEDS_LOOSE_CARD: lambda position, move, about: BuildNeedsLooseCard(),
    judging.MULTIPLE_BUILD_FIXED: _of_value(MultipleBuildFixed),
    judging.LOOSE_CARDS_MAY_NOT_RAISE: _may_not_raise,
    judging.NO_MULTIPLE_BUILDS: _of_value(NoMultipleBuilds),
    judging.VALUE_NOT_HELD: _of_value(ValueNotHeld),
}
