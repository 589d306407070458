"""Pages for who looks on: the wall of tables, television, and overlays for streams."""

from typing import Any

from csp.decorators import csp_replace
from django.http import Http404
from django.urls import reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.generic import TemplateView

from games.match import queries as matches
from games.refusals import MatchClosed, UnknownMatch
from tournaments.read import wall
from tournaments.read.results_now import newest_results
from tournaments.web.public.television import first_open, television
from tournaments.web.public.tournament_page import TournamentPage

Json = dict[str, Any]
RESULTS_IN_TICKER = 12


class WallView(TemplateView):
    """The tables of the whole house."""

    template_name = "gallery/wall.html"

    def get_context_data(self, **kwargs: Any) -> Json:
        return super().get_context_data(
            wall=wall.document(None, page_in(self.request.GET.get("page", ""))),
            wall_address=reverse("api-wall"),
            tv_address=reverse("tv"),
            **kwargs,
        )


class EventWallView(TournamentPage):
    """The tables of an event."""

    template_name = "gallery/event_wall.html"
    tab = "wall"

    def show(self) -> Json:
        return {
            "wall": wall.document(self.tournament, page_in(self.request.GET.get("page", ""))),
            "wall_address": reverse("api-tournament-wall", args=[self.tournament.slug]),
            "tv_address": reverse("tournament-tv", args=[self.tournament.slug]),
        }


class TvView(TemplateView):
    """One table, the most exciting of the house, and then the next."""

    template_name = "gallery/tv.html"

    def get_context_data(self, **kwargs: Any) -> Json:
        return super().get_context_data(**television(), **kwargs)


class EventTvView(TournamentPage):
    """The same of one event."""

    template_name = "gallery/tv.html"

    def show(self) -> Json:
        document = wall.document(self.tournament)
        return {
            "first": first_open(document["results"]),
            "wall_address": reverse("api-tournament-wall", args=[self.tournament.slug]),
            "wall_page": reverse("tournament-wall", args=[self.tournament.slug]),
        }


@method_decorator(xframe_options_exempt, name="dispatch")
@method_decorator(csp_replace({"frame-ancestors": ["*"]}), name="dispatch")
class TableOverlayView(TemplateView):
    """One table on nothing, to lay over a picture: what anybody may see, whoever asks."""

    template_name = "gallery/overlay_table.html"

    def get_context_data(self, **kwargs: Any) -> Json:
        try:
            view = matches.shell(kwargs["match_id"], None, timezone.now())
        except UnknownMatch as unknown:
            raise Http404(unknown.detail) from unknown
        except MatchClosed:
            view = None
        return super().get_context_data(view=view, match=kwargs["match_id"].hex, **kwargs)


@method_decorator(xframe_options_exempt, name="dispatch")
@method_decorator(csp_replace({"frame-ancestors": ["*"]}), name="dispatch")
class TickerView(TournamentPage):
    """The newest results of an event in a line, on nothing."""

    template_name = "gallery/overlay_ticker.html"

    def show(self) -> Json:
        return {"results": newest_results(self.tournament, RESULTS_IN_TICKER)}


def page_in(text: str) -> int:
    is_page = text.isascii() and text.isdigit() and len(text) < 5
    return max(1, int(text)) if is_page else 1
