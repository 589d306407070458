"""The first page of a tournament: what it is, what the reader may do, what is going on."""

from typing import Any

from django.urls import reverse

from games.models import Player
from tournaments.actions.action import PLAYING
from tournaments.documents.standings import RankingDocument
from tournaments.domain.participation import may_return
from tournaments.domain.registration import entry_leads_to
from tournaments.domain.state import State
from tournaments.formats import bracket_of
from tournaments.read import queries, ranking, standings_views
from tournaments.read.said import why_cancelled
from tournaments.store.tournament_log import tournament_log
from tournaments.text.markdown import rendered
from tournaments.web.forms.forms import BotsForm
from tournaments.web.forms.policies_in_words import in_words
from tournaments.web.public.bracket_pages import drawing_of
from tournaments.web.public.own_entry import withdrawn_of
from tournaments.web.public.pages import playing, ready
from tournaments.web.public.standings_pages import columns_of, remarks_of
from tournaments.web.public.tournament_page import STARTED, TournamentPage

TABLES_SHOWN = 12
STANDINGS_SHOWN = 16
ENTRANTS_SHOWN = 100
PODIUM, ON_PODIUM = 3, 8


class OverviewView(TournamentPage):
    template_name = "tournaments/tournament.html"

    def show(self) -> dict[str, Any]:
        tournament, user = self.tournament, self.request.user
        state = tournament_log.load(tournament.pk)
        leads_to = entry_leads_to(state)
        return {
            "tables": playing(tournament, TABLES_SHOWN),
            "bots_form": BotsForm(free=tournament.capacity - tournament.entered),
            "may_start": state.can_start,
            "may_enter": leads_to.value if leads_to else None,
            "may_return": isinstance(user, Player) and self._may_return(state, user),
            "ready": ready(user, tournament),
            "policies": in_words(tournament.settings),
            "description": rendered(tournament.description),
            "cancelled": why_cancelled(tournament) if tournament.state == "cancelled" else "",
            **self._podium(),
            **self._drawing(),
            **self._people(),
        }

    def _podium(self) -> dict[str, Any]:
        """Whoever has one of the first three places, once everything is played, as far as there is
        room.
        """
        if self.tournament.state not in ("provisional", "completed"):
            return {}
        found = ranking.document(self.tournament)
        first = [one for one in found["results"] if one["place"] <= PODIUM]
        podium: RankingDocument = {**found, "results": first[:ON_PODIUM]}
        return {"podium": podium, "winners": ranking.winners(self.tournament)}

    def _may_return(self, state: State, player: Player) -> bool:
        if self.tournament.state not in PLAYING:
            return False
        gone = withdrawn_of(self.tournament, player)
        return gone is not None and may_return(state, gone.hex, player.pk.hex)

    def _drawing(self) -> dict[str, Any]:
        if self.stage is None or bracket_of(self.stage.format) is None:
            return {}
        own = self.mine["entry"]["id"] if self.mine else ""
        address = reverse("tournament-bracket", args=[self.tournament.slug])
        return {
            "bracket_address": f"{address}?stage={self.stage.number}",
            **drawing_of(self.tournament, self.stage, follow=own),
        }

    def _people(self) -> dict[str, Any]:
        """The standings once there are some, the entrants before."""
        tournament = self.tournament
        if tournament.state not in STARTED:
            return {"entrants": queries.entrants(tournament, limit=ENTRANTS_SHOWN)["results"]}
        document = standings_views.document(tournament, self.stage)
        lines = document["results"][:STANDINGS_SHOWN]
        remarks = remarks_of(tournament, self.stage)
        return columns_of(lines) | {"remarks": remarks, "more": document["count"] - len(lines)}
