"""Options as fields of a form: one kind of field for each kind of option."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.core.planning import Option
from tournaments.text import tie_break_names
from tournaments.web.forms.points import PointsField

ORDER_SHOWN = 6
LABELS: Mapping[str, Promise] = {
    "capacity": gettext_lazy("Places"),
    "team": gettext_lazy("Players to an entrant"),
    "turn_seconds": gettext_lazy("Seconds a turn"),
    "bank_seconds": gettext_lazy("Seconds in the bank, beside the turns"),
    "bot_pace_ms": gettext_lazy("Pace of bots, in milliseconds"),
    "fill_with_bots": gettext_lazy("Places left at the start"),
    "autostart": gettext_lazy("It starts"),
    "check_in_minutes": gettext_lazy("Minutes of check-in"),
    "round_gap_seconds": gettext_lazy("Seconds between rounds"),
    "provisional_minutes": gettext_lazy("Minutes before results are final"),
    "starts": gettext_lazy("Tables of a round start"),
    "publish": gettext_lazy("Publishing pairings"),
    "bye_score": gettext_lazy("What a bye earns"),
    "requested_bye_score": gettext_lazy("What a bye that was asked for earns"),
    "fide_2023": gettext_lazy("FIDE 2023"),
    "both_away": gettext_lazy("Who goes on where both stay away"),
    "both_lose": gettext_lazy("Nobody"),
    "higher_seed": gettext_lazy("The higher seed"),
    "watching": gettext_lazy("When others see the tables"),
    "watching_plays": gettext_lazy("How many plays later"),
    "watching_seconds": gettext_lazy("How many seconds later"),
    "directors_look": gettext_lazy("Directors may look at tables live"),
    "live": gettext_lazy("As they are played"),
    "plays": gettext_lazy("Some plays later"),
    "seconds": gettext_lazy("Some seconds later"),
    "deal": gettext_lazy("At the end of each deal"),
    "match": gettext_lazy("At the end of the match"),
    "round": gettext_lazy("At the end of the round"),
    "no_trail": gettext_lazy("No trailing beside a build"),
    "contributors": gettext_lazy("Who created or added to it"),
    "owner": gettext_lazy("Who added last"),
    "never": gettext_lazy("Nobody"),
    "low_ace": gettext_lazy("1"),
    "high_ace": gettext_lazy("1, or 14 when it is played"),
    "pairs": gettext_lazy("In twos"),
    "singly": gettext_lazy("One by one"),
    "points-cards": gettext_lazy("Points for most cards"),
    "points-spades": gettext_lazy("Points for most spades"),
    "points-big_casino": gettext_lazy("Points for the ten of diamonds"),
    "points-little_casino": gettext_lazy("Points for the two of spades"),
    "points-ace": gettext_lazy("Points for each ace"),
    "points-each_spade": gettext_lazy("Points for each spade"),
    "points-spade_jack": gettext_lazy("More points for the jack of spades"),
}
# What people are asked for in points.
SCORES: Mapping[str, Promise] = {
    "bye_score": gettext_lazy("In points: 1 is a win, 0.5 half of one."),
    "requested_bye_score": gettext_lazy("In points: 0.5 is half a win."),
}
WORKED_OUT = gettext_lazy("worked out")


class NumbersField(forms.CharField):
    """Whole numbers with commas between them, as a list."""

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else value

    def to_python(self, value: Any) -> Any:
        text = str(super().to_python(value) or "")
        parts = [part.strip() for part in text.replace(";", ",").split(",") if part.strip()]
        if not all(part.isascii() and part.isdigit() and len(part) < 6 for part in parts):
            raise forms.ValidationError(_("Write whole numbers with commas between them."))
        return [int(part) for part in parts]


class OrderWidget(forms.MultiWidget):
    """So many choices, one after the other."""

    def __init__(self, choices: list[tuple[str, Any]], shown: int) -> None:
        one = [("", "-"), *choices]
        super().__init__([forms.Select(choices=one) for _number in range(shown)])

    def decompress(self, value: Any) -> list[Any]:
        return list(value or [])

    def id_for_label(self, id_: str) -> str:
        return f"{id_}_0" if id_ else id_

    def get_context(self, name: str, value: Any, attrs: Any) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        for number, one in enumerate(context["widget"]["subwidgets"], 1):
            one["attrs"]["aria-label"] = _("Number %(number)d") % {"number": number}
        return context


class OrderField(forms.Field):
    """The chosen keys in their order, without the gaps."""

    def __init__(self, choices: list[tuple[str, Any]], shown: int, **options: Any) -> None:
        super().__init__(widget=OrderWidget(choices, shown), **options)

    def clean(self, value: Any) -> list[str]:
        return [one for one in value or [] if one]


def field_of(option: Option, value: Any = None, unset: str | Promise | None = None) -> forms.Field:
    """The field of an option, showing `value` or the default; `unset` is what a choice offers to
    who chooses nothing.
    """
    initial: Any = option.default if value is None else value
    common: dict[str, Any] = {
        "label": LABELS.get(option.name, label_of(option.name)),
        "help_text": option.help,
        "required": False,
        "initial": initial,
    }
    if option.name in SCORES:
        common["help_text"] = SCORES[option.name]
        return PointsField(least=option.least, most=option.most, **common)
    match option.kind:
        case "flag":
            return forms.BooleanField(**common)
        case "choice":
            choices = [(key, LABELS.get(key, label_of(key))) for key in option.choices]
            if unset is not None or option.default is None:
                choices.insert(0, ("", unset or _("none")))
            return forms.ChoiceField(choices=choices, **common)
        case "sizes":
            return NumbersField(**common)
        case "order":
            keys = [(key, _tie_break(key)) for key in option.choices]
            shown = max(ORDER_SHOWN, len(initial or ()))
            return OrderField(keys, min(shown, len(keys)), **common)
    field = forms.IntegerField(min_value=option.least, max_value=option.most, **common)
    if option.default is None:
        field.widget.attrs["placeholder"] = WORKED_OUT
    return field


def chosen(options: Iterable[Option], cleaned: Mapping[str, Any], prefix: str) -> dict[str, Any]:
    """What the fields `prefix`+name hold, without those that were left to the default."""
    found = {}
    for option in options:
        value = cleaned.get(f"{prefix}{option.name}")
        if value not in (None, "", []):
            found[option.name] = value
    return found


def label_of(key: str) -> str:
    """The words of a key: `round_gap_seconds` is "Round gap seconds"."""
    return key.replace("_", " ").capitalize()


def _tie_break(key: str) -> str:
    found = tie_break_names.NAMES.get(key)
    return str(found.name) if found else label_of(key)
