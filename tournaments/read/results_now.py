"""The newest results of an event, for a line that goes by."""

from collections.abc import Mapping
from typing import TypedDict

from django.db.models import Prefetch

from tournaments.models import Pairing, Seating, Tournament
from tournaments.read.round_views import names_of
from tournaments.store.entrant_views import entrant_documents


class ResultNow(TypedDict):
    round_name: str
    sides: list[str]
    points: list[int]


def newest_results(tournament: Tournament, limit: int) -> list[ResultNow]:
    """The last ones first, of tables that were played at: an event knows no result before anybody
    may.
    """
    rows = Pairing.objects.filter(
        tournament=tournament, decided=True, match__isnull=False
    ).prefetch_related(Prefetch("seatings", Seating.objects.order_by("side", "position")))
    found = list(rows.order_by("-stage", "-round", "-number")[:limit])
    if not found:
        return []
    name = names_of(tournament)
    entrants = {id_: str(one["name"]) for id_, one in entrant_documents(tournament.pk).items()}
    return [_result(row, name(row.stage, row.round), entrants) for row in found]


def _result(row: Pairing, round_name: str, names: Mapping[str, str]) -> ResultNow:
    sides: dict[int, list[str]] = {}
    points: dict[int, int] = {}
    for seating in row.seatings.all():
        sides.setdefault(seating.side, []).append(names[seating.entrant_id.hex])
        points[seating.side] = seating.points or 0
    return {
        "round_name": round_name,
        "sides": [" & ".join(one) for _, one in sorted(sides.items())],
        "points": [one for _, one in sorted(points.items())],
    }
