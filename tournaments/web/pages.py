"""Home, the list of tournaments, and one tournament: what is read to show them."""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404
from django.views.generic import TemplateView

from games.models import Match, Player
from tournaments import queries, standings_views
from tournaments.brackets import bracket
from tournaments.domain.refusals import UnknownTournament
from tournaments.models import Tournament
from tournaments.web.bracket_window import window
from tournaments.web.forms import BotsForm

SHOWN_AT_HOME = 5
ON_A_PAGE = 30
TABLES_SHOWN = 12
STANDINGS_SHOWN = 16


class HomeView(TemplateView):
    template_name = "tournaments/home.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        running = list(queries.rows("running")[:SHOWN_AT_HOME])
        tables = [table for row in running for table in _playing(row)]
        return super().get_context_data(
            running=[queries.summary(row) for row in running],
            open=queries.listing("registration", SHOWN_AT_HOME),
            completed=queries.listing("completed", SHOWN_AT_HOME),
            live=tables[0] if tables else None,
            tables=tables[1 : 1 + SHOWN_AT_HOME],
            ready=_ready(self.request.user),
            **kwargs,
        )


class TournamentsView(TemplateView):
    template_name = "tournaments/tournaments.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        pages = Paginator(queries.rows(), ON_A_PAGE)
        page = pages.get_page(self.request.GET.get("page"))
        found = [queries.summary(row) for row in page.object_list]
        return super().get_context_data(page=page, tournaments=found, **kwargs)


class TournamentView(TemplateView):
    template_name = "tournaments/tournament.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        tournament = tournament_or_404(kwargs["slug"])
        user = self.request.user
        stage = queries.find_stage(tournament)
        rounds = bracket(tournament, stage)["rounds"]
        return super().get_context_data(
            tournament=queries.summary(tournament),
            window=window(rounds, self.request.GET.get("round")),
            tables=_playing(tournament)[:TABLES_SHOWN],
            is_organiser=queries.is_director(tournament, user),
            bots_form=BotsForm(free=tournament.capacity - tournament.entered),
            entry=queries.entry_of(tournament, user) if user.is_authenticated else None,
            ready=_ready(user, tournament),
            **self._people(tournament),
            **kwargs,
        )

    def _people(self, tournament: Tournament) -> dict[str, Any]:
        """The standings once there are some, the first of them unless all are asked for."""
        if tournament.state not in (Tournament.State.RUNNING, Tournament.State.COMPLETED):
            return {"entrants": queries.entrants(tournament)["results"]}
        stage = queries.find_stage(tournament)
        lines = standings_views.document(tournament, stage)["results"]
        shown = lines if self.request.GET.get("standings") == "all" else lines[:STANDINGS_SHOWN]
        return {"standings": shown, "more": len(lines) - len(shown), "lines": len(lines)}


def tournament_or_404(slug: str) -> Tournament:
    try:
        return queries.find(slug)
    except UnknownTournament as unknown:
        raise Http404(unknown.detail) from unknown


def _playing(tournament: Tournament) -> list[dict[str, Any]]:
    return list(queries.matches(tournament, Match.Status.PLAYING)["results"])


def _ready(user: Any, tournament: Tournament | None = None) -> dict[str, Any] | None:
    """The table that waits for this person, if one does."""
    if not isinstance(user, Player):
        return None
    return next(iter(queries.tables_of(user, tournament)), None)
