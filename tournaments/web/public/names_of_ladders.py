"""What people call the ladders."""

from django.utils.translation import gettext_lazy

NAMES = {
    "duel": gettext_lazy("Duels"),
    "table": gettext_lazy("Tables of three and more"),
    "partnership": gettext_lazy("Partnerships"),
    "duel-bots": gettext_lazy("Duels with bots"),
    "table-bots": gettext_lazy("Tables with bots"),
    "partnership-bots": gettext_lazy("Partnerships with bots"),
}
