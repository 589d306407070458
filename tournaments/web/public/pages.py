"""Home, and the list of tournaments: what is read to show them."""

from typing import Any, TypedDict

from django.core.paginator import Paginator
from django.views.generic import TemplateView

from games.casual import exhibition
from games.models import Match, Player
from tournaments.documents import TableDocument
from tournaments.models import Tournament
from tournaments.read import live_tables, own_tables, queries
from tournaments.web.forms.table_form import bot_choices

SHOWN_AT_HOME = 5
ON_A_PAGE = 30


class ReadyTable(TypedDict):
    """`where` is the name of the event, or ""."""

    match: str
    where: str


class HomeView(TemplateView):
    template_name = "tournaments/home.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        running = list(queries.rows("running")[:SHOWN_AT_HOME])
        tables = live_tables.live_tables(1 + SHOWN_AT_HOME)
        show = exhibition.on_show()
        return super().get_context_data(
            running=[queries.summary(row) for row in running],
            open=queries.listing("registration", SHOWN_AT_HOME),
            completed=queries.listing("completed", SHOWN_AT_HOME),
            live=tables[0] if tables else None,
            tables=tables[1 : 1 + SHOWN_AT_HOME],
            shown=show.pk.hex if show else "",
            bots=bot_choices(),
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


def ready(user: Any, tournament: Tournament | None = None) -> ReadyTable | None:
    """The table that waits for this person, if one does."""
    if not isinstance(user, Player):
        return None
    of_events = next(iter(queries.tables_of(user, tournament)), None)
    if of_events is not None:
        return {"match": of_events["match"], "where": of_events["tournament"]["name"]}
    if tournament is not None:
        return None
    for own in own_tables.unfinished(user):
        if own["match"]:
            return {"match": own["match"], "where": ""}
    return None
