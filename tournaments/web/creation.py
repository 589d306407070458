"""Creating a tournament by a form."""

from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.generic import FormView

from engine import Refusal
from tournaments import services
from tournaments.domain.settings import Settings, StageSettings
from tournaments.web.forms import NewTournamentForm


class NewTournamentView(LoginRequiredMixin, FormView):
    form_class = NewTournamentForm
    template_name = "tournaments/new.html"

    def form_valid(self, form: NewTournamentForm) -> HttpResponse:
        try:
            given = dict(form.cleaned_data)
            stages = (StageSettings(given.pop("format")),)
            settings = Settings(**given, stages=stages)
            made = services.create(self.request.user, settings, now=timezone.now())
        except Refusal as refusal:
            field = refusal.params.get("field")
            form.add_error(field if field in form.fields else None, refusal.detail)
            return self.form_invalid(form)
        return redirect("tournament", made.slug)
