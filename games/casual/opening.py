"""The beginning of a casual match: as soon as every seat of its table is taken."""

from datetime import datetime
from uuid import UUID

from games.casual.models import Chair, Table
from games.match.clocks import ClockRules
from games.match.opening import NewMatch, open_matches


def open_if_full(table_id: UUID, now: datetime) -> None:
    """Opens the match of a table whose seats are all taken. Done twice it is as done once."""
    table = Table.objects.filter(pk=table_id, state=Table.State.FULL).first()
    if table is None:
        return
    chairs = table.chairs.select_related("player").order_by("number")
    players = [chair.player for chair in chairs if chair.player is not None]
    new = NewMatch(
        table.pk,
        ruleset=table.ruleset,
        overrides=table.overrides,
        players=players,
        clock=ClockRules(
            turn_seconds=table.turn_seconds,
            bank_seconds=table.bank_seconds,
            bot_pace_ms=table.bot_pace_ms,
        ),
    )
    open_matches([new], now)
    Table.objects.filter(pk=table_id, state=Table.State.FULL).update(state=Table.State.OPENED)


def note_if_full(table: Table) -> None:
    """Marks a table, which the caller holds, as full where nobody is waited for any more."""
    if not Chair.objects.filter(table=table).exclude(waits_for="").exists():
        table.state = Table.State.FULL
        table.save(update_fields=["state"])
