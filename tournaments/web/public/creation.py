"""Creating an event by a form."""

from typing import Any

from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.generic import TemplateView

from engine import Refusal
from games.models import Player
from tournaments.actions import services
from tournaments.web.forms.event_form import EventForm, reshaped
from tournaments.web.forms.presets import PRESETS, preset_settings


class NewTournamentView(LoginRequiredMixin, TemplateView):
    """`?preset=` is what the form begins with. Sent with `reshape`, it only shows the options of
    the formats that were chosen.
    """

    template_name = "tournaments/new.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        preset = self.request.GET.get("preset")
        kwargs.setdefault("form", EventForm(settings=preset_settings(preset)))
        shown = preset if preset in PRESETS else next(iter(PRESETS))
        return super().get_context_data(presets=PRESETS.items(), preset=shown, **kwargs)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        settings = preset_settings(request.GET.get("preset"))
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

    def _shown(self, form: EventForm) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form))
