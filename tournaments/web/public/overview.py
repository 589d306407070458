"""The first page of a tournament: what it is, what the reader may do, what is going on."""

from typing import Any

from django.urls import reverse

from games.models import Player
from tournaments.documents import RankingDocument
from tournaments.domain.registration import entry_leads_to
from tournaments.formats import bracket_of
from tournaments.read import queries, ranking, standings_views
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
PODIUM = 3


class OverviewView(TournamentPage):
    template_name = "tournaments/tournament.html"

    def show(self) -> dict[str, Any]:
        tournament, user = self.tournament, self.request.user
        leads_to = entry_leads_to(tournament_log.load(tournament.pk))
        return {
            "tables": playing(tournament, TABLES_SHOWN),
            "bots_form": BotsForm(free=tournament.capacity - tournament.entered),
            "may_enter": leads_to.value if leads_to else None,
            "may_return": isinstance(user, Player) and self._may_return(user),
            "ready": ready(user, tournament),
            "policies": in_words(tournament.settings),
            "description": rendered(tournament.description),
            "podium": self._podium(),
            **self._drawing(),
            **self._people(),
        }

    def _podium(self) -> RankingDocument | None:
        """Whoever has one of the first three places, once everything is played."""
        if self.tournament.state not in ("provisional", "completed"):
            return None
        found = ranking.document(self.tournament)
        return {**found, "results": [one for one in found["results"] if one["place"] <= PODIUM][:8]}

    def _may_return(self, player: Player) -> bool:
        open_ = self.tournament.state in ("registration", "check_in", "running", "paused")
        allowed = self.tournament.settings["policies"]["return"] == "allowed"
        return open_ and allowed and withdrawn_of(self.tournament, player) is not None

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
