"""Players who leave the house: what they have entered goes on without them, and what they were
going to run does not begin.
"""

import logging
from contextlib import suppress
from datetime import datetime
from typing import Any

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from engine.errors import Refusal
from games.models import Player
from games.store import eventstore, stated
from games.store.actors import SYSTEM_ACTOR
from tournaments.actions import services
from tournaments.actions.action import Action
from tournaments.actions.entry_actions import WITHDRAW
from tournaments.actions.event_actions import CANCEL
from tournaments.models import Entrant, Member, Tournament
from tournaments.store.taking_away import NoSuchText, TextStandsInFacts, take_away
from tournaments.store.tournament_log import tournament_log

log = logging.getLogger(__name__)
State = Tournament.State
NOT_BEGUN = (State.DRAFT, State.REGISTRATION, State.CHECK_IN)
OVER = (State.PROVISIONAL, State.COMPLETED, State.CANCELLED, State.DELETED)
# The facts that have words about an entrant, and why these go.
WORDS = ("entrant_registered", "club_set")
ACCOUNT_DELETED = "account_deleted"


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


def forget_words(sender: Any, player: Player, now: datetime, **_kwargs: Any) -> None:
    """Takes away the names and clubs that stand for the player alone. A partnership keeps its own;
    what facts of earlier versions have in them stays, which nothing can change.
    """
    alone = Entrant.objects.annotate(count=Count("members")).filter(count=1)
    for entrant in alone.filter(Q(members__player=player) & ~(Q(name="") & Q(club=""))):
        _forget_words_of(entrant, now)


def _forget_words_of(entrant: Entrant, now: datetime) -> None:
    stream = tournament_log.stream_of(entrant.tournament_id)
    for row in list(eventstore.rows_of(stream)):
        if row.type not in WORDS or row.data.get("entrant") != entrant.pk.hex:
            continue
        for field in stated.digests_in(row.type, row.data).keys() - _shared_by(entrant):
            # Words of facts of earlier versions cannot go, nor those that have gone.
            with suppress(NoSuchText, TextStandsInFacts):
                take_away(
                    stream, row.version, field,
                    by=None, actor=SYSTEM_ACTOR, reason=ACCOUNT_DELETED, now=now,
                )  # fmt: skip


def _shared_by(entrant: Entrant) -> set[str]:
    """The fields whose words are others' as well: a club keeps its name until the last one goes."""
    still_here = Member.objects.exclude(player__kind=Player.Kind.FORMER)
    others = Entrant.objects.filter(tournament=entrant.tournament_id, members__in=still_here)
    others = others.exclude(pk=entrant.pk)
    words = {"name": entrant.name, "club": entrant.club}
    return {field for field, text in words.items() if others.filter(**{field: text}).exists()}


def _do(
    action: Action, tournament: Tournament, player: Player, given: dict[str, Any], now: datetime
) -> None:
    """One event that refuses must not keep anybody from leaving the others."""
    try:
        services.act(tournament, player, action.command(player, given, {}, now), now=now)
    except Refusal as refused:
        log.warning("%s in %s: %s", action.name, tournament.pk.hex, refused.code)
