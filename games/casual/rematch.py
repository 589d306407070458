"""After a casual match: the same people once more, or somebody else."""

from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction

from games.casual import lobby, tables
from games.casual.models import Chair, Table
from games.casual.refusals import MatchNotOver, NotAtTable, NotCasual
from games.casual.wishes import ANY_BOT, OPEN, Wish, checked
from games.models import Match, Player

PLAYER = Chair.WaitsFor.PLAYER.value


def rematch_of(match_id: UUID) -> Table | None:
    """The table at which the rematch waits or is being played."""
    found = Table.objects.filter(after=match_id).first()
    return None if found is None else tables.with_seats(found.pk)


def ask_for_rematch(match_id: UUID, player: Player, now: datetime) -> Table:
    """Agrees to play once more with the same people, each one seat farther, so that who sat
    partners still do. It begins when all people have agreed; bots always do.

    Refuses `not_casual`, `not_at_this_table`, `match_not_over`, `table_over` where somebody does
    not want to, `too_many_tables` and `throttled`.
    """
    table = _played(match_id, player)
    with transaction.atomic():
        found = rematch_of(match_id) or _asked(table, now)
        # Together with it: nobody is waited with where who asks may not play.
        found = tables.join(found, player, now, by_code=True)
    return found


def decline(match_id: UUID, player: Player, now: datetime) -> None:
    """Says of a rematch that waits that the player does not want it. Refuses as above."""
    _played(match_id, player)
    found = rematch_of(match_id)
    if found is not None and found.state == Table.State.WAITING:
        tables.leave(found, player, now)


def another_opponent(match_id: UUID, player: Player, now: datetime) -> Table:
    """A table of the same kind with others: with bots where only bots played, else in the lobby.

    Refuses as `ask_for_rematch`.
    """
    table = _played(match_id, player)
    others = [chair.player for chair in table.chairs.all() if chair.player_id != player.pk]
    if all(other is not None and other.bot for other in others):
        return tables.create(player, _wish(table, ANY_BOT, len(others)), now)
    decline(match_id, player, now)
    return lobby.find_opponent(player, _wish(table, OPEN, len(others)), now)


def _wish(table: Table, opponents: str, count: int) -> Wish:
    """The same once more. Refuses what no table can be any more."""
    return checked(
        Wish(
            (opponents,) * count,
            table.ruleset,
            table.overrides,
            table.turn_seconds,
            table.bank_seconds,
            table.bot_pace_ms,
            table.rated and opponents == OPEN,
        )
    )


def _played(match_id: UUID, player: Player) -> Table:
    """The table of a casual match that is over, at which the player sat."""
    table = Table.objects.filter(pk=match_id).first()
    if table is None:
        raise NotCasual()
    table = tables.with_seats(match_id)
    if not tables.has_seat(table, player):
        raise NotAtTable()
    if not Match.objects.filter(pk=match_id, status=Match.Status.FINISHED).exists():
        raise MatchNotOver()
    return table


def _asked(table: Table, now: datetime) -> Table:
    """The table of the rematch, at which the others are waited for; one for all who ask first."""
    chairs = list(table.chairs.all())
    try:
        with transaction.atomic():
            new = tables.new_table(_wish(table, OPEN, len(chairs) - 1), now, after=table)
            for chair in chairs:
                asked = chair.player is not None and not chair.player.bot
                Chair.objects.create(
                    table=new,
                    number=(chair.number + 1) % len(chairs),
                    player=chair.player,
                    waits_for=PLAYER if asked else "",
                )
    except IntegrityError:
        found = rematch_of(table.pk)  # somebody else asked first
        assert found is not None
        return found
    return tables.with_seats(new.pk)
