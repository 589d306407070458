"""The console's pages: how the event stands, and its entrants. For directors alone."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.generic import TemplateView

from engine import Refusal
from games.models import Player
from tournaments.core.refusals import NotDirector
from tournaments.models import Entrant, Tournament
from tournaments.read import queries, summaries
from tournaments.read.trf import has_report
from tournaments.store.entrant_views import entrant_json
from tournaments.store.tournament_log import tournament_log
from tournaments.web.console.buttons import (
    acts_of_entrant,
    acts_of_event,
    ways_in,
)
from tournaments.web.console.entrants import looked_for
from tournaments.web.console.next import next_step
from tournaments.web.forms.event_form import coded
from tournaments.web.forms.forms import BotsForm

ON_A_PAGE = 50
TABS: tuple[tuple[str, Promise, str], ...] = (
    ("overview", _("Overview"), "tournament-console"),
    ("entrants", _("Entrants"), "console-entrants"),
    ("rounds", _("Rounds and results"), "console-rounds"),
    ("hall", _("Table hall"), "console-hall"),
    ("settings", _("Settings"), "console-settings"),
    ("log", _("Record"), "console-log"),
)


class ConsolePage(TemplateView):
    """`self.tournament` and `self.player`, who directs it, are there; others are sent away."""

    tab: str = "overview"
    tournament: Tournament
    player: Player

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            self.tournament = queries.find(kwargs["slug"], request.user)
        except Refusal as unknown:
            raise Http404(unknown.detail) from unknown
        if not isinstance(request.user, Player):
            return redirect(f"{reverse('sign-in')}?{urlencode({'next': request.path})}")
        if not queries.is_director(self.tournament, request.user):
            messages.error(request, refusal_message(NotDirector()))
            return redirect("tournament", self.tournament.slug)
        self.player = request.user
        return super().dispatch(request, *args, **kwargs)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(
            tournament=summaries.of(self.tournament), tabs=TABS, tab=self.tab, **kwargs
        )


def refusal_message(refusal: Refusal) -> str:
    """A refusal as a page says it: the sentence; the code beside it is for whoever reads the page
    by a program.
    """
    return coded(refusal.detail, refusal.code)


class OverviewPage(ConsolePage):
    template_name = "tournaments/console/overview.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        state = tournament_log.load(self.tournament.pk)
        return super().get_context_data(
            next=next_step(state, timezone.now()),
            failed=self.tournament.failed,
            acts=acts_of_event(self.tournament),
            has_report=has_report(state),
            can_start=self.tournament.state in ("registration", "check_in") and state.can_start,
            takes_entries=ways_in(self.tournament)["may_add"],
            bots_form=BotsForm(free=state.free) if state.free > 0 else None,
            **kwargs,
        )


class EntrantsPage(ConsolePage):
    tab = "entrants"
    template_name = "tournaments/console/entrants.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        asked = self.request.GET
        text, state = asked.get("q", "")[:80], asked.get("state", "")
        found = looked_for(self.tournament, text, state)
        page = Paginator(found, ON_A_PAGE).get_page(asked.get("page"))
        rows = [
            {**entrant_json(one), "acts": acts_of_entrant(self.tournament, one, self.player.pk.hex)}
            for one in page.object_list
        ]
        return super().get_context_data(
            rows=rows, page=page, q=text, state=state, states=Entrant.State.choices,
            kept=kept(q=text, state=state), **ways_in(self.tournament), **kwargs,
        )  # fmt: skip


def kept(**asked: object) -> str:
    """What was asked, for the links to other pages of the same."""
    given = {name: value for name, value in asked.items() if value}
    return f"&{urlencode(given)}" if given else ""
