"""What people call the formats."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

NAMES: Mapping[str, object] = {
    "single_elimination": _("Single elimination"),
    "double_elimination": _("Double elimination"),
    "round_robin": _("Round robin"),
    "swiss": _("Swiss"),
    "table_swiss": _("Swiss at tables"),
    "heats": _("Knockout with heats"),
    "rotating_partners": _("Rotating partners"),
    "arena": _("Arena"),
}


def format_name(key: str) -> str:
    return str(NAMES.get(key, key))
