"""Bots as players: `greedy-1`, `greedy-2`, … made when they are first needed, and used again."""

from collections.abc import Collection
from itertools import count, islice
from uuid import UUID

from django.contrib.auth.hashers import make_password

from games.identity import new_id
from games.models import Player
from tournaments.domain.commands import Entry
from tournaments.domain.fact_parts import Member
from tournaments.domain.state import State


def bot_players(key: str, wanted: int, exclude: Collection[UUID]) -> list[Player]:
    """`wanted` different bots of strategy `key`, none of them in `exclude`; the oldest first.

    Safe to run beside itself: of two that make the same handle one wins, and the other uses the
    winner's.
    """
    while len(found := _existing(key, wanted, exclude)) < wanted:
        _make(key, wanted - len(found))
    return found


def _existing(key: str, wanted: int, exclude: Collection[UUID]) -> list[Player]:
    bots = Player.objects.filter(kind=Player.Kind.BOT, bot=key).order_by("id")
    return [bot for bot in bots[: wanted + len(exclude)] if bot.pk not in exclude][:wanted]


def _make(key: str, number: int) -> None:
    # A person may have taken such a handle, in any case of letters: it is skipped.
    taken = {
        handle.lower()
        for handle in Player.objects.filter(handle__istartswith=f"{key}-").values_list(
            "handle", flat=True
        )
    }
    nobodys = make_password(None)  # unusable, hence no matter who else has it
    handles = (f"{key}-{n}" for n in count(1) if f"{key}-{n}" not in taken)
    Player.objects.bulk_create(
        [
            Player(handle=handle, kind=Player.Kind.BOT, bot=key, password=nobodys)
            for handle in islice(handles, number)
        ],
        ignore_conflicts=True,
    )


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
