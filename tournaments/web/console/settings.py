"""The settings of an event before it starts."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from engine import Refusal
from games.models import Player
from tournaments.actions import services
from tournaments.actions.action import Plan
from tournaments.actions.event_actions import CHANGE_SETTINGS
from tournaments.domain.commands import TournamentCommand
from tournaments.domain.settings import Settings
from tournaments.store.tournament_log import tournament_log
from tournaments.text.event_descriptions import Words
from tournaments.web.console.overview import ConsolePage
from tournaments.web.forms.event_form import EventForm, reshaped


class SettingsPage(ConsolePage):
    tab = "settings"
    template_name = "tournaments/console/settings.html"

    def _settings(self) -> Settings:
        return tournament_log.load(self.tournament.pk).settings

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        if "form" not in kwargs:
            settings = self._settings()
            found = Player.objects.filter(pk__in=settings.directors)
            handles = tuple(found.order_by("handle").values_list("handle", flat=True))
            kwargs["form"] = EventForm(
                settings=settings,
                directors=handles,
                description=self.tournament.description,
                later=self._later,
            )
        editable = self.tournament.state in CHANGE_SETTINGS.phases
        return super().get_context_data(editable=editable, later=self._later, **kwargs)

    @property
    def _later(self) -> bool:
        return self.tournament.state not in ("draft", "registration")

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        settings = self._settings()
        if "reshape" in request.POST:
            return self._shown(reshaped(request.POST, settings))
        form = EventForm(request.POST, settings=settings, later=self._later)
        if not form.is_valid():
            return self._shown(form)
        try:
            now = timezone.now()
            given = {
                "settings": form.settings(),
                "description": form.cleaned_data["description"],
                "reason": form.cleaned_data.get("reason", ""),
            }
            command = CHANGE_SETTINGS.command(self.player, given, {}, now)
            if self._later and "confirm" not in request.POST:
                return self._previewed(form, command)
            services.act(self.tournament, self.player, command, now=now)
        except Refusal as refusal:
            form.refused(refusal)
            return self._shown(form)
        messages.success(request, _("The settings are changed."))
        return redirect("tournament-console", self.tournament.slug)

    def _previewed(self, form: EventForm, command: TournamentCommand | Plan) -> HttpResponse:
        """What would be recorded, above the form that still holds what was sent."""
        events = services.preview(self.tournament, command, now=timezone.now())
        words = Words(self.tournament, tournament_log.load(self.tournament.pk))
        sentences: list[str] = [words.of(event) for event in events] or [_("Nothing changes.")]
        return self.render_to_response(self.get_context_data(form=form, sentences=sentences))

    def _shown(self, form: EventForm) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form))
