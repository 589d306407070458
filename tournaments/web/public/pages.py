"""Home, and the list of tournaments: what is read to show them."""

from typing import Any

from django.core.paginator import Paginator
from django.views.generic import TemplateView

from games.models import Match, Player
from tournaments.documents import TableDocument
from tournaments.models import Tournament
from tournaments.read import queries

SHOWN_AT_HOME = 5
ON_A_PAGE = 30


class HomeView(TemplateView):
    template_name = "tournaments/home.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        running = list(queries.rows("running")[:SHOWN_AT_HOME])
        tables = [table for row in running for table in playing(row, 1 + SHOWN_AT_HOME)]
        return super().get_context_data(
            running=[queries.summary(row) for row in running],
            open=queries.listing("registration", SHOWN_AT_HOME),
            completed=queries.listing("completed", SHOWN_AT_HOME),
            live=tables[0] if tables else None,
            tables=tables[1 : 1 + SHOWN_AT_HOME],
            ready=ready(self.request.user),
            **kwargs,
        )


class TournamentsView(TemplateView):
    template_name = "tournaments/tournaments.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        pages = Paginator(queries.rows(), ON_A_PAGE)
        page = pages.get_page(self.request.GET.get("page"))
        found = [queries.summary(row) for row in page.object_list]
        return super().get_context_data(page=page, tournaments=found, **kwargs)


def playing(tournament: Tournament, limit: int) -> list[TableDocument]:
    """So many of the tables that are being played at."""
    return queries.matches(tournament, Match.Status.PLAYING, limit)["results"]


def ready(user: Any, tournament: Tournament | None = None) -> queries.OwnTable | None:
    """The table that waits for this person, if one does."""
    if not isinstance(user, Player):
        return None
    return next(iter(queries.tables_of(user, tournament)), None)
