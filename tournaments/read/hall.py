"""The table hall: who sits where in a round, who is missing at which table, and since when."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TypedDict
from uuid import UUID

from django.db.models import Count, Q

from games.models import Match, Player, Seat
from tournaments.documents.events import PairingDocument
from tournaments.models import Entrant, Pairing, Round, Tournament
from tournaments.read import round_views

TABLES_SHOWN = 100
# Who has not come by then is late.
GRACE = timedelta(minutes=2)


class MissingSide(TypedDict):
    """A side of which somebody has not come; `names` are theirs. `plays_on`: it is to be paired
    in the rounds to come.
    """

    side: int
    names: list[str]
    entrants: list[str]
    plays_on: bool


class HallTable(TypedDict):
    """`waits_for`: who has not come yet; `since`: from when on they could have; `is_late`: they
    should have.
    """

    pairing: PairingDocument
    waits_for: list[MissingSide]
    since: datetime | None
    is_late: bool


class Hall(TypedDict):
    """`undecided` counts all tables of the round; `tables` are those shown, and `more` are not."""

    tables: list[HallTable]
    undecided: int
    count: int
    more: int


def hall(tournament: Tournament, round_: Round, now: datetime, everything: bool) -> Hall:
    """The first hundred tables that are not decided, or of all."""
    of_round = Q(stage=round_.stage, round=round_.number)
    rows = Pairing.objects.filter(of_round, tournament=tournament)
    counts = rows.aggregate(count=Count("pk"), undecided=Count("pk", filter=Q(decided=False)))
    wanted = rows if everything else rows.filter(decided=False)
    shown = list(wanted.order_by("number")[:TABLES_SHOWN])
    documents = round_views.tables(tournament, Q(pk__in=[one.pk for one in shown]))
    playing = tournament.entrants.filter(state=Entrant.State.ACTIVE, seatings__pairing__in=shown)
    active = {one.hex for one in playing.values_list("pk", flat=True)}
    missing = _missing([one.match_id for one in shown if one.match_id and not one.decided])
    tables = [
        _table(row, document, missing, active, now)
        for row, document in zip(shown, documents, strict=True)
    ]
    total = counts["count"] if everything else counts["undecided"]
    return {
        "tables": tables,
        "undecided": counts["undecided"],
        "count": counts["count"],
        "more": total - len(tables),
    }


def _missing(matches: Iterable[UUID]) -> dict[UUID, set[str]]:
    """By match that has not begun, the players who have not come."""
    found: dict[UUID, set[str]] = {}
    seats = Seat.objects.filter(match__in=list(matches), came=False)
    seats = seats.filter(match__status=Match.Status.WAITING).exclude(player__kind=Player.Kind.BOT)
    for match, player in seats.values_list("match_id", "player_id"):
        found.setdefault(match, set()).add(player.hex)
    return found


def _table(
    row: Pairing,
    document: PairingDocument,
    missing: dict[UUID, set[str]],
    active: set[str],
    now: datetime,
) -> HallTable:
    away = missing.get(row.match_id, set()) if row.match_id else set()
    sides: list[MissingSide] = []
    for number, side in enumerate(document["sides"]):
        members = [one for entrant in side["entrants"] for one in entrant["members"]]
        names = [one["handle"] for one in members if one["id"] in away]
        if names:
            entrants = [entrant["id"] for entrant in side["entrants"]]
            plays_on = active.issuperset(entrants)
            sides.append(
                {"side": number, "names": names, "entrants": entrants, "plays_on": plays_on}
            )
    since = row.starts_at if sides else None
    return {
        "pairing": document,
        "waits_for": sides,
        "since": since,
        "is_late": since is not None and now - since >= GRACE,
    }
