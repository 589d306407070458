"""What people call a round."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.domain.planning import RoundName

_NAMES: Mapping[str, object] = {
    "final": gettext_lazy("Final"),
    "third_place": gettext_lazy("Third place"),
    "semi_finals": gettext_lazy("Semi-finals"),
    "quarter_finals": gettext_lazy("Quarter-finals"),
    "round_of": gettext_lazy("Round of %(entrants)d"),
    "round": gettext_lazy("Round %(number)d"),
}


def round_name(name: RoundName) -> str:
    """The name in the reader's language; the code itself where there is none."""
    template = _NAMES.get(name.code)
    if template is None:
        return _("Round %(number)d") % {"number": name.params.get("number", 0)}
    return str(template) % dict(name.params)
