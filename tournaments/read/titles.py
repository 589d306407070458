"""The titles of a player: the events that they have won, alone or with others."""

from typing import TypedDict

from django.db.models import Prefetch, QuerySet

from games.models import Player
from tournaments.documents.events import TournamentReference
from tournaments.models import Entrant, Member, Tournament
from tournaments.read.queries import reference
from tournaments.store.entrant_views import entrant_json

MOST = 50


class Title(TypedDict):
    """`entrant` is what they won as, where it is not their own handle."""

    tournament: TournamentReference
    at: str
    entrant: str
    shared: bool


def won_by(player: Player) -> QuerySet[Entrant]:
    """As whom the player has won, of events that everybody may see."""
    return (
        Entrant.objects.filter(
            place=1,
            members__player=player,
            members__plays=True,
            tournament__state=Tournament.State.COMPLETED,
            tournament__hidden=False,
        )
        .exclude(state=Entrant.State.DISQUALIFIED)
        .exclude(tournament__decided="nobody")
        .select_related("tournament")
    )


def titles_of(player: Player) -> list[Title]:
    """Newest first; of events that everybody may see."""
    members = Prefetch("members", Member.objects.select_related("player"))
    won = won_by(player).prefetch_related(members).order_by("-tournament__completed_at")
    return [_title(entrant) for entrant in won[:MOST]]


def _title(entrant: Entrant) -> Title:
    tournament = entrant.tournament
    at = tournament.completed_at
    return {
        "tournament": reference(tournament),
        "at": at.isoformat() if at else "",
        "entrant": entrant_json(entrant)["name"],
        "shared": tournament.decided == "shared",
    }
