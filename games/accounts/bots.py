"""Bots as players: `greedy-1`, `greedy-2`, … made when they are first needed, and used again."""

from collections.abc import Collection
from itertools import count, islice
from uuid import UUID

from django.contrib.auth.hashers import make_password

from games.models import Player


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
