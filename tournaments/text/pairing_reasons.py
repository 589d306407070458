"""Why two meet, in a sentence."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.formats import FORMATS
from tournaments.text.amounts import amount_text

# What directors do, in any format.
_DIRECTED: Mapping[str, object] = {"overridden": _("Set by a director.")}

_BY = {
    "points_share": _("share of the points at the table"),
    "seed": _("seed"),
    "earlier_standing": _("standing before the round"),
}
_AMOUNTS = {"score", "to", "highest", "lowest", "score_difference"}
_ENTRANTS = {"entrant", "instead_of", "one", "other", "over"}


def sentence(why: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """The sentence of a code with its params; `names` of entrants by id."""
    return _sentence_of(why["code"]) % {
        name: _text(name, value, names) for name, value in why["params"].items()
    }


def _sentence_of(code: str) -> str:
    """In the words of the format that gives the reason; two that give the same one agree."""
    if code in _DIRECTED:
        return str(_DIRECTED[code])
    for one in FORMATS.values():
        if code in one.reasons:
            return gettext(one.reasons[code])
    raise KeyError(code)


def _text(name: str, value: Any, names: Mapping[str, str]) -> str:
    if name in _AMOUNTS:
        return amount_text(value)
    if name in _ENTRANTS:
        return names.get(value, "?")
    return str(_BY.get(value, value))
