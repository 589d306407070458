"""Entrants and players as JSON (docs/protocol.md)."""

from typing import Any

from django.db.models import QuerySet

from games.models import Player
from tournaments.models import Entrant, Tournament

Json = dict[str, Any]


def entrant_rows(tournament: Tournament) -> QuerySet[Entrant]:
    return Entrant.objects.filter(tournament=tournament).select_related("player")


def entrant_json(entrant: Entrant) -> Json:
    return {
        "id": entrant.pk.hex,
        "number": entrant.number,
        "seed": entrant.seed,
        "state": entrant.state,
        "player": player_json(entrant.player),
    }


def player_json(player: Player) -> Json:
    return {
        "id": player.pk.hex,
        "handle": player.handle,
        "kind": player.kind,
        "bot": player.bot or None,
    }
