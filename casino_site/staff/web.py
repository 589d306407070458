"""The page on which a player reports something to the staff."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.generic import FormView

import games.identity  # noqa: F401 - registers the id converter
from casino_site.staff import reports
from casino_site.staff.models import Report
from games.accounts.callers import signed_in
from games.models import Player
from games.texts import seen
from tournaments.models import Tournament


class ReportForm(forms.Form):
    words = forms.CharField(
        label=_("What is wrong"),
        max_length=reports.WORDS_LENGTH,
        validators=[seen],
        help_text=_("The staff read it. Whom you report does not learn that it was you."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class ReportView(LoginRequiredMixin, FormView):  # type: ignore[type-arg]
    form_class = ReportForm
    template_name = "staff/report.html"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            self.reported = reports.subject_of(kwargs["kind"], kwargs["subject"])
        except reports.NoSuchReported as unknown:
            raise Http404(unknown.detail) from unknown
        return super().dispatch(request, *args, **kwargs)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(
            kind=Report.Kind(self.kwargs["kind"]).label,
            what="" if self.kwargs["kind"] == Report.Kind.CONDUCT else str(self.reported),
            back=self._back(),
            **kwargs,
        )

    def form_valid(self, form: ReportForm) -> HttpResponse:
        reports.report(
            signed_in(self.request.user),
            self.kwargs["kind"],
            self.kwargs["subject"],
            form.cleaned_data["words"],
            timezone.now(),
        )
        messages.success(self.request, _("Thank you: the staff will look at it."))
        return redirect(self._back())

    def _back(self) -> Any:
        """The page of what is reported."""
        row = self.reported
        if isinstance(row, Player):
            return reverse("player", args=[row.handle])
        if isinstance(row, Tournament):
            return reverse("tournament", args=[row.slug])
        return reverse("match", args=[row.pk])


urlpatterns = [
    path("report/<str:kind>/<id:subject>/", ReportView.as_view(), name="report"),
]
