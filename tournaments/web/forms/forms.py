"""Forms of an organiser."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from engine import BOTS
from tournaments.domain import settings as options

RULESET_NAMES = {
    "classic": _("Classic"),
    "two-handed": _("Two-handed"),
    "face-value": _("Face cards have values"),
    "california": _("California"),
    "royal": _("Royal"),
    "spade": _("Spade"),
    "draw": _("Draw"),
}
BOT_NAMES = {
    "random": _("Random: plays anything legal"),
    "novice": _("Novice: a beginner, who misses a lot"),
    "greedy": _("Greedy: takes what it can"),
    "counter": _("Counter: remembers every card"),
    "closer": _("Closer: and plays the last hand perfectly"),
    "master": _("Master: thinks ahead, the strongest"),
}


def _bots() -> list[tuple[str, Any]]:
    return [(key, BOT_NAMES.get(key, key)) for key in BOTS]


class BotsForm(forms.Form):
    """How many bots of a kind to enter, at most the `free` places."""

    bot = forms.ChoiceField(label=_("Kind"), choices=_bots, initial="greedy")
    count = forms.IntegerField(label=_("How many"), min_value=1)

    def __init__(self, *args: Any, free: int = options.CAPACITY[1], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["count"].initial = max(free, 1)
