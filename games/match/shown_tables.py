"""What lists may tell of matches that are not shown whole: the newest that anybody may see."""

from collections.abc import Iterable
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q

from games.match.match_log import match_log
from games.match.watching import shown_to_all
from games.models import Event, Match

_AT_ONCE = 100


class ShownTable(NamedTuple):
    version: int
    status: str
    scores: list[int]


def shown_tables(matches: Iterable[Match]) -> dict[UUID, ShownTable]:
    """Those of the matches that anybody may see only in part as yet, in a bounded number of
    queries; a match that is over is still played, as far as they tell.
    """
    rows = {row.pk: row for row in matches}
    shown = shown_to_all(rows.values())
    scores = _scores({match_log.stream_of(id_): version for id_, version in shown.items()})
    return {
        id_: ShownTable(
            version,
            _played(rows[id_].status),
            scores.get(match_log.stream_of(id_)) or [0] * len(rows[id_].scores),
        )
        for id_, version in shown.items()
    }


def _played(status: str) -> str:
    return Match.Status.PLAYING.value if status == Match.Status.FINISHED else status


def _scores(shown: dict[str, int]) -> dict[str, list[int]]:
    """The totals after the last deal that is shown, by stream."""
    wanted = [(stream, version) for stream, version in shown.items() if version]
    found: dict[str, list[int]] = {}
    for first in range(0, len(wanted), _AT_ONCE):
        some = Q(pk__in=[])
        for stream, version in wanted[first : first + _AT_ONCE]:
            some |= Q(stream=stream, version__lte=version)
        ends = Event.objects.filter(some, type="deal_scored").order_by("stream", "version")
        found |= {stream: data["scores"] for stream, data in ends.values_list("stream", "data")}
    return found
