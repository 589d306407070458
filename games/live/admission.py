"""Who may open a socket, and who joins by it: counted before anything is looked up for them."""

import asyncio
import time
from collections.abc import Mapping
from typing import Any, NamedTuple

from games.accounts.scopes import ALL, Scope, require, scopes_of
from games.accounts.token_authentication import ScopedTokenAuthentication
from games.limits import budgets
from games.limits.refusals import Throttled
from games.limits.spending import limit, spend
from games.live.database import in_database
from games.live.passes import pass_of
from games.live.presence import Pass, Presence
from games.models import Player

# When it is worth another try where too many sockets are open: whenever one of them closes.
SECONDS_UNTIL_ROOM = 10


async def count_opening(presence: Presence, address: str) -> None:
    """Counts a socket that has just opened. Refuses `throttled`."""
    check_room_here(presence, address)
    await asyncio.to_thread(spend, budgets.SOCKETS_OPENED, address)


class Joining(NamedTuple):
    """Who joins, what lets them in, when that was looked up, and what they may do."""

    player: Player | None = None
    held: Pass | None = None
    since: float = 0.0
    scopes: frozenset[Scope] = ALL


async def joining(scope: Mapping[str, Any], address: str, token: Any) -> Joining:
    """Who joins by this token, or else by the session of the scope. Refuses `throttled` and
    `scope_missing`; raises DRF's AuthenticationFailed for a bad token.
    """
    await asyncio.to_thread(spend, budgets.JOINS, address)
    player: Player
    if token is None:
        user = scope.get("user")
        if not isinstance(user, Player):
            return Joining()
        player = user
        held = pass_of(player, session=scope.get("session_key"))
        found = Joining(player, held, float(scope.get("asked_at", 0.0)))
    else:
        since, said = time.monotonic(), str(token).encode(errors="replace")
        check = ScopedTokenAuthentication().authenticate_credentials
        player, row = await in_database(check, said)
        found = Joining(player, pass_of(player, token=row.digest), since, scopes_of(row))
        require(found.scopes, [Scope.READ])
    await asyncio.to_thread(spend, budgets.JOINS_OF_ACCOUNT, player.pk.hex)
    return found


def check_room_here(presence: Presence, address: str) -> None:
    """Where an address has one socket or stream more. Refuses `throttled`."""
    _check_room(budgets.SOCKETS_AT_ONCE, presence.at(address) - 1)


def check_room(presence: Presence, held: Pass) -> None:
    """Before a player has one socket more. Refuses `throttled`."""
    _check_room(budgets.SOCKETS_OF_ACCOUNT, presence.of(held.player))


def reason_of(refusal: Throttled) -> str:
    """The reason of a close: after how many seconds it is worth another try."""
    return f"wait={refusal.wait}"


def _check_room(quota: budgets.Budget, others: int) -> None:
    if others >= limit(quota).amount:
        raise Throttled(SECONDS_UNTIL_ROOM, quota.name)
