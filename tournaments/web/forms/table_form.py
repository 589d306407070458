"""What somebody chooses before a casual match, and the table that is made of it."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from engine.bots import BOTS
from engine.rules.rulesets import RULESETS
from games.casual.wishes import ANY_BOT, LINK, OPEN
from tournaments.web.forms.forms import BOT_NAMES, RULESET_NAMES

BOT, FRIEND, ANYBODY = "bot", "friend", "anybody"
PACES = {
    "": _("As usual"),
    "15": _("Quick: 15 seconds a turn"),
    "30": _("Brisk: 30 seconds"),
    "60": _("Calm: one minute"),
    "180": _("Unhurried: three minutes"),
}
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
        given = self.cleaned_data
        found: dict[str, Any] = {
            "ruleset": given["ruleset"] or "classic",
            "opponents": self._opponents(given["seats"] or 2),
        }
        if given["pace"]:
            found["clock"] = {"turn_seconds": int(given["pace"])}
        if given["length"]:
            found["overrides"] = {"first_to": int(given["length"])}
        if given["rated"]:
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
        opponents = [bot] * (seats - 1)
        # A friend among four is the partner, who sits opposite.
        opponents[1 if seats == 4 else 0] = person
        return opponents
