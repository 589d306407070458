"""Players who leave the house: what they have entered goes on without them, and what they were
going to run does not begin.
"""

import logging
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from engine.errors import Refusal
from games.models import Player
from tournaments.actions import services
from tournaments.actions.action import Action
from tournaments.actions.entry_actions import WITHDRAW
from tournaments.actions.event_actions import CANCEL
from tournaments.models import Tournament

log = logging.getLogger(__name__)
State = Tournament.State
NOT_BEGUN = (State.DRAFT, State.REGISTRATION, State.CHECK_IN)
OVER = (State.COMPLETED, State.CANCELLED)


def follow_leaving(sender: Any, player: Player, now: datetime, **_kwargs: Any) -> None:
    """Withdraws the player from every event; cancels those of theirs that have not begun and that
    nobody else directs.
    """
    entered = Tournament.objects.filter(members__player=player, members__active=True)
    for tournament in entered.exclude(state__in=OVER).distinct():
        _do(WITHDRAW, tournament, player, {}, now)
    for tournament in Tournament.objects.filter(organiser=player, state__in=NOT_BEGUN):
        if not tournament.settings.get("directors"):
            _do(CANCEL, tournament, player, {"reason": _("The organiser has left.")}, now)


def _do(
    action: Action, tournament: Tournament, player: Player, given: dict[str, Any], now: datetime
) -> None:
    """One event that refuses must not keep anybody from leaving the others."""
    try:
        services.act(tournament, player, action.command(player, given, {}, now), now=now)
    except Refusal as refused:
        log.warning("%s in %s: %s", action.name, tournament.pk.hex, refused.code)
