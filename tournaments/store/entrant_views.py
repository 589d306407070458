"""Entrants and players as JSON (docs/protocol.md)."""

from collections.abc import Collection
from uuid import UUID

from django.db.models import Prefetch, QuerySet

from games.models import Player
from tournaments.documents.events import EntrantDocument, EntrantFields, PlayerDocument
from tournaments.models import Entrant, Member, Tournament


def entrant_rows(tournament: Tournament) -> QuerySet[Entrant]:
    """The entrants of the tournament, with their members and players, from two queries."""
    # A prefetch of "members__player" asks for each player by an OR of its own on SQLite, which
    # takes no more than a thousand of them.
    members = Prefetch("members", Member.objects.select_related("player"))
    return Entrant.objects.filter(tournament=tournament).prefetch_related(members)


def entrant_json(entrant: Entrant) -> EntrantDocument:
    """With the members that play for it now; `name` is its own or theirs."""
    members = [player_json(one.player) for one in entrant.members.all() if one.plays]
    return {**_fields(entrant, members), "state": entrant.state}


def entrant_documents(
    tournament_id: UUID, ids: Collection[UUID] | None = None
) -> dict[str, EntrantFields]:
    """Entrants by id, every one or only `ids`, from two queries; without their states, which
    change by the hour.
    """
    members: dict[UUID, list[PlayerDocument]] = {}
    rows = Member.objects.filter(tournament=tournament_id, plays=True).select_related("player")
    entrants = Entrant.objects.filter(tournament=tournament_id)
    if ids is not None:
        rows, entrants = rows.filter(entrant__in=ids), entrants.filter(pk__in=ids)
    for row in rows.order_by("position"):
        members.setdefault(row.entrant_id, []).append(player_json(row.player))
    return {entrant.pk.hex: _fields(entrant, members.get(entrant.pk, [])) for entrant in entrants}


def _fields(entrant: Entrant, members: list[PlayerDocument]) -> EntrantFields:
    return {
        "id": entrant.pk.hex,
        "number": entrant.number,
        "seed": entrant.seed,
        "name": entrant.name or " & ".join(member["handle"] for member in members),
        "club": entrant.club,
        "members": members,
        "player": members[0] if members else None,
    }


def player_json(player: Player) -> PlayerDocument:
    return {
        "id": player.pk.hex,
        "handle": player.handle,
        "kind": player.kind,
        "bot": player.bot or None,
    }
