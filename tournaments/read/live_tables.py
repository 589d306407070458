"""The tables that are being played at now, of events and casual ones."""

from typing import TypedDict

from django.db.models import Exists, OuterRef

from games.casual.models import Table
from games.match.shown_tables import ShownTable, shown_tables
from games.models import Match
from tournaments.models import Pairing


class LiveSeat(TypedDict):
    handle: str
    score: int


class LiveTable(TypedDict):
    id: str
    seats: list[LiveSeat]
    where: str


def live_tables(limit: int) -> list[LiveTable]:
    """At most so many, those that began last first: those of events, then casual ones of people."""
    # The end of a table may be seen later than it came: for others it is still played then.
    begun = Match.objects.exclude(status=Match.Status.WAITING).prefetch_related("seats__player")
    of_events = Pairing.objects.filter(
        match=OuterRef("pk"), tournament__hidden=False, decided=False
    )
    in_events = list(begun.filter(Exists(of_events), board="").order_by("-created_at")[:limit])
    playing = begun.filter(status=Match.Status.PLAYING)
    casual = playing.filter(Exists(Table.objects.filter(pk=OuterRef("pk"))))
    others = list(casual.order_by("-created_at")[: limit - len(in_events)])
    names = dict(
        Pairing.objects.filter(match__in=in_events).values_list("match_id", "tournament__name")
    )
    shown = shown_tables(in_events)
    in_events = [one for one in in_events if one.status == Match.Status.PLAYING or one.pk in shown]
    return [
        _shown(match, names.get(match.pk, ""), shown.get(match.pk))
        for match in (*in_events, *others)
    ]


def _shown(match: Match, where: str, shown: ShownTable | None) -> LiveTable:
    scores = shown.scores if shown else match.scores
    return {
        "id": match.pk.hex,
        "where": where,
        "seats": [
            {
                "handle": seat.player.handle,
                # Two sides share the four seats of a partnership.
                "score": scores[seat.number % len(scores)] if scores else 0,
            }
            for seat in match.seats.all()
        ],
    }
