"""Entrants from a CSV file: all of them enter, or none, and every wrong row is named."""

from collections.abc import Callable
from uuid import UUID

from django.db.models.functions import Lower

from games.identity import new_id
from games.models import Player
from tournaments.actions.entitled import is_for_bots_alone, is_for_full_accounts, takes_bot_accounts
from tournaments.core.refusals import BadField
from tournaments.domain.entrant_commands import Entry, RegisterEntrants
from tournaments.domain.entries import check_entry
from tournaments.domain.fact_parts import Member
from tournaments.domain.registration import check_entering
from tournaments.domain.state import State
from tournaments.models import Tournament
from tournaments.read.entries_csv import Row, parse, refuse
from tournaments.store.tournament_log import tournament_log

AT_ONCE = 500


def entering(by: Player, text: str) -> Callable[[State], RegisterEntrants]:
    """Whoever the file names, all of them, or nobody. Refuses `bad_csv`, and
    what any entry of others is refused.
    """

    def plan(state: State) -> RegisterEntrants:
        entries = tuple(entry for _, entry in _checked(state, by, text))
        return RegisterEntrants(by.pk.hex, entries)

    return plan


def preview(tournament: Tournament, by: Player, text: str) -> list[Row]:
    """The rows that would enter. Refuses like `entering`."""
    return [row for row, _ in _checked(tournament_log.load(tournament.pk), by, text)]


def _checked(state: State, by: Player, text: str) -> list[tuple[Row, Entry]]:
    check_entering(state, by.pk.hex)
    rows = parse(text, state.settings.capacity)
    players = _players(rows)
    seen: dict[UUID, int] = {}
    problems: list[str] = []
    entries: list[tuple[Row, Entry]] = []
    for row in rows:
        handles = [row.handle, *([row.partner] if row.partner else [])]
        members: list[Member] = []
        for handle in handles:
            player = players.get(handle.lower())
            if player is None:
                problems.append(f"row {row.line}: nobody has the handle {handle[:24]}")
            elif not player.is_active:
                problems.append(f"row {row.line}: {handle} is banned")
            elif player.kind == Player.Kind.GUEST and is_for_full_accounts(state):
                problems.append(f"row {row.line}: {handle} is a guest, and this is not for guests")
            elif player.kind == Player.Kind.PROGRAM and not takes_bot_accounts(state):
                problems.append(f"row {row.line}: {handle} is a bot, and this is for people")
            elif player.kind not in Player.BOTS and is_for_bots_alone(state):
                problems.append(f"row {row.line}: {handle} is no bot, and this is for bots")
            elif player.pk in seen:
                problems.append(f"row {row.line}: {handle} stands in row {seen[player.pk]} too")
            elif player.pk.hex in state.players:
                problems.append(f"row {row.line}: {handle} has entered already")
            else:
                seen[player.pk] = row.line
                members.append(Member(player.pk.hex, player.bot or None))
        if len(members) < len(handles):
            continue
        entry = Entry(new_id().hex, tuple(members), row.name, row.club)
        try:
            check_entry(state, entry)
        except BadField as refused:
            problems.append(f"row {row.line}, {refused.detail}")
        entries.append((row, entry))
    if len(rows) > state.free:
        problems.append(f"row {rows[max(state.free, 0)].line}: no place is free for it")
    refuse(problems)
    return entries


def _players(rows: list[Row]) -> dict[str, Player]:
    """Whoever the rows name, by handle in small letters."""
    handles = sorted({one.lower() for row in rows for one in (row.handle, row.partner) if one})
    by_index = Player.objects.alias(lowered=Lower("handle")).exclude(kind=Player.Kind.FORMER)
    return {
        player.handle.lower(): player
        for at in range(0, len(handles), AT_ONCE)
        for player in by_index.filter(lowered__in=handles[at : at + AT_ONCE])
    }
