"""What a player who is choosing cards can be told: why a choice makes no move, and what goes with
the chosen card.
"""

from dataclasses import dataclass

from engine.errors import (
    BuildNeedsLooseCard,
    BuildValueDiffers,
    NotASum,
    Refusal,
    ValueNotHeld,
)
from engine.rules.enumeration import completions_tried, legal_moves
from engine.rules.legality import Position, judge
from engine.rules.moves import BuildPlay, Capture, Trail

# A crowded table has more moves than anybody can look through.
MOVES_LOOKED_AT = 200


@dataclass(frozen=True, slots=True)
class Companions:
    """What of the table some legal move plays together with a card: loose cards as a set, builds by
    their values.
    """

    loose: int
    builds: tuple[int, ...]


def why_not(position: Position, card: int, loose: int, builds: tuple[int, ...]) -> Refusal | None:
    """Why no legal move plays this card with exactly these items of the table: the refusal of the
    play that comes nearest. None where some move does.
    """
    refusals: list[Refusal] = []
    for move in completions_tried(position, card, loose, builds):
        refusal = judge(position, move)
        if refusal is None:
            return None
        refusals.append(refusal)
    return min(refusals, key=_distance, default=None)


def _distance(refusal: Refusal) -> int:
    """How far from legal a play is that is refused so: a sum that is wrong says the least."""
    if isinstance(refusal, ValueNotHeld):
        return 1
    if isinstance(refusal, NotASum | BuildValueDiffers | BuildNeedsLooseCard):
        return 2
    return 0


def companions(position: Position, card: int, loose: int, builds: tuple[int, ...]) -> Companions:
    """What legal moves of this card take, build with or raise beside the items chosen already, in
    the first moves that are listed.
    """
    moves, _is_whole = legal_moves(position).bounded(MOVES_LOOKED_AT)
    with_loose, with_builds = 0, set[int]()
    for move in moves:
        if move.card != card or isinstance(move, Trail):
            continue
        own = _builds_of(position, move)
        if loose & ~move.loose or set(builds) - own:
            continue
        with_loose |= move.loose
        with_builds |= own
    return Companions(with_loose, tuple(sorted(with_builds)))


def _builds_of(position: Position, move: Capture | BuildPlay) -> set[int]:
    if isinstance(move, Capture):
        return set(move.builds)
    standing = {build.value for build in position.table.builds}
    return {value for value in (move.raises, move.value) if value is not None} & standing
