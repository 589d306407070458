"""Creating an event by a form."""

from dataclasses import replace
from typing import Any

from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.generic import TemplateView

from engine import Refusal
from games.models import Player
from tournaments.actions import services
from tournaments.domain.settings import Settings
from tournaments.store.tournament_log import tournament_log
from tournaments.web.forms.event_form import EventForm, reshaped
from tournaments.web.forms.presets import PRESETS, preset_settings
from tournaments.web.public.tournament_page import tournament_or_404


class NewTournamentView(LoginRequiredMixin, TemplateView):
    """`?preset=` or `?from=` is what the form begins with. Sent with `reshape`, it only shows the
    options of the formats that were chosen.
    """

    template_name = "tournaments/new.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        preset = self.request.GET.get("preset")
        settings, description = self._begins_with()
        kwargs.setdefault("form", EventForm(settings=settings, description=description))
        shown = preset if preset in PRESETS else next(iter(PRESETS))
        return super().get_context_data(presets=PRESETS.items(), preset=shown, **kwargs)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        settings, _description = self._begins_with()
        if "reshape" in request.POST:
            return self._shown(reshaped(request.POST, settings))
        form = EventForm(request.POST, settings=settings)
        if not form.is_valid():
            return self._shown(form)
        assert isinstance(request.user, Player)
        try:
            about = form.cleaned_data["description"]
            made = services.create(
                request.user, form.settings(), now=timezone.now(), description=about
            )
        except Refusal as refusal:
            form.refused(refusal)
            return self._shown(form)
        return redirect("tournament-console", made.slug)

    def _begins_with(self) -> tuple[Settings, str]:
        """The settings and the description of `?from=`, another event, which starts at no time
        and has no directors yet; or of a preset.
        """
        name = self.request.GET.get("from")
        if not name:
            return preset_settings(self.request.GET.get("preset")), ""
        other = tournament_or_404(name, self.request.user)
        settings = tournament_log.load(other.pk).settings
        again = replace(settings, starts_at=None, check_in_minutes=0, directors=())
        return again, other.description

    def _shown(self, form: EventForm) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form))
