"""What staff do to an event, for the house: its facts name nobody as `by`."""

from django.utils.translation import gettext_lazy as _

from tournaments.actions.action import BEFORE_THE_END, OPENED, Action, Who
from tournaments.actions.reasons import NEEDED_WHY
from tournaments.domain import commands
from tournaments.domain.state import Phase

HIDE = Action(
    name="hide_tournament",
    segment=None,
    who=Who.STAFF,
    phases=(Phase.DRAFT, *OPENED),
    title=_("Hide"),
    summary="Takes the tournament out of sight; whatever is being played goes on.",
    body=NEEDED_WHY,
    facts=("tournament_hidden",),
    make=lambda call: commands.Hide(None, call.given["reason"]),
)
SHOW = Action(
    name="show_tournament",
    segment=None,
    who=Who.STAFF,
    phases=(Phase.DRAFT, *OPENED),
    title=_("Show again"),
    summary="Has everybody see a tournament again that was hidden.",
    body=NEEDED_WHY,
    facts=("tournament_shown",),
    make=lambda call: commands.Show(None, call.given["reason"]),
)
CANCEL_FOR_THE_HOUSE = Action(
    name="cancel_for_the_house",
    segment=None,
    who=Who.STAFF,
    phases=(Phase.DRAFT, *BEFORE_THE_END),
    title=_("Cancel"),
    summary="Cancels the tournament; open matches are annulled.",
    body=NEEDED_WHY,
    facts=("tournament_cancelled", "round_closed"),
    make=lambda call: commands.CancelTournament(None, call.given["reason"], call.now),
)

OF_STAFF = (HIDE, SHOW, CANCEL_FOR_THE_HOUSE)
