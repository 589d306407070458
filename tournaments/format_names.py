"""What people call the formats."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

FORMAT_NAMES: Mapping[str, Promise] = {
    "single_elimination": _("Single elimination"),
    "double_elimination": _("Double elimination"),
    "round_robin": _("Round robin"),
    "swiss": _("Swiss"),
    "table_swiss": _("Swiss for tables"),
    "heats": _("Heats"),
    "rotating_partners": _("Rotating partners"),
    "arena": _("Arena"),
}
FORMAT_LINES: Mapping[str, Promise] = {
    "single_elimination": _("Whoever loses a match is out."),
    "double_elimination": _("Whoever has lost two matches is out."),
    "round_robin": _("Everybody meets everybody, in one group or several."),
    "swiss": _("A few rounds; in each you meet somebody with as many points as you."),
    "table_swiss": _("A few rounds at tables of three, four or six."),
    "heats": _("Tables of several; the best of each table go on, to one final table."),
    "rotating_partners": _("Four at a table, with another partner in every round."),
    "arena": _("As many matches as you like until the time is up."),
}
