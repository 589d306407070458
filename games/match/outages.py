"""Time that the server was away: given back to every turn that it cost, as a fact.

The clocks are looked at every second by a sweep, which leaves a sign of it. Where the last sign is
older than that, nobody could be sure to reach a table meanwhile, whatever the reason was.
"""

import logging
from datetime import UTC, datetime, timedelta
from uuid import UUID

from django.db import transaction

from engine.errors import Refusal
from engine.match.decide import Command as MatchCommand
from engine.match.decide import GiveTimeBack, MatchState
from games.match.match_log import match_log
from games.models import Match, SignOfLife
from games.store.actors import SYSTEM_ACTOR
from games.store.aggregate import Head
from games.store.stream_log import Intent

log = logging.getLogger(__name__)
CLOCKS = "clocks"
# A sign is left so often, and missed after so long.
SIGN_EVERY, MISSED_AFTER = timedelta(seconds=3), timedelta(seconds=10)
# After a longer absence nobody sits at a table any more.
LONGEST = timedelta(hours=6)
REASON = "restart"


def machine_now() -> datetime:
    """The machine's own time, which no clock of the product is put ahead of."""
    return datetime.now(UTC)


def watch(now: datetime) -> None:
    """Says that the clocks are looked at, after making good for a time in which nobody did."""
    away = _away()
    if away is not None and away >= MISSED_AFTER:
        make_good(now)
    elif away is None or away >= SIGN_EVERY:
        SignOfLife.objects.update_or_create(process=CLOCKS, defaults={"at": machine_now()})


def is_over() -> bool:
    """Whether an absence is over that was not made good for."""
    away = _away()
    return away is not None and away >= MISSED_AFTER


@transaction.atomic
def make_good(now: datetime) -> None:
    """Gives every turn back what the absence that ends now has cost it, once."""
    sign = SignOfLife.objects.select_for_update().filter(process=CLOCKS).first()
    moment = machine_now()
    if sign is None or moment - sign.at < MISSED_AFTER:
        return  # another process was first
    away_since = now - min(moment - sign.at, LONGEST)
    waiting = Match.objects.filter(deadline_at__gt=away_since).order_by("pk")
    for match_id in waiting.values_list("pk", flat=True):
        _give_back(match_id, away_since, now)
    SignOfLife.objects.filter(process=CLOCKS).update(at=moment)


def _away() -> timedelta | None:
    """For how long nobody has looked; None where nobody ever did."""
    at = SignOfLife.objects.filter(process=CLOCKS).values_list("at", flat=True).first()
    return None if at is None else machine_now() - at


def _give_back(match_id: UUID, away_since: datetime, now: datetime) -> None:
    def plan(head: Head[MatchState]) -> MatchCommand | None:
        cost = (now - max(away_since, head.since)) // timedelta(milliseconds=1)
        return GiveTimeBack(cost, REASON) if cost > 0 else None

    try:
        with transaction.atomic():
            match_log.run(match_id, Intent(plan, SYSTEM_ACTOR, now))
    except Refusal:
        pass  # it has just ended
    except Exception:
        # One that cannot be read keeps no other waiting.
        log.exception("could not give match %s its time back", match_id.hex)
