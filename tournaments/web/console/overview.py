"""The console's pages: how the event stands, its entrants, its rounds, and the record of who did
what. For directors alone.
"""

from collections import Counter
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.generic import TemplateView

from engine import Refusal
from games.models import Event, Player
from games.store import eventstore
from tournaments.actions.entry_actions import ENTER_BOTS
from tournaments.actions.round_actions import FORFEIT, OVERRIDE, PUBLISH
from tournaments.core.refusals import NotDirector
from tournaments.documents import RoundDocument
from tournaments.domain.evolve import evolve
from tournaments.domain.state import NEW, State
from tournaments.models import Entrant, Round, Tournament
from tournaments.read import queries, round_views
from tournaments.read.trf import has_report
from tournaments.store.entrant_views import entrant_json
from tournaments.store.tournament_log import event_of, tournament_log
from tournaments.text.event_descriptions import Words
from tournaments.text.stage_names import stage_name
from tournaments.web.console.buttons import (
    Button,
    acts_of_entrant,
    acts_of_event,
    acts_of_pairing,
    acts_of_round,
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
            tournament=queries.summary(self.tournament), tabs=TABS, tab=self.tab, **kwargs
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
            can_start=self.tournament.state in ("registration", "check_in"),
            takes_entries=self.tournament.state in ENTER_BOTS.phases,
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
            {**entrant_json(one), "acts": acts_of_entrant(self.tournament, one)}
            for one in page.object_list
        ]
        return super().get_context_data(
            rows=rows, page=page, q=text, state=state, states=Entrant.State.choices, **kwargs
        )


class RoundsPage(ConsolePage):
    """`?stage=&round=` is the round shown; else the newest that is not over."""

    tab = "rounds"
    template_name = "tournaments/console/rounds.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        rows = list(Round.objects.filter(tournament=self.tournament))
        shown = self._shown(rows)
        documents = round_views.round_documents(self.tournament, [shown] if shown else [])
        document = _with_acts(self.tournament, documents[0]) if documents else None
        acts = acts_of_round(self.tournament, shown, rows) if shown else []
        name = round_views.names_of(self.tournament)
        offered = {one.action: f"{self._address(one)}" for one in acts}
        return super().get_context_data(
            rounds=[
                {"stage": row.stage, "number": row.number, "name": self._called(row, name)}
                for row in rows
            ],
            shown=shown,
            title=self._called(shown, name) if shown else "",
            missing=missing_of(documents[0]) if documents else "",
            document=document,
            acts=acts,
            swap=offered.get(OVERRIDE),
            publish=offered.get(PUBLISH),
            **kwargs,
        )

    def _address(self, button: Button) -> str:
        address = reverse("console-act", args=[self.tournament.slug, button.action.name])
        return f"{address}?{button.query}"

    def _called(self, row: Round, name: round_views.Names) -> str:
        """The name of a round, behind that of its stage where there are several."""
        stage = stage_name(tournament_log.load(self.tournament.pk), row.stage)
        return f"{stage}: {name(row.stage, row.number)}" if stage else name(row.stage, row.number)

    def _shown(self, rows: list[Round]) -> Round | None:
        asked = (self.request.GET.get("stage"), self.request.GET.get("round"))
        for row in rows:
            if (str(row.stage), str(row.number)) == asked:
                return row
        open_rounds = [row for row in rows if row.state != Round.State.CLOSED]
        return next(iter(open_rounds), rows[-1] if rows else None)


def missing_of(document: RoundDocument) -> str:
    """What is still missing of the round, in a sentence."""
    states = Counter(one["state"] for one in document["pairings"])
    parts = []
    if count := states["waiting"]:
        said = ngettext("%(count)d table has not begun", "%(count)d tables have not begun", count)
        parts.append(said % {"count": count})
    if count := states["playing"]:
        said = ngettext("%(count)d is being played", "%(count)d are being played", count)
        parts.append(said % {"count": count})
    if count := sum(one["disputed"] for one in document["pairings"]):
        said = ngettext("%(count)d result is disputed", "%(count)d results are disputed", count)
        parts.append(said % {"count": count})
    if document["state"] == "draft":
        return gettext("It starts when you publish it.")
    return f"{'; '.join(parts)}." if parts else gettext("Nothing is missing.")


def _with_acts(tournament: Tournament, document: RoundDocument) -> dict[str, object]:
    """The round, each pairing with what a director may do there."""
    pairings = [
        {
            **one,
            "acts": acts_of_pairing(tournament, one),
            "may_forfeit": tournament.state in FORFEIT.phases
            and one["state"] in ("waiting", "playing")
            and len(one["sides"]) == 2,
        }
        for one in document["pairings"]
    ]
    return {**document, "pairings": pairings}


def _states_before(tournament: Tournament, versions: set[int]) -> dict[int, State]:
    """The event as it was before each of these facts: who sat where, and what was set."""
    found: dict[int, State] = {}
    state = NEW
    most = max(versions, default=0)
    for fact in eventstore.read(tournament_log.stream_of(tournament.pk), limit=most):
        if fact.version in versions:
            found[fact.version] = state
        state = evolve(state, event_of(fact))
    return found


class LogPage(ConsolePage):
    """What people did, newest first, each fact with who, when and why."""

    tab = "log"
    template_name = "tournaments/console/log.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        stream = tournament_log.stream_of(self.tournament.pk)
        facts = Event.objects.filter(stream=stream, actor__startswith="player:")
        page = Paginator(facts.order_by("-version"), ON_A_PAGE).get_page(
            self.request.GET.get("page")
        )
        facts_shown = eventstore.without_secrets(list(page.object_list))
        states = _states_before(self.tournament, {fact.version for fact in facts_shown})
        words = Words(self.tournament)
        lines = [
            {
                "version": fact.version,
                "at": fact.recorded_at,
                "who": words.player(fact.actor.removeprefix("player:")),
                "what": words.at(states[fact.version]).sentence(fact.type, fact.data),
                "reason": fact.data.get("reason", ""),
            }
            for fact in facts_shown
        ]
        return super().get_context_data(lines=lines, page=page, **kwargs)
