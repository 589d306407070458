"""Bots as entrants of a tournament."""

from uuid import UUID

from games.accounts.bots import bot_players
from games.identity import new_id
from tournaments.domain.entrant_commands import Entry
from tournaments.domain.fact_parts import Member
from tournaments.domain.state import State


def bot_entries(state: State, key: str, count: int) -> tuple[Entry, ...]:
    """Entries of `count` entrants of bots of strategy `key` that are not in yet."""
    present = {UUID(player) for player in state.players}
    team = state.settings.team
    bots = iter(bot_players(key, count * team, present))
    return tuple(
        Entry(new_id().hex, tuple(Member(next(bots).pk.hex, key) for _ in range(team)))
        for _ in range(count)
    )


def entries_at_start(state: State) -> tuple[Entry, ...]:
    """Bots for the places that are free at the start, if the organiser wanted them filled."""
    key = state.settings.fill_with_bots
    return bot_entries(state, key, max(state.free, 0)) if key else ()
