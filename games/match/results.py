"""What a finished match came to, as values for whoever follows it."""

from dataclasses import dataclass
from uuid import UUID

from engine.match.decide import MatchState
from engine.match.placing import places_of
from games.match.match_log import match_log
from games.refusals import MatchUnfinished


@dataclass(frozen=True, slots=True)
class MatchResult:
    """`sides` gives the seats of each side; `points` and `places` are by side, `left` (why the
    player left, or None) and `came` (whether the player ever cut or played) by seat.

    An annulled match has no winner and no places. `reason` is that of `match_finished`, or
    `annulled`.
    """

    sides: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]
    places: tuple[int, ...]
    left: tuple[str | None, ...]
    came: tuple[bool, ...]
    winner: int | None
    reason: str


def result_of(match_id: UUID) -> MatchResult:
    """Refuses `unknown_match` and `match_unfinished`."""
    state = match_log.load(match_id)
    result = state.result
    if result is None:
        raise MatchUnfinished()
    sides = _sides(state)
    left_at = [max(state.seats[seat].left_at for seat in side) for side in sides]
    winner = result.winner
    return MatchResult(
        sides=sides,
        points=result.scores,
        places=() if winner is None else places_of(result.scores, winner, left_at),
        left=tuple(seat.left for seat in state.seats),
        came=tuple(seat.came for seat in state.seats),
        winner=winner,
        reason=result.reason,
    )


def deal_points(match_id: UUID) -> list[tuple[int, ...]]:
    """The points by side of each deal that was scored. Refuses `unknown_match`."""
    sheets = match_log.load(match_id).sheets
    return [tuple(row.total for row in sheet.rows) for sheet in sheets]


def _sides(state: MatchState) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(seat for seat, of in enumerate(state.sides) if of == side)
        for side in range(len(state.scores))
    )
