"""What happens to casual tables by itself; each step is found again whatever became of the last."""

import logging
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q

from engine.errors import Refusal
from games.casual import tables
from games.casual.lobby import PRESENT
from games.casual.models import Chair, Table
from games.casual.opening import open_if_full
from games.casual.wishes import OPEN
from games.models import Player

log = logging.getLogger(__name__)
# Who waits in the lobby and has not been heard of for so long is not waited with.
GIVEN_UP_AFTER = 3 * PRESENT
# Tables at which nothing was played are forgotten after so long.
FORGOTTEN_AFTER = timedelta(days=2)
AT_ONCE = 200


def sweep(now: datetime) -> None:
    """Begins what is full, gives up what nobody waits for, and forgets what never began."""
    full = Table.objects.filter(state=Table.State.FULL)
    for table_id in full.values_list("pk", flat=True)[:AT_ONCE]:
        try:
            open_if_full(table_id, now)
        except Refusal as refused:  # it will be refused for ever
            log.warning("table %s cannot begin: %s", table_id.hex, refused.code)
            full.filter(pk=table_id).update(state=Table.State.ENDED)
        except Exception:
            # One that cannot begin must not keep the others.
            log.exception("could not begin the match of table %s", table_id.hex)
    _give_up(now)
    old = Table.objects.filter(state=Table.State.ENDED, created_at__lt=now - FORGOTTEN_AFTER)
    if ids := list(old.values_list("pk", flat=True)[:AT_ONCE]):
        Table.objects.filter(pk__in=ids).delete()


def follow_leaving(sender: object, player: Player, now: datetime, **kwargs: Any) -> None:
    """Who leaves the house waits at no table."""
    mine = Table.objects.filter(state=Table.State.WAITING, chairs__player=player)
    for table in mine:
        with suppress(Refusal):
            tables.leave(table, player, now)


def _give_up(now: datetime) -> None:
    waiting = Table.objects.filter(state=Table.State.WAITING)
    in_lobby = waiting.filter(pk__in=Chair.objects.filter(waits_for=OPEN).values("table"))
    gone = Q(seen_at__lt=now - GIVEN_UP_AFTER, waits_for="", table__in=in_lobby)
    for chair in Chair.objects.filter(gone).select_related("table", "player")[:AT_ONCE]:
        assert chair.player is not None
        with suppress(Refusal):
            tables.leave(chair.table, chair.player, now)
    over = waiting.filter(ends_at__lte=now).values_list("pk", flat=True)
    if ids := list(over[:AT_ONCE]):
        Table.objects.filter(pk__in=ids, state=Table.State.WAITING).update(state=Table.State.ENDED)
