"""Doing what a director asks: what will be recorded is shown first, and confirmed."""

from contextlib import suppress
from typing import Any

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from engine import Refusal
from games.refusals import Stale
from tournaments.actions import services
from tournaments.actions.action import About, Action, Plan
from tournaments.actions.registry import ACTIONS
from tournaments.actions.round_actions import CORRECT, RESOLVE
from tournaments.core.refusals import DependentMatches, UnknownEntrant, UnknownPairing
from tournaments.domain.commands import TournamentCommand
from tournaments.read import round_views
from tournaments.read.queries import find_entrant
from tournaments.read.said import why_disputed
from tournaments.store.entrant_views import entrant_json
from tournaments.store.tournament_log import tournament_log
from tournaments.text.event_descriptions import Words
from tournaments.text.moves import moves_of
from tournaments.web.console.action_form import ActionForm
from tournaments.web.console.buttons import OWN_PAGES
from tournaments.web.console.entrants import entrant_named
from tournaments.web.console.overview import ConsolePage, refusal_message
from tournaments.web.forms.event_form import coded

FACTS_SHOWN = 40
PAGES = {About.EVENT: "tournament-console", About.ENTRANT: "console-entrants"}
TABS = {About.EVENT: "overview", About.ENTRANT: "entrants"}


class ActPage(ConsolePage):
    """The form of an action, then what it would record, then the deed."""

    template_name = "tournaments/console/act.html"
    action: Action
    target: dict[str, Any]

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        self._find(kwargs["operation"])
        return self._form_page(self._form(None))

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        self._find(kwargs["operation"])
        if not self.action.fields:
            return self._press()
        form = self._form(request.POST)
        if not form.is_valid():
            return self._form_page(form)
        try:
            command = self._command(form.given)
            if "confirm" in request.POST:
                return self._do(command)
            return self._preview_page(form, command)
        except DependentMatches as refusal:
            form.add_error("reset_dependents", self._resting(refusal))
        except Stale:
            form.add_error(
                None, coded(_("The tournament has moved on meanwhile: look again."), "stale")
            )
        except Refusal as refusal:
            field = str(refusal.params.get("field", ""))
            form.add_error(field if field in form.fields else None, refusal_message(refusal))
        return self._form_page(form)

    def _resting(self, refusal: DependentMatches) -> str:
        """Which pairings rest on a result, by their rounds and names."""
        words = Words(self.tournament)
        named: Any = refusal.params["pairings"]
        keys = [map(int, one.split("/")) for one in named]
        which = "; ".join(words.table(self.target["stage"], *key) for key in keys)
        said = _("Later pairings rest on this result, and would be taken back: %(which)s.")
        return coded(said % {"which": which}, refusal.code)

    def _find(self, operation: str) -> None:
        """What is asked for, and what it is about, from the address."""
        found = ACTIONS.get(operation)
        if found is None or found in OWN_PAGES:
            raise Http404
        self.action = found
        self.tab = TABS.get(found.about, "rounds")
        self.target = {}
        for part in found.about.parts:
            text = self.request.GET.get(part, "")
            if part == "entrant":
                self.target[part] = text
            elif text.isascii() and text.isdigit() and len(text) < 10:
                self.target[part] = int(text)
            else:
                raise Http404

    def _form(self, data: Any) -> ActionForm:
        if not self.action.fields:
            raise Http404
        try:
            return ActionForm(
                data,
                action=self.action,
                tournament=self.tournament,
                target=self.target,
                suggested=self.request.GET.dict(),
            )
        except Refusal as unknown:
            raise Http404(unknown.detail) from unknown

    def _command(self, given: dict[str, Any]) -> TournamentCommand | Plan:
        return self.action.command(self.player, given, self.target, timezone.now())

    def _press(self) -> HttpResponse:
        try:
            return self._do(self._command({}))
        except Refusal as refusal:
            messages.error(self.request, refusal_message(refusal))
            return redirect(self.back)

    def _do(self, command: TournamentCommand | Plan) -> HttpResponse:
        seen = self.request.POST.get("version", "")
        only_at = int(seen) if seen.isascii() and seen.isdigit() and len(seen) < 10 else None
        before = tournament_log.load(self.tournament.pk)
        events = services.act(
            self.tournament, self.player, command, now=timezone.now(), only_at=only_at
        )
        messages.success(self.request, Words(self.tournament, before).of(events[0]))
        return redirect(self.back)

    def _preview_page(self, form: ActionForm, command: TournamentCommand | Plan) -> HttpResponse:
        events = services.preview(self.tournament, command, now=timezone.now())
        state = tournament_log.load(self.tournament.pk)
        words = Words(self.tournament, state)
        context = self.get_context_data(
            form=form,
            sentences=[words.of(event) for event in events[:FACTS_SHOWN]],
            more=max(0, len(events) - FACTS_SHOWN),
            moves=moves_of(self.tournament, state, events),
            sent=[
                (name, value)
                for name in self.request.POST
                if name not in ("csrfmiddlewaretoken", "confirm", "version", "change")
                for value in self.request.POST.getlist(name)
            ],
            reason=form.cleaned_data.get("reason", ""),
        )
        return self.render_to_response(context)

    def _form_page(self, form: ActionForm) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(
            act=self.action,
            about=self._about(),
            table=self._table(),
            back=self.back,
            query=self.request.GET.urlencode(),
            **kwargs,
        )

    def _about(self) -> str:
        """Whom or what it is about, in a line: an entrant, a round, or a table of it."""
        match self.action.about:
            case About.ENTRANT:
                with suppress(UnknownEntrant):
                    found = find_entrant(self.tournament, self.target["entrant"])
                    return str(entrant_json(found)["name"])
            case About.ROUND:
                name = Words(self.tournament).round(self.target["stage"], self.target["round"])
                return ": ".join(filter(None, (name, self._pair())))
            case About.PAIRING:
                return Words(self.tournament).table(
                    self.target["stage"], self.target["round"], self.target["pairing"]
                )
        return ""

    def _pair(self) -> str:
        """By name, the two whom the address suggests by their numbers; "" where it names nobody."""
        asked = [self.request.GET.get(one, "") for one in ("first", "second")]
        found = [entrant_named(self.tournament, one) for one in asked if one]
        return " – ".join(str(entrant_json(one)["name"]) for one in found if one)

    def _table(self) -> dict[str, Any] | None:
        """How a table has ended that is over, and what is said against that."""
        if self.action not in (RESOLVE, CORRECT):
            return None
        place = [self.target[part] for part in ("stage", "round", "pairing")]
        with suppress(UnknownPairing):
            row = round_views.find_pairing(self.tournament, *place)
            if row.decided:
                documents = round_views.tables(self.tournament, Q(pk=row.pk))
                disputed = why_disputed(self.tournament, row) if row.disputed else ""
                return {"result": documents[0], "disputed": disputed}
        return None

    @property
    def back(self) -> str:
        if self.request.GET.get("from") == "hall":
            return reverse("console-hall", args=[self.tournament.slug])
        page = reverse(PAGES.get(self.action.about, "console-rounds"), args=[self.tournament.slug])
        if self.action.about in (About.ROUND, About.PAIRING):
            return f"{page}?stage={self.target['stage']}&round={self.target['round']}"
        return page
