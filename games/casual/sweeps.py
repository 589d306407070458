"""What happens to casual tables by itself; each step is found again whatever became of the last."""

import logging
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from engine.errors import Refusal
from games.casual import tables
from games.casual.models import Chair, Table
from games.casual.opening import open_if_full
from games.models import Player

log = logging.getLogger(__name__)
# Tables at which nothing was played are forgotten after so long.
FORGOTTEN_AFTER = timedelta(days=2)
AT_ONCE = 200


def full_tables(but: "QuerySet[Any]") -> list[UUID]:
    """The tables whose match is to begin, the longest waiting first, `but` those of these ids."""
    rows = Table.objects.filter(state=Table.State.FULL).exclude(pk__in=but)
    return list(rows.order_by("created_at").values_list("pk", flat=True)[:AT_ONCE])


def begin(table_id: UUID, now: datetime) -> None:
    """Begins the match of a full table; one whose match is refused is given up."""
    try:
        open_if_full(table_id, now)
    except Refusal as refused:  # it will be refused for ever
        log.warning("table %s cannot begin: %s", table_id.hex, refused.code)
        full = Table.objects.filter(pk=table_id, state=Table.State.FULL)
        full.update(state=Table.State.ENDED)


def clear(now: datetime) -> None:
    """Gives up what nobody waits for, and forgets what never began."""
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
    gone = Q(seen_at__lt=now - tables.GIVEN_UP_AFTER, waits_for="", table__in=tables.attended())
    for chair in Chair.objects.filter(gone).select_related("table", "player")[:AT_ONCE]:
        assert chair.player is not None
        with suppress(Refusal):
            tables.leave(chair.table, chair.player, now)
    over = waiting.filter(ends_at__lte=now).values_list("pk", flat=True)
    if ids := list(over[:AT_ONCE]):
        Table.objects.filter(pk__in=ids, state=Table.State.WAITING).update(state=Table.State.ENDED)
