"""What is kept of a player about events and ratings, for the player."""

from typing import Any

from games.models import Player
from tournaments.models import Member, Tournament
from tournaments.models.ratings import Rating


def events(player: Player) -> list[dict[str, Any]]:
    """What they have entered, in that order."""
    rows = Member.objects.filter(player=player).select_related("tournament", "entrant")
    return [
        {
            "event": row.tournament_id.hex,
            "name": row.tournament.name,
            "as": row.entrant.name or None,
            "club": row.entrant.club or None,
            "state": row.entrant.state,
            "place": row.entrant.place,
        }
        for row in rows.order_by("pk")
    ]


def organised(player: Player) -> list[dict[str, Any]]:
    rows = Tournament.objects.filter(organiser=player).order_by("pk")
    return [{"event": row.pk.hex, "name": row.name, "state": row.state} for row in rows]


def ratings(player: Player) -> list[dict[str, Any]]:
    rows = Rating.objects.filter(player=player).select_related("ladder").order_by("ladder__key")
    return [
        {"ladder": row.ladder.key, "mu": row.mu, "sigma": row.sigma, "matches": row.matches}
        for row in rows
    ]
