"""Forms of an organiser."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from engine import BOTS, RULESETS
from tournaments.domain import settings as options
from tournaments.formats import FORMATS

SEATS = 2
RULESET_NAMES = {
    "classic": _("Classic"),
    "two-handed": _("Two-handed"),
    "face-value": _("Face cards have values"),
    "california": _("California"),
    "royal": _("Royal"),
    "spade": _("Spade"),
    "draw": _("Draw"),
}
AUTOSTARTS = [
    ("manual", _("when the organiser starts it")),
    ("full", _("when every place is taken")),
    ("first_person", _("when the first person has entered")),
]
BOT_NAMES = {"random": _("random: plays anything legal"), "greedy": _("greedy: takes what it can")}


def _rulesets() -> list[tuple[str, Any]]:
    playable = [key for key, ruleset in RULESETS.items() if SEATS in ruleset.players]
    return [(key, RULESET_NAMES.get(key, key)) for key in playable]


def _bots() -> list[tuple[str, Any]]:
    return [(key, BOT_NAMES.get(key, key)) for key in BOTS]


def _whole(label: Any, bounds: tuple[int, int], initial: int, **more: Any) -> forms.IntegerField:
    least, most = bounds
    return forms.IntegerField(label=label, min_value=least, max_value=most, initial=initial, **more)


class NewTournamentForm(forms.Form):
    name = forms.CharField(
        label=_("Name"),
        max_length=options.NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    format = forms.ChoiceField(label=_("Format"), choices=lambda: [(key, key) for key in FORMATS])
    ruleset = forms.ChoiceField(label=_("Rules"), choices=_rulesets, initial="classic")
    capacity = _whole(_("Places"), options.CAPACITY, 16, help_text=_("2 to 16384 entrants."))
    turn_seconds = _whole(
        _("Seconds a turn"),
        options.TURN_SECONDS,
        30,
        help_text=_("When they run out, the house plays for you."),
    )
    bot_pace_ms = _whole(
        _("Pace of bots, in milliseconds"),
        options.BOT_PACE_MS,
        800,
        help_text=_("How long a bot waits before it plays."),
    )
    autostart = forms.ChoiceField(label=_("It starts"), choices=AUTOSTARTS, initial="manual")
    fill_with_bots = forms.ChoiceField(
        label=_("Places left at the start"),
        choices=lambda: [("", _("stay empty")), *_bots()],
        required=False,
    )

    def clean_fill_with_bots(self) -> str | None:
        return self.cleaned_data["fill_with_bots"] or None


class BotsForm(forms.Form):
    """How many bots of a kind to enter, at most the `free` places."""

    bot = forms.ChoiceField(label=_("Kind"), choices=_bots, initial="greedy")
    count = forms.IntegerField(label=_("How many"), min_value=1)

    def __init__(self, *args: Any, free: int = options.CAPACITY[1], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["count"].initial = max(free, 1)
