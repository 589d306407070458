"""Casual tables: made, found, joined, left, and filled with bots."""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Prefetch, Q, QuerySet

from games.accounts.bot_accounts import refuse_programs
from games.accounts.bots import bot_players
from games.casual.models import Chair, Table
from games.casual.opening import note_if_full, open_if_full
from games.casual.refusals import (
    NotAtTable,
    RatedNeedsAccounts,
    TableFull,
    TableOver,
    TooManyTables,
    UnknownTable,
)
from games.casual.strength import fitting_bot
from games.casual.wishes import ANY_BOT, LINK, OPEN, Wish
from games.identity import ID
from games.limits.asked import spend_here, spend_of
from games.limits.budgets import (
    NEW_TABLES,
    NEW_TABLES_HERE,
    TABLES_AT_ONCE,
    TABLES_JOINED,
    TABLES_JOINED_HERE,
)
from games.limits.spending import limit
from games.models import Match, Player

# Without what looks alike, since people read codes to each other.
SIGNS, CODE_LENGTH = "23456789abcdefghjkmnpqrstuvwxyz", 10
# Who is waited for in front of a page and has not been heard of for so long has left.
GIVEN_UP_AFTER = timedelta(minutes=3)
# A link may be answered a day later; who waits in the lobby sits in front of it.
WAITS, WAITS_IN_LOBBY = timedelta(days=1), timedelta(hours=2)


def create(player: Player, wish: Wish, now: datetime, *, seeking: bool = False) -> Table:
    """A table with the player in seat 0; its match begins at once where nobody is waited for.

    Refuses `rated_needs_accounts`, `too_many_tables` and `throttled`.
    """
    if wish.is_open:
        refuse_programs(player)
    spend_here(NEW_TABLES_HERE)
    spend_of(NEW_TABLES, player.pk.hex)
    bots = bots_for(player, wish.opponents)
    with transaction.atomic():
        hold_player(player)
        require_may_play(player, rated=wish.rated)
        if wish.is_open:
            leave_lobby(player, now)
        table = new_table(wish, now, seeking=seeking)
        chairs = [Chair(table=table, number=0, player=player, seen_at=now)]
        for number, kind in enumerate(wish.opponents, 1):
            if kind in (OPEN, LINK):
                chairs.append(Chair(table=table, number=number, waits_for=kind))
            else:
                chairs.append(Chair(table=table, number=number, player=bots.pop(0)))
        Chair.objects.bulk_create(chairs)
        note_if_full(table)
    open_if_full(table.pk, now)
    return with_seats(table.pk)


def new_table(
    wish: Wish, now: datetime, *, seeking: bool = False, after: Table | None = None
) -> Table:
    """The row of a table without its chairs."""
    return Table.objects.create(
        code="".join(secrets.choice(SIGNS) for _ in range(CODE_LENGTH)),
        ruleset=wish.ruleset,
        overrides=dict(wish.overrides),
        turn_seconds=wish.turn_seconds,
        bank_seconds=wish.bank_seconds,
        bot_pace_ms=wish.bot_pace_ms,
        rated=wish.rated,
        to_rate=wish.rated,
        seeking=seeking,
        after=after,
        created_at=now,
        ends_at=now + (WAITS_IN_LOBBY if wish.is_open else WAITS),
    )


def find(name: str) -> tuple[Table, bool]:
    """The table of this id or code, and whether it was the code. Refuses `unknown_table`."""
    by_code = ID.fullmatch(name) is None
    rows = _rows().filter(Q(code=name) if by_code else Q(pk=UUID(name)))
    table = rows.first() if len(name) <= 32 and name.isascii() and name.isalnum() else None
    if table is None:
        raise UnknownTable()
    return table, by_code


def with_seats(table_id: UUID) -> Table:
    return _rows().get(pk=table_id)


def all_with_seats(table_ids: Sequence[UUID]) -> list[Table]:
    """Those of these tables that are still there, the oldest first."""
    return list(_rows().filter(pk__in=table_ids).order_by("created_at"))


def has_seat(table: Table, player: Player | None) -> bool:
    return player is not None and any(one.player_id == player.pk for one in table.chairs.all())


def join(table: Table, player: Player, now: datetime, *, by_code: bool) -> Table:
    """Sits the player down: in the seat where they are asked for, where the code is known in one
    that is kept for a friend, or else in one for anybody. Whoever sits there already stays.

    Refuses `table_over`, `table_full`, `rated_needs_accounts`, `too_many_tables`, `throttled`.
    """
    spend_here(TABLES_JOINED_HERE)
    spend_of(TABLES_JOINED, player.pk.hex)
    with transaction.atomic():
        hold_player(player)
        require_may_play(player, rated=table.rated, table=table)
        (held,) = hold([table.pk])
        _give_up_if_left(held, player, now)
        chair = _chair_for(held, player, by_code=by_code)
        if chair is not None:
            take(chair, player, now)
            note_if_full(held)
        else:
            Chair.objects.filter(table=held, player=player).update(seen_at=now)
    leave_lobby(player, now, but=table.pk)
    open_if_full(table.pk, now)
    return with_seats(table.pk)


def _chair_for(table: Table, player: Player, *, by_code: bool) -> Chair | None:
    """The chair to take; None for who has one."""
    chairs = list(Chair.objects.filter(table=table).order_by("number"))
    own = next((chair for chair in chairs if chair.player_id == player.pk), None)
    if own is not None and not own.waits_for:
        return None
    if table.state == Table.State.ENDED:
        raise TableOver()
    if own is not None:
        return own
    kinds = (LINK, OPEN) if by_code else (OPEN,)
    for kind in kinds:
        for chair in chairs:
            if chair.waits_for == OPEN == kind:
                refuse_programs(player)
            if chair.waits_for == kind and table.state == Table.State.WAITING:
                return chair
    raise TableFull()


def leave(table: Table, player: Player, now: datetime) -> Table:
    """Gives the player's seat up at a table that waits; one where no person is left is given up.

    Refuses `not_at_this_table`, and `table_full` of a match that has begun.
    """
    with transaction.atomic():
        (held,) = hold([table.pk])
        chair = Chair.objects.filter(table=held, player=player).first()
        if chair is None:
            raise NotAtTable()
        if held.state in (Table.State.FULL, Table.State.OPENED):
            raise TableFull()
        if held.is_challenge:
            Table.objects.filter(pk=held.pk).update(declined_at=now)
        _give_up(held, chair)
    return with_seats(table.pk)


def _give_up(table: Table, chair: Chair) -> None:
    people = Chair.objects.filter(table=table, player__isnull=False, waits_for="", player__bot="")
    is_among_them = table.after_id is not None or table.is_challenge
    if is_among_them or not people.exclude(pk=chair.pk).exists():
        table.state = Table.State.ENDED
        table.save(update_fields=["state"])
        return
    is_open = Chair.objects.filter(table=table, waits_for=OPEN).exists()
    chair.player, chair.seen_at, chair.waits_for = None, None, OPEN if is_open else LINK
    chair.save()


def fill_with_bots(table: Table, player: Player, now: datetime) -> Table:
    """Has bots take the seats that wait; for who sits at the table.

    The table is then not rated. Refuses `not_at_this_table` and `table_over`.
    """
    bots = bots_for(player, [ANY_BOT] * table.chairs.count())
    with transaction.atomic():
        (held,) = hold([table.pk])
        if not Chair.objects.filter(table=held, player=player, waits_for="").exists():
            raise NotAtTable()
        if held.state == Table.State.ENDED:
            raise TableOver()
        if held.state == Table.State.WAITING:
            sitting = set(held.chairs.values_list("player_id", flat=True))
            free = iter(bot for bot in bots if bot.pk not in sitting)
            for chair in Chair.objects.filter(table=held).exclude(waits_for=""):
                take(chair, next(free), now)
            # Nobody's rating among people hangs on a bot.
            held.rated = held.to_rate = False
            held.save(update_fields=["rated", "to_rate"])
            note_if_full(held)
    open_if_full(table.pk, now)
    return with_seats(table.pk)


def hold_player(player: Player) -> None:
    """Holds the player until the end of the transaction, before any table: what is found of their
    tables stays so meanwhile, whatever another page of theirs asks for.
    """
    list(Player.objects.select_for_update(no_key=True).filter(pk=player.pk).values_list("pk"))


def hold(ids: Sequence[UUID]) -> list[Table]:
    """The tables, held against other writers until the end of the transaction; all in one order."""
    return list(Table.objects.select_for_update().filter(pk__in=ids).order_by("pk"))


def take(chair: Chair, player: Player, now: datetime) -> None:
    chair.player, chair.waits_for, chair.seen_at = player, "", now
    chair.save()


def leave_lobby(player: Player, now: datetime, but: UUID | None = None) -> None:
    """Nobody waits for anybody at two tables: what the player left behind is given up."""
    for table in attended().filter(chairs__player=player, chairs__waits_for="").order_by("pk"):
        if table.pk == but:
            continue
        with transaction.atomic():
            (held,) = hold([table.pk])
            chair = Chair.objects.filter(table=held, player=player).first()
            if held.state == Table.State.WAITING and chair is not None:
                _give_up(held, chair)


def attended() -> QuerySet[Table]:
    """Tables that wait while their people sit in front of them: those of the lobby, and rematches.
    Whoever has a link may answer it when nobody does.
    """
    in_lobby = Q(pk__in=Chair.objects.filter(waits_for=OPEN).values("table"))
    waiting = Table.objects.filter(state=Table.State.WAITING)
    return waiting.filter(in_lobby | Q(after__isnull=False))


def _give_up_if_left(table: Table, player: Player, now: datetime) -> None:
    """Has a rematch be over for the player where who agreed to it is not there any more."""
    agreed = Chair.objects.filter(table=table, waits_for="", player__bot="").exclude(player=player)
    if (
        table.after_id is not None
        and table.state == Table.State.WAITING
        and agreed.filter(seen_at__lt=now - GIVEN_UP_AFTER).exists()
    ):
        table.state = Table.State.ENDED


def require_may_play(player: Player, *, rated: bool, table: Table | None = None) -> None:
    """Refuses `rated_needs_accounts`, and `too_many_tables` of who has too many elsewhere."""
    is_asked = table is not None and has_seat(table, player)
    # A bot that is challenged is expected; nobody else sits down to be rated against one.
    is_expected = player.kind == Player.Kind.PROGRAM and is_asked
    if rated and player.kind != Player.Kind.PERSON and not is_expected:
        raise RatedNeedsAccounts()
    most = limit(TABLES_AT_ONCE).amount
    elsewhere = unfinished(player)
    if table is not None:
        elsewhere = elsewhere.exclude(pk=table.pk)
    if elsewhere.count() >= most:
        raise TooManyTables(limit=most)


def unfinished(player: Player) -> QuerySet[Table]:
    """The player's tables that wait or are being played at."""
    playing = Match.objects.filter(seats__player=player).exclude(status=Match.Status.FINISHED)
    waiting = Q(state__in=(Table.State.WAITING, Table.State.FULL))
    mine = Table.objects.filter(
        pk__in=Chair.objects.filter(player=player, waits_for="").values("table")
    )
    return mine.filter(waiting | Q(state=Table.State.OPENED, pk__in=playing.values("pk")))


def _rows() -> QuerySet[Table]:
    return Table.objects.prefetch_related(
        Prefetch("chairs", Chair.objects.select_related("player").order_by("number"))
    )


def bots_for(player: Player, opponents: Sequence[str]) -> list[Player]:
    """The bots among these, in their order, each another one."""
    found: list[Player] = []
    for kind in opponents:
        if kind not in (OPEN, LINK):
            key = fitting_bot(player) if kind == ANY_BOT else kind
            found += bot_players(key, 1, [bot.pk for bot in found])
    return found
