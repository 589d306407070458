"""What somebody chooses before a casual match, and the table that is made of it."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from engine.bots import BOTS
from engine.rules.rulesets import RULESETS
from games.casual.wishes import ANY_BOT, LINK, OPEN, among_bots
from tournaments.web.forms.forms import BOT_NAMES, RULESET_NAMES

BOT, FRIEND, ANYBODY = "bot", "friend", "anybody"
PACES = {
    "": _("As usual"),
    "quick": _("Quick: 10 seconds a turn, and half a minute in the bank"),
    "brisk": _("Brisk: 20 seconds a turn, and a minute in the bank"),
    "calm": _("Calm: 40 seconds a turn, and three minutes in the bank"),
    "unhurried": _("Unhurried: three minutes a turn, and ten in the bank"),
}
CLOCKS = {"quick": (10, 30), "brisk": (20, 60), "calm": (40, 180), "unhurried": (180, 600)}
LENGTHS = {"": _("As the rules have it"), "11": _("Short: to 11 points")}


def bot_choices() -> list[tuple[str, Any]]:
    return [("", _("One that suits me")), *((key, BOT_NAMES.get(key, key)) for key in BOTS)]


class TableForm(forms.Form):
    """Each field has a default, so that a button alone is a whole form."""

    opponent = forms.ChoiceField(
        label=_("Play"),
        choices=[
            (BOT, _("against bots")),
            (FRIEND, _("with a friend, who gets a link")),
            (ANYBODY, _("with anybody who looks for a match")),
        ],
        required=False,
        initial=BOT,
    )
    seats = forms.TypedChoiceField(
        label=_("Players"),
        coerce=int,
        choices=[
            (2, _("2")), (3, _("3, each alone")), (4, _("4, two and two")), (6, _("6, each alone")),
        ],
        required=False,
        initial=2,
    )  # fmt: skip
    bot = forms.ChoiceField(label=_("Strength of bots"), choices=bot_choices, required=False)
    ruleset = forms.ChoiceField(
        label=_("Rules"),
        choices=[(key, RULESET_NAMES.get(key, key)) for key in RULESETS],
        required=False,
        initial="classic",
    )
    pace = forms.ChoiceField(label=_("Time"), choices=[*PACES.items()], required=False)
    length = forms.ChoiceField(label=_("Length"), choices=[*LENGTHS.items()], required=False)
    fill = forms.BooleanField(label=_("Bots take all other seats"), required=False)
    rated = forms.BooleanField(
        label=_("Rated"),
        help_text=_("For full accounts, and without bots."),
        required=False,
    )

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        ruleset = given.get("ruleset") or "classic"
        players = RULESETS[ruleset].players
        if given.get("seats") and given["seats"] not in players:
            numbers = ", ".join(map(str, players))
            self.add_error("seats", _("By these rules %s play.") % numbers)
        return given

    def wish(self) -> dict[str, Any]:
        """The wish as `POST matches/` takes it."""
        return self.agreed() | {"opponents": self._opponents(self.cleaned_data["seats"] or 2)}

    def agreed(self) -> dict[str, Any]:
        """Rules, time and whether it is rated."""
        given = self.cleaned_data
        found: dict[str, Any] = {"ruleset": given["ruleset"] or "classic"}
        if given["pace"]:
            turn, bank = CLOCKS[given["pace"]]
            found["clock"] = {"turn_seconds": turn, "bank_seconds": bank}
        if given["length"]:
            found["overrides"] = {"first_to": int(given["length"])}
        if given.get("rated"):
            found["rated"] = True
        return found

    def _opponents(self, seats: int) -> Sequence[str]:
        given = self.cleaned_data
        bot = given["bot"] or ANY_BOT
        kind = given["opponent"] or BOT
        if kind == BOT:
            return [bot] * (seats - 1)
        person = LINK if kind == FRIEND else OPEN
        if not given["fill"]:
            return [person] * (seats - 1)
        return among_bots(person, seats, bot)


class ChallengeForm(TableForm):
    """What somebody is challenged to."""

    opponent = None  # type: ignore[assignment]  # Django's way to leave a field out
    fill = None  # type: ignore[assignment]
    field_order = ("ruleset", "pace", "length", "seats", "bot", "rated")

    def __init__(self, *args: Any, may_be_rated: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["bot"].label = _("Bots at the other seats")
        self.fields["rated"].help_text = _("For two, by the rules as they stand.")
        if not may_be_rated:
            del self.fields["rated"]

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        is_as_it_stands = not given.get("length") and (given.get("seats") or 2) == 2
        if given.get("rated") and not is_as_it_stands:
            self.add_error("rated", _("Only a match of two at its full length is rated."))
        return given

    def wish(self) -> dict[str, Any]:
        """The wish as `POST challenges/` takes it."""
        given = self.cleaned_data
        seats = {"seats": given["seats"] or 2, "bot": given["bot"] or ANY_BOT}
        return self.agreed() | seats
