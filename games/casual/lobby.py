"""The lobby: who looks for an opponent is put to a table of the same kind, near in rating."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import islice
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Q, QuerySet

from games.casual import tables
from games.casual.models import Chair, Table
from games.casual.opening import note_if_full, open_if_full
from games.casual.refusals import NotAtTable
from games.casual.strength import LADDERS, UNRATED, ratings_of
from games.casual.wishes import OPEN, Wish
from games.models import Player

# Who has not been heard of for so long is not sitting in front of the page any more.
PRESENT = timedelta(seconds=60)
NOTED_EVERY = timedelta(seconds=10)
# How far apart two ratings may be at first, and how much farther after each second of waiting.
NEAR, FARTHER = 200, 30
SHOWN = 50
CANDIDATES = 20
# Among so many that may be of another kind.
LOOKED_AT = 500


def find_opponent(player: Player, wish: Wish, now: datetime) -> Table:
    """Puts the player to a table that waits for such a one, or to a new one which then waits.

    Of two who look in the same moment each makes a table and then looks for others, so that at
    least the later one sees both. Refuses as `tables.create`.
    """
    with transaction.atomic():
        tables.hold_player(player)
        own = _waits_already(player, wish)
        table = own or tables.create(player, wish, now, seeking=True)
    return here(table, player, now) if own else pair(table.pk, player, now)


def _waits_already(player: Player, wish: Wish) -> Table | None:
    """The table at which the player waits for just this; the player is held."""
    for table in tables.unfinished(player).filter(state=Table.State.WAITING, seeking=True):
        if table.agreed == _agreed(wish) and table.chairs.count() == wish.seats:
            return table
    return None


def here(table: Table, player: Player, now: datetime) -> Table:
    """Notes that the player still waits, and looks once more for whom to put together.

    Refuses `not_at_this_table`.
    """
    chair = next((one for one in table.chairs.all() if one.player_id == player.pk), None)
    if chair is None:
        raise NotAtTable()
    if table.joined_id is not None:
        return tables.with_seats(table.joined_id)
    if table.state == Table.State.WAITING:
        if chair.seen_at is None or now - chair.seen_at >= NOTED_EVERY:
            Chair.objects.filter(pk=chair.pk, waits_for="").update(seen_at=now)
        if table.seeking:
            return pair(table.pk, player, now)
    if table.state == Table.State.FULL:
        open_if_full(table.pk, now)
        return tables.with_seats(table.pk)
    return table


def waiting(now: datetime) -> list[Table]:
    """The tables at which anybody may sit down, the longest waiting first."""
    shown = _waiting(now).order_by("created_at").values_list("pk", flat=True)[:SHOWN]
    return tables.all_with_seats(list(shown))


def pair(table_id: UUID, player: Player, now: datetime) -> Table:
    """Moves the player, who waits alone at a table, to another that waits for such a one; the
    table at which the player sits in the end.
    """
    for other in _candidates(tables.with_seats(table_id), player, now):
        if _joined(table_id, other, player, now):
            open_if_full(other, now)
            break
    table = tables.with_seats(table_id)
    return tables.with_seats(table.joined_id) if table.joined_id else table


def _candidates(table: Table, player: Player, now: datetime) -> Iterator[UUID]:
    """Tables of the same kind, the longest waiting first, whose people are near enough."""
    seats = table.chairs.count()
    rows = (
        _waiting(now)
        .filter(seeking=True, rated=table.rated, ruleset=table.ruleset)
        .filter(turn_seconds=table.turn_seconds, bank_seconds=table.bank_seconds)
        .exclude(pk=table.pk)
        .exclude(chairs__player=player)
        .annotate(seats=Count("chairs", distinct=True))
        .filter(seats=seats)
        .order_by("created_at", "pk")
    )
    alike = (other for other in rows[:LOOKED_AT] if other.agreed == table.agreed)
    found = list(islice(alike, CANDIDATES))
    people = {
        other.pk: [one.player_id for one in other.chairs.all() if one.player_id] for other in found
    }
    everybody = {player.pk, *(one for some in people.values() for one in some)}
    ratings = ratings_of(everybody, LADDERS[seats > 2])
    own = ratings.get(player.pk, UNRATED)
    for other in found:
        waited = (now - min(other.created_at, table.created_at)).total_seconds()
        reach = NEAR + FARTHER * waited
        if all(abs(own - ratings.get(one, UNRATED)) <= reach for one in people[other.pk]):
            yield other.pk


def _joined(table_id: UUID, other_id: UUID, player: Player, now: datetime) -> bool:
    """Whether the player was moved from one table to the other: both are held meanwhile, and
    looked at again.
    """
    with transaction.atomic():
        held = {table.pk: table for table in tables.hold([table_id, other_id])}
        if not _may_join(held, table_id, other_id, player):
            return False
        own, other = held[table_id], held[other_id]
        chair = Chair.objects.filter(table=other, waits_for=OPEN).order_by("number").first()
        if chair is None:
            return False
        tables.take(chair, player, now)
        Table.objects.filter(pk=own.pk).update(state=Table.State.ENDED, joined=other)
        note_if_full(other)
    return True


def _may_join(held: dict[UUID, Table], own: UUID, other: UUID, player: Player) -> bool:
    """Whether both tables still wait, the player's for everybody else."""
    if len(held) < 2 or any(table.state != Table.State.WAITING for table in held.values()):
        return False
    sitting = Chair.objects.filter(table=own, waits_for="").values_list("player", flat=True)
    return list(sitting) == [player.pk]


def _waiting(now: datetime) -> QuerySet[Table]:
    """Tables with a seat for anybody, whose people are all there."""
    away = Q(waits_for="", player__bot="") & (Q(seen_at=None) | Q(seen_at__lt=now - PRESENT))
    return Table.objects.filter(
        state=Table.State.WAITING,
        ends_at__gt=now,
        pk__in=Chair.objects.filter(waits_for=OPEN).values("table"),
    ).exclude(pk__in=Chair.objects.filter(away, table__state=Table.State.WAITING).values("table"))


def _agreed(wish: Wish) -> dict[str, object]:
    return {
        "ruleset": wish.ruleset,
        "overrides": dict(wish.overrides),
        "turn_seconds": wish.turn_seconds,
        "bank_seconds": wish.bank_seconds,
        "rated": wish.rated,
    }
