"""Directors enter others: people by handle, bots, and whoever a file names; and set the seeding."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.exceptions import APIException

from engine import Refusal
from games.identity import new_id
from tournaments.actions import entries_import, services
from tournaments.actions.player_lookup import player_of
from tournaments.api.csv_body import csv_text
from tournaments.core.refusals import BadCsv
from tournaments.domain.commands import Entry, RegisterEntrants, SetSeeding
from tournaments.domain.entries import CLUB_LENGTH
from tournaments.domain.fact_parts import Member
from tournaments.domain.settings import NAME_LENGTH
from tournaments.store.entrant_views import entrant_json, entrant_rows
from tournaments.store.tournament_log import tournament_log
from tournaments.web.console.overview import ConsolePage, said
from tournaments.web.forms.forms import BotsForm

SEEDS_SHOWN = 500
# What a form may carry along for the confirmation; a larger file is chosen once more.
CARRIED = 48 * 1024


class AddForm(forms.Form):
    handle = forms.CharField(label=gettext_lazy("Handle"), max_length=24)
    partner = forms.CharField(label=gettext_lazy("Partner"), max_length=24, required=False)
    name = forms.CharField(label=gettext_lazy("Name"), max_length=NAME_LENGTH, required=False)
    club = forms.CharField(label=gettext_lazy("Club"), max_length=CLUB_LENGTH, required=False)


class AddPage(ConsolePage):
    """One entrant by handle, or two handles where pairs play."""

    tab = "entrants"
    template_name = "tournaments/console/add.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        kwargs.setdefault("form", AddForm())
        return super().get_context_data(**kwargs)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        form = AddForm(request.POST)
        if form.is_valid():
            try:
                self._enter(form.cleaned_data)
            except Refusal as refusal:
                field = str(refusal.params.get("field", ""))
                form.add_error(field if field in form.fields else None, said(refusal))
            else:
                messages.success(
                    request, _("%(who)s is in.") % {"who": form.cleaned_data["handle"]}
                )
                return redirect("console-entrants", self.tournament.slug)
        return self.render_to_response(self.get_context_data(form=form))

    def _enter(self, given: dict[str, Any]) -> None:
        fields = [one for one in ("handle", "partner") if given[one]]
        players = [player_of(given[one], one) for one in fields]
        members = tuple(Member(one.pk.hex, one.bot or None) for one in players)
        entry = Entry(new_id().hex, members, given["name"], given["club"])
        command = RegisterEntrants(self.player.pk.hex, (entry,))
        services.act(self.tournament, self.player, command, now=timezone.now())


class BotsPress(ConsolePage):
    http_method_names = ["post"]

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        form = BotsForm(request.POST)
        if not form.is_valid():
            messages.error(request, _("Choose a kind of bot, and how many."))
            return redirect("tournament-console", self.tournament.slug)
        chosen = form.cleaned_data
        try:
            services.enter_bots(
                self.tournament, self.player, chosen["bot"], chosen["count"], now=timezone.now()
            )
            messages.success(request, _("The bots are in."))
        except Refusal as refusal:
            messages.error(request, said(refusal))
        return redirect("tournament-console", self.tournament.slug)


class StartPress(ConsolePage):
    http_method_names = ["post"]

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        try:
            services.start(self.tournament, self.player, now=timezone.now())
            messages.success(request, _("The tournament has started."))
        except Refusal as refusal:
            messages.error(request, said(refusal))
        return redirect("tournament-console", self.tournament.slug)


class ImportForm(forms.Form):
    file = forms.FileField(label=gettext_lazy("A CSV file"), required=False)
    text = forms.CharField(
        label=gettext_lazy("Or its text"),
        required=False,
        strip=False,
        max_length=CARRIED,
        help_text=gettext_lazy("A header row first: handle, and if wanted partner, name, club."),
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("file"):
            try:
                cleaned["text"] = csv_text(cleaned["file"])
            except APIException as refused:
                code = getattr(refused.detail, "code", refused.default_code)
                self.add_error("file", f"{refused.detail} ({code})")
        elif not cleaned.get("text"):
            self.add_error(None, _("Choose a file, or write what it would hold."))
        return cleaned


class ImportPage(ConsolePage):
    """First every row that would enter, or every one that is wrong; then all enter, or nobody."""

    tab = "entrants"
    template_name = "tournaments/console/import.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        kwargs.setdefault("form", ImportForm())
        return super().get_context_data(**kwargs)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        form = ImportForm(request.POST, request.FILES)
        context: dict[str, Any] = {"form": form}
        if form.is_valid():
            text = form.cleaned_data["text"]
            try:
                if "confirm" in request.POST:
                    made = entries_import.enter_all(
                        self.tournament, self.player, text, now=timezone.now()
                    )
                    messages.success(request, _("%(count)d have entered.") % {"count": len(made)})
                    return redirect("console-entrants", self.tournament.slug)
                rows = entries_import.preview(self.tournament, self.player, text)
                carried = text if len(text.encode()) <= CARRIED else None
                context |= {"rows": rows, "carried": carried}
            except BadCsv as refusal:
                context["wrong"] = refusal.params["rows"]
                context["code"] = refusal.code
            except Refusal as refusal:
                form.add_error(None, said(refusal))
        return self.render_to_response(self.get_context_data(**context))


class SeedingPage(ConsolePage):
    """The order of the seeds by numbers, or by dragging, which writes the numbers."""

    tab = "entrants"
    template_name = "tournaments/console/seeding.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(
            rows=[entrant_json(one) for one in self._in_order()[:SEEDS_SHOWN]],
            too_many=self.tournament.entered > SEEDS_SHOWN,
            **kwargs,
        )

    def _in_order(self) -> list[Any]:
        state = tournament_log.load(self.tournament.pk)
        ids = [one.id for one in state.present]
        place = {one: number for number, one in enumerate(state.seeding)}
        ids.sort(key=lambda one: place.get(one, len(place)))
        rows = {one.pk.hex: one for one in entrant_rows(self.tournament)}
        return [rows[one] for one in ids]

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        present = [one.pk.hex for one in self._in_order()]
        numbers = {one: request.POST.get(f"seed-{one}", "") for one in present}
        if not all(
            text.isascii() and text.isdigit() and len(text) < 7 for text in numbers.values()
        ):
            messages.error(request, _("Every entrant takes a number."))
            return redirect("console-seeding", self.tournament.slug)
        seeds = tuple(sorted(present, key=lambda one: int(numbers[one])))
        command = SetSeeding(self.player.pk.hex, seeds)
        try:
            services.act(self.tournament, self.player, command, now=timezone.now())
            messages.success(request, _("The seeding is set."))
        except Refusal as refusal:
            messages.error(request, said(refusal))
        return redirect("console-seeding", self.tournament.slug)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 7
