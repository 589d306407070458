"""Directors enter others: people by handle, bots, and whoever a file names; and set the seeding."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine import Refusal
from tournaments.actions import entries_import, services
from tournaments.actions.csv_file import csv_text
from tournaments.actions.entry_actions import ENTER_LISTED, ENTER_OTHER, PARTNER
from tournaments.actions.event_actions import SET_SEEDING
from tournaments.core.refusals import BadCsv
from tournaments.store.entrant_views import entrant_json, entrant_rows
from tournaments.store.tournament_log import tournament_log
from tournaments.web.console.action_form import ActionForm
from tournaments.web.console.overview import ConsolePage, refusal_message
from tournaments.web.forms.forms import BotsForm

SEEDS_SHOWN = 500
# What a form may carry along for the confirmation; a larger file is chosen once more.
CARRIED = 48 * 1024


class AddPage(ConsolePage):
    """One entrant by handle, or two handles where pairs play."""

    tab = "entrants"
    template_name = "tournaments/console/add.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        kwargs.setdefault("form", self._form(None))
        return super().get_context_data(**kwargs)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        form = self._form(request.POST)
        if form.is_valid():
            try:
                self._enter(form.given)
            except Refusal as refusal:
                field = str(refusal.params.get("field", ""))
                form.add_error(field if field in form.fields else None, refusal_message(refusal))
            else:
                messages.success(request, _("%(who)s is in.") % {"who": form.given["handle"]})
                return redirect("console-entrants", self.tournament.slug)
        return self.render_to_response(self.get_context_data(form=form))

    def _form(self, data: Any) -> ActionForm:
        form = ActionForm(data, action=ENTER_OTHER, tournament=self.tournament, target={})
        if self.tournament.settings["team"] == 1:
            form.leave_out(PARTNER)
        return form

    def _enter(self, given: dict[str, Any]) -> None:
        now = timezone.now()
        command = ENTER_OTHER.command(self.player, given, {}, now)
        services.act(self.tournament, self.player, command, now=now)


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
            messages.error(request, refusal_message(refusal))
        return redirect("tournament-console", self.tournament.slug)


class StartPress(ConsolePage):
    http_method_names = ["post"]

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        try:
            services.start(self.tournament, self.player, now=timezone.now())
            messages.success(request, _("The tournament has started."))
        except Refusal as refusal:
            messages.error(request, refusal_message(refusal))
        return redirect("tournament-console", self.tournament.slug)


class ImportForm(forms.Form):
    file = forms.FileField(label=gettext_lazy("A CSV file"), required=False)
    text = forms.CharField(
        label=gettext_lazy("Or its text"),
        required=False,
        strip=False,
        max_length=CARRIED,
        help_text=gettext_lazy(
            "A header row first: handle, and if wanted partner, name, club, seed, rating."
        ),
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("file"):
            try:
                cleaned["text"] = csv_text(cleaned["file"])
            except Refusal as refused:
                self.add_error("file", refusal_message(refused))
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
                    count = self._enter(text)
                    messages.success(request, _("%(count)d have entered.") % {"count": count})
                    return redirect("console-entrants", self.tournament.slug)
                rows = entries_import.preview(self.tournament, self.player, text)
                carried = text if len(text.encode()) <= CARRIED else None
                context |= {"rows": rows, "carried": carried}
            except BadCsv as refusal:
                context["wrong"] = refusal.params["rows"]
                context["code"] = refusal.code
            except Refusal as refusal:
                form.add_error(None, refusal_message(refusal))
        return self.render_to_response(self.get_context_data(**context))

    def _enter(self, text: str) -> int:
        """How many have entered."""
        now = timezone.now()
        command = ENTER_LISTED.command(self.player, {"text": text}, {}, now)
        return len(services.act(self.tournament, self.player, command, now=now))


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
        seeds, now = sorted(present, key=lambda one: int(numbers[one])), timezone.now()
        try:
            command = SET_SEEDING.command(self.player, {"seeds": seeds}, {}, now)
            services.act(self.tournament, self.player, command, now=now)
            messages.success(request, _("The seeding is set."))
        except Refusal as refusal:
            messages.error(request, refusal_message(refusal))
        return redirect("console-seeding", self.tournament.slug)
