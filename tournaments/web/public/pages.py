"""Home, and the list of tournaments: what is read to show them."""

from typing import Any, TypedDict
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.utils.translation import gettext_lazy as _
from django.views.generic import TemplateView

from games.models import Match, Player
from tournaments.documents.tables import TableDocument
from tournaments.formats import FORMATS
from tournaments.models import Tournament
from tournaments.read import live_tables, own_tables, queries, summaries
from tournaments.read.tables import tables_now
from tournaments.text.format_names import format_name
from tournaments.web.forms.table_form import bot_choices
from tournaments.web.public.television import television

SHOWN_AT_HOME = 5
ON_A_PAGE = 30
# What people look for, by the key of `queries.searched`.
STATES = (
    ("open", _("open for entry")),
    ("soon", _("starting soon")),
    ("running", _("being played")),
    ("completed", _("over")),
    ("cancelled", _("cancelled")),
)


class ReadyTable(TypedDict):
    """`where` is the name of the event, or ""."""

    match: str
    where: str


class HomeView(TemplateView):
    template_name = "tournaments/home.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        running = list(queries.rows("running")[:SHOWN_AT_HOME])
        set_ = television()
        first = set_["first"]["id"] if set_["first"] else ""
        tables = [one for one in live_tables.live_tables(1 + SHOWN_AT_HOME) if one["id"] != first]
        return super().get_context_data(
            running=summaries.of_all(running),
            open=summaries.listing("registration", SHOWN_AT_HOME),
            completed=summaries.listing("completed", SHOWN_AT_HOME),
            tables=tables[:SHOWN_AT_HOME],
            **set_,
            bots=bot_choices(),
            ready=ready(self.request.user),
            **kwargs,
        )


class TournamentsView(TemplateView):
    template_name = "tournaments/tournaments.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        asked = {name: self.request.GET.get(name, "")[:80] for name in ("q", "state", "format")}
        mine = "mine" in self.request.GET and isinstance(self.request.user, Player)
        rows = queries.searched(
            asked["q"], asked["state"], asked["format"], self.request.user if mine else None
        )
        page = Paginator(rows, ON_A_PAGE).get_page(self.request.GET.get("page"))
        kept = {name: value for name, value in asked.items() if value}
        return super().get_context_data(
            page=page,
            tournaments=summaries.of_all(page.object_list),
            asked=asked,
            mine=mine,
            is_asked=bool(kept) or mine,
            query=urlencode(kept | ({"mine": "1"} if mine else {})),
            states=STATES,
            formats=[(key, format_name(key)) for key in FORMATS],
            **kwargs,
        )


def playing(tournament: Tournament, limit: int) -> list[TableDocument]:
    """So many of the tables that are being played at."""
    return tables_now(tournament, Match.Status.PLAYING, limit)


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
