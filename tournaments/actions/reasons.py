"""Why somebody does something: shown to everybody."""

from django.utils.translation import gettext_lazy as _

from tournaments.actions.action import Body
from tournaments.actions.fields import Reason
from tournaments.domain.decision import REASON_LENGTH

REASON = Reason(
    name="reason",
    most=REASON_LENGTH,
    help="Public.",
    label=_("Reason"),
    hint=_("Everybody can read it."),
)
MAYBE_REASON = Reason(
    name="reason",
    required=False,
    default="",
    least=0,
    most=REASON_LENGTH,
    help="Public.",
    label=_("Reason"),
    hint=_("Everybody can read it; it may be empty."),
)
NEEDED_WHY = Body("NeededWhy", (REASON,))
WHY = Body("Why", (MAYBE_REASON,))
