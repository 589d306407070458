"""What a finished match came to, as values for whoever follows it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from engine.match.decide import MatchState
from engine.match.placing import places_of
from engine.wire.rules_json import rules_from_json
from games.match.match_log import match_log
from games.models import Match
from games.refusals import MatchUnfinished, UnknownMatch
from games.store import eventstore
from games.store.eventstore import Recorded

# The reason of a match that both sides have lost.
ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class MatchResult:
    """`sides` gives the seats of each side; `points` and `places` are by side, `left` (why the
    player left, or None) and `came` (whether the player ever cut or played) by seat.

    An annulled match has no winner and no places; in one that was abandoned all are last. `reason`
    is that of `match_finished`, `annulled` or `abandoned`.
    """

    sides: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]
    places: tuple[int, ...]
    left: tuple[str | None, ...]
    came: tuple[bool, ...]
    winner: int | None
    reason: str


def result_of(match_id: UUID) -> MatchResult:
    """What the match came to. Refuses `unknown_match` and `match_unfinished`."""
    found = results_of([match_id]).get(match_id)
    if found is not None:
        return found
    raise MatchUnfinished() if Match.objects.filter(id=match_id).exists() else UnknownMatch()


def results_of(match_ids: Collection[UUID]) -> dict[UUID, MatchResult]:
    """What these matches came to, without those that are not finished, from three queries.

    Whoever follows a match is often another process than the one that played it, and its rows are
    quicker to read than all its facts. They say everything but who left before whom, which matters
    where more than two sides play.
    """
    rows = Match.objects.filter(id__in=match_ids, status=Match.Status.FINISHED)
    matches = list(rows.prefetch_related("seats"))
    firsts = eventstore.first_public([match_log.stream_of(match.pk) for match in matches])
    return {match.pk: _result(match, firsts[match_log.stream_of(match.pk)]) for match in matches}


def _result(match: Match, created: Recorded) -> MatchResult:
    seats = match.seats.all()
    if len(match.scores) > 2 and any(seat.left_reason for seat in seats):
        return result_in(match_log.load(match.pk))
    rules = rules_from_json(created.data["ruleset"], created.data["rules"])
    sides = _seats_of(rules.sides(len(seats)))
    stayed = [0] * len(sides)
    return MatchResult(
        sides=sides,
        points=tuple(match.scores),
        places=_places(match.reason, match.scores, match.winner, stayed),
        left=tuple(seat.left_reason or None for seat in seats),
        came=tuple(seat.came for seat in seats),
        winner=match.winner,
        reason=match.reason,
    )


def _places(
    reason: str, scores: Sequence[int], winner: int | None, left_at: Sequence[int]
) -> tuple[int, ...]:
    if winner is not None:
        return places_of(scores, winner, left_at)
    return (len(scores),) * len(scores) if reason == ABANDONED else ()


def result_in(state: MatchState) -> MatchResult:
    """The same of a state. Refuses `match_unfinished`."""
    result = state.result
    if result is None:
        raise MatchUnfinished()
    sides = _seats_of(state.sides)
    left_at = [max(state.seats[seat].left_at for seat in side) for side in sides]
    winner = result.winner
    return MatchResult(
        sides=sides,
        points=result.scores,
        places=_places(result.reason, result.scores, winner, left_at),
        left=tuple(seat.left for seat in state.seats),
        came=tuple(seat.came for seat in state.seats),
        winner=winner,
        reason=result.reason,
    )


def deal_points(match_id: UUID) -> list[tuple[int, ...]]:
    """The points by side of each deal that was scored. Refuses `unknown_match`."""
    sheets = match_log.load(match_id).sheets
    return [tuple(row.total for row in sheet.rows) for sheet in sheets]


def _seats_of(sides: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The seats of each side, from the side of each seat."""
    return tuple(
        tuple(seat for seat, of in enumerate(sides) if of == side) for side in range(max(sides) + 1)
    )
