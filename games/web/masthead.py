"""What the head of every page says to somebody who has signed in."""

from functools import cache
from typing import Any

from django.http import HttpRequest
from django.utils import timezone

from games.casual.awaiting import how_many_await
from games.models import Player

# A table says by itself whose turn it is.
AT_A_TABLE = "/matches/"


def awaiting(request: HttpRequest) -> dict[str, Any]:
    """`awaiting`: how many tables await the player; asked once, by a page that has a head only."""

    @cache
    def count() -> int:
        user = getattr(request, "user", None)
        if not isinstance(user, Player) or request.path.startswith(AT_A_TABLE):
            return 0
        return how_many_await(user, timezone.now())

    return {"awaiting": count}
