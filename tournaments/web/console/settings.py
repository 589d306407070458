"""The settings of an event. Of two directors who change them at once neither undoes the other."""

from dataclasses import asdict
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from engine import Refusal
from games.models import Player
from tournaments.actions import services
from tournaments.actions.event_actions import CHANGE_SETTINGS
from tournaments.actions.saving import Clash, Page, SavingSettings
from tournaments.domain.state import State
from tournaments.store.tournament_log import state_at, tournament_log
from tournaments.text.event_descriptions import Words
from tournaments.text.setting_changes import clashes
from tournaments.web.console.overview import ConsolePage
from tournaments.web.forms.event_form import EventForm, reshaped


class SettingsPage(ConsolePage):
    tab = "settings"
    template_name = "tournaments/console/settings.html"

    def _state(self) -> State:
        return tournament_log.load(self.tournament.pk)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        if "form" not in kwargs:
            state = self._state()
            kwargs["form"] = self._form(Page(state.settings, state.description))
            kwargs["seen"] = state.version
        editable = self.tournament.state in CHANGE_SETTINGS.phases
        return super().get_context_data(editable=editable, later=self._later, **kwargs)

    def _form(self, page: Page) -> EventForm:
        return EventForm(
            settings=page.settings,
            directors=_handles(page.settings.directors),
            description=page.description,
            later=self._later,
        )

    @property
    def _later(self) -> bool:
        return self.tournament.state not in ("draft", "registration")

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        state = self._state()
        if "reshape" in request.POST:
            return self._shown(reshaped(request.POST, state.settings))
        form = EventForm(request.POST, settings=state.settings, later=self._later)
        if not form.is_valid():
            return self._shown(form)
        now, reason = timezone.now(), form.cleaned_data.get("reason", "")
        try:
            plan = SavingSettings(
                by=self.player,
                seen=self._seen(state),
                sent=Page(form.settings(), form.cleaned_data["description"]),
                now=now,
                reason=reason,
            )
            if self._later and "confirm" not in request.POST:
                return self._previewed(form, plan)
            services.act(self.tournament, self.player, plan, now=now)
        except Refusal as refusal:
            form.refused(refusal)
            return self._shown(form)
        except Clash as clash:
            return self._clashed(clash, reason)
        messages.success(request, _("The settings are changed."))
        return redirect("tournament-console", self.tournament.slug)

    def _seen(self, state: State) -> Page:
        """What the page showed from which this was sent: the event as it was at that version."""
        sent = self.request.POST.get("seen", "")
        version = int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 10 else 0
        if 0 < version < state.version:
            state = state_at(self.tournament.pk, version)
        return Page(state.settings, state.description)

    def _previewed(self, form: EventForm, plan: SavingSettings) -> HttpResponse:
        """What would be recorded, above the form that still holds what was sent."""
        events = services.preview(self.tournament, plan, now=plan.now)
        words = Words(self.tournament, self._state())
        sentences: list[str] = [words.of(event) for event in events] or [_("Nothing changes.")]
        return self._shown(form, sentences=sentences)

    def _clashed(self, clash: Clash, reason: str) -> HttpResponse:
        """The form as the second of two wants it, with what the first has changed beside it, and
        above it what both have changed: whoever sends it again has seen both.
        """
        form = self._form(clash.ours)
        form.initial["reason"] = reason
        both = clashes(_told(clash.theirs), _told(clash.ours))
        return self.render_to_response(
            self.get_context_data(form=form, clashes=both, seen=clash.version)
        )

    def _shown(self, form: EventForm, **kwargs: Any) -> HttpResponse:
        seen = self.request.POST.get("seen", "")
        return self.render_to_response(self.get_context_data(form=form, seen=seen, **kwargs))


def _told(page: Page) -> dict[str, Any]:
    """For sentences: directors by their handles, and the description as one of the settings."""
    told = asdict(page.settings)
    told["directors"] = list(_handles(page.settings.directors))
    return {**told, "description": page.description}


def _handles(directors: tuple[str, ...]) -> tuple[str, ...]:
    found = Player.objects.filter(pk__in=directors)
    return tuple(found.order_by("handle").values_list("handle", flat=True))
