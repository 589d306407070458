"""The tables of a tournament, who sits there and how they stand, as far as anybody may know."""

from collections.abc import Iterable

from django.db.models import Prefetch, Q

from games.match.shown_tables import ShownTable, shown_tables
from games.models import Match, Seat
from tournaments.documents.tables import TableDocument, TableSeat
from tournaments.models import Pairing, Tournament
from tournaments.store.entrant_views import player_json


def is_so(status: str) -> Q:
    """Of pairings, those whose match is so, for all that anybody is told."""
    found = Q(match__status=status)
    if status == Match.Status.PLAYING:
        # Whose end nobody may see as yet is still played.
        found |= Q(match__status=Match.Status.FINISHED, decided=False)
    return found


def tables_now(
    tournament: Tournament, status: str | None = None, limit: int | None = None
) -> list[TableDocument]:
    """The tables of all rounds, newest round first; `status` takes only those that are so."""
    pairings = Pairing.objects.filter(
        tournament=tournament, match__status__isnull=False, starts_at__isnull=False
    )
    if status is not None:
        pairings = pairings.filter(is_so(status))
    played = (
        pairings.select_related("match")
        .prefetch_related(Prefetch("match__seats", Seat.objects.select_related("player")))
        .order_by("-stage", "-round", "number")
    )
    found = list(played[:limit] if limit else played)
    shown = shown_of(found)
    tables = [table_json(pairing, shown.get(pairing.pk)) for pairing in found]
    return [one for one in tables if status in (None, one["status"])]


def shown_of(pairings: Iterable[Pairing]) -> dict[int, ShownTable]:
    """What anybody may know of the tables of these pairings that are not watched live."""
    rows = [(row.pk, match) for row in pairings if (match := getattr(row, "match", None))]
    shown = shown_tables([match for _, match in rows])
    return {key: shown[match.pk] for key, match in rows if match.pk in shown}


def table_json(pairing: Pairing, shown: ShownTable | None) -> TableDocument:
    """The table of a pairing, who sits there and how it stands; `shown` says what anybody may know
    of one that is not watched live.
    """
    match = pairing.match
    assert match is not None
    return {
        "id": match.pk.hex,
        "stage": pairing.stage,
        "round": pairing.round,
        "pairing": pairing.number,
        "status": (shown or match).status,
        "version": (shown or match).version,
        "seats": seats_json(match, shown),
    }


def seats_json(match: Match, shown: ShownTable | None) -> list[TableSeat]:
    """Who sits where, and how many points they have, as far as that is shown."""
    scores = shown.scores if shown else match.scores
    return [
        {
            "seat": seat.number,
            "player": player_json(seat.player),
            # Two sides share the four seats of a partnership.
            "score": scores[seat.number % len(scores)] if scores else 0,
        }
        for seat in match.seats.all()
    ]
