"""Challenges: a player asks another to play, by rules and clock that are said; the other says yes
or no, in an hour. A challenge is a casual table with a seat for whom it is for.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet

from games.casual import tables
from games.casual.documents import table_json
from games.casual.models import Chair, Table
from games.casual.refusals import NotToBeChallenged, RatedNeedsAccounts, UnknownChallenge
from games.casual.wishes import LINK, OF_CHALLENGES, Wish, of_challenge
from games.identity import ID
from games.limits.asked import spend_here, spend_of
from games.limits.budgets import NEW_TABLES, NEW_TABLES_HERE
from games.models import Player
from games.refusals import MalformedField

PLAYER = Chair.WaitsFor.PLAYER.value
WAITS = timedelta(hours=1)
# For so long its maker is told what became of it.
TOLD_AFTER = timedelta(minutes=2)
ASKED = "player"


def wish_of(content: Mapping[str, Any]) -> tuple[str, Wish]:
    """Whom it is for, by handle, and what is to be played. Refuses as `of_challenge`."""
    for name in content:
        if name not in (*OF_CHALLENGES, ASKED):
            raise MalformedField(field=str(name)[:64])
    handle = content.get(ASKED)
    if not isinstance(handle, str):
        raise MalformedField(field=ASKED)
    said = {name: value for name, value in content.items() if name != ASKED}
    return handle, of_challenge(said)


def may_challenge(by: Player | None, other: Player) -> bool:
    """Whether the other can be asked to play by this player, or by who is no player yet."""
    return other.is_active and other.kind in Player.CHOSEN and (by is None or by.pk != other.pk)


def challenge(by: Player, handle: str, wish: Wish, now: datetime) -> Table:
    """A table at which the other is asked for. The same asked twice while it waits is asked once.

    Refuses `not_to_be_challenged`, `rated_needs_accounts`, `too_many_tables` and `throttled`.
    """
    other = Player.objects.filter(handle__iexact=handle, is_active=True).first()
    if other is None or not may_challenge(by, other):
        raise NotToBeChallenged(handle=handle[:24])
    if wish.rated and Player.Kind.GUEST in (by.kind, other.kind):
        raise RatedNeedsAccounts()
    for waiting in _waiting(now).filter(chairs__player=by, chairs__waits_for=""):
        table = tables.with_seats(waiting.pk)
        if tables.has_seat(table, other) and _is_as_wished(table, wish):
            return table
    bots = iter(tables.bots_for(by, wish.opponents))
    tables.require_may_play(by, rated=False)
    spend_here(NEW_TABLES_HERE)
    spend_of(NEW_TABLES, by.pk.hex)
    with transaction.atomic():
        table = tables.new_table(wish, now)
        table.is_challenge, table.ends_at = True, now + WAITS
        table.save(update_fields=["is_challenge", "ends_at"])
        Chair.objects.create(table=table, number=0, player=by, seen_at=now)
        for number, kind in enumerate(wish.opponents, 1):
            if kind == LINK:
                Chair.objects.create(table=table, number=number, player=other, waits_for=PLAYER)
            else:
                Chair.objects.create(table=table, number=number, player=next(bots))
    return tables.with_seats(table.pk)


def accept(name: str, player: Player, now: datetime) -> Table:
    """Says yes: the match begins. Refuses `unknown_challenge`, and as `tables.join`."""
    return tables.join(_for(name, player, now), player, now, by_code=False)


def decline(name: str, player: Player, now: datetime) -> Table:
    """Says no to one, or takes one's own back: its table is given up. Refuses
    `unknown_challenge`.
    """
    table = _for(name, player, now, is_own=True)
    with transaction.atomic():
        (held,) = tables.hold([table.pk])
        if held.state == Table.State.WAITING:
            held.state = Table.State.ENDED
            held.declined_at = now
            held.save(update_fields=["state", "declined_at"])
    return table


def of(
    player: Player, now: datetime, *, after: UUID | None = None, most: int | None = None
) -> list[Table]:
    """Those that wait, from the player or for them, the oldest first: at most so many of those
    after the one of this id.
    """
    rows = _waiting(now).filter(chairs__player=player).order_by("pk")
    if after is not None:
        rows = rows.filter(pk__gt=after)
    found = tables.all_with_seats(list(rows.values_list("pk", flat=True)[:most]))
    return sorted(found, key=lambda table: table.pk)


def for_player(player: Player, now: datetime) -> list[Table]:
    """Those that wait for the player's answer."""
    return tables.all_with_seats(list(waiting_for(player, now).values_list("pk", flat=True)))


def waiting_for(player: Player, now: datetime) -> QuerySet[Table]:
    """The same as rows, without their seats."""
    asked = Chair.objects.filter(player=player, waits_for=PLAYER).values("table")
    return _waiting(now).filter(pk__in=asked)


def both_of(table: Table) -> list[UUID]:
    """Both who are in it, or who is left where a bot has taken the other's seat."""
    found = [chair.player_id for chair in _by_and_asked(table) if chair is not None]
    return [one for one in found if one is not None]


def _by_and_asked(table: Table) -> tuple[Chair, Chair | None]:
    """The chairs of who challenges and of who is challenged; of bots there may be others."""
    by, *others = sorted(table.chairs.all(), key=lambda chair: chair.number)
    asked = (one for one in others if one.player is None or not one.player.bot)
    return by, next(asked, None)


def news_of(
    ids: Collection[UUID], now: datetime
) -> Mapping[UUID, Sequence[tuple[str, str, dict[str, Any]]]]:
    """Of each of these players, by what it is told once, its type and its data: `invited` to what
    waits for them, `refused` what they had asked for, by an answer or by none.
    """
    lately = now - TOLD_AFTER
    is_told = Q(state=Table.State.WAITING, ends_at__gt=now) | Q(
        Q(declined_at__gt=lately) | Q(declined_at=None, ends_at__gt=lately),
        state=Table.State.ENDED,
    )
    rows = Table.objects.filter(is_told, is_challenge=True, chairs__player__in=ids).distinct()
    found: dict[UUID, list[tuple[str, str, dict[str, Any]]]] = {}
    for table in tables.all_with_seats(list(rows.values_list("pk", flat=True))):
        by, asked = _by_and_asked(table)
        data = {"table": table.pk.hex, "challenge": dict(table_json(table, code=False))}
        if table.state == Table.State.WAITING:
            if asked is not None and asked.player_id is not None:
                key = f"invited:{table.pk.hex}"
                found.setdefault(asked.player_id, []).append((key, "invited", data))
        elif by.player_id is not None:
            data["reason"] = "expired" if table.declined_at is None else "declined"
            key = f"refused:{table.pk.hex}"
            found.setdefault(by.player_id, []).append((key, "refused", data))
    return {player: items for player, items in found.items() if player in ids}


def _for(name: str, player: Player, now: datetime, *, is_own: bool = False) -> Table:
    """The challenge that waits for the player's answer, or also for another's to theirs."""
    rows = _waiting(now).filter(pk=UUID(name)) if ID.fullmatch(name) else Table.objects.none()
    wanted = Chair.objects.filter(table__in=rows, player=player)
    if not is_own:
        wanted = wanted.filter(waits_for=PLAYER)
    if not wanted.exists():
        raise UnknownChallenge()
    return tables.with_seats(UUID(name))


def _waiting(now: datetime) -> QuerySet[Table]:
    return Table.objects.filter(is_challenge=True, state=Table.State.WAITING, ends_at__gt=now)


def _is_as_wished(table: Table, wish: Wish) -> bool:
    is_alike = all(getattr(wish, name) == value for name, value in table.agreed.items())
    return is_alike and len(table.chairs.all()) == wish.seats
