"""Whether players may enter an event: what the house knows of them, and no fact of the event."""

from collections.abc import Iterable

from games.models import Player
from tournaments.core.refusals import BotsAlone, FullAccountsOnly, NoBotAccounts, PlayerBanned
from tournaments.domain.policies import (
    ACCOUNTS,
    BOT_ACCOUNTS,
    BOTS_ALONE,
    BOTS_TOO,
    FULL_ACCOUNTS,
)
from tournaments.domain.state import State


def require_entitled(state: State, players: Iterable[Player]) -> None:
    """Refuses `player_banned`, guests with `full_accounts_only`, bot accounts with
    `no_bot_accounts`, and people with `bots_alone`, where the event is not for them.
    """
    for player in players:
        if not player.is_active:
            raise PlayerBanned(handle=player.handle)
        if player.kind == Player.Kind.GUEST and is_for_full_accounts(state):
            raise FullAccountsOnly()
        if player.kind == Player.Kind.PROGRAM and not takes_bot_accounts(state):
            raise NoBotAccounts()
        if player.kind not in Player.BOTS and is_for_bots_alone(state):
            raise BotsAlone()


def is_for_full_accounts(state: State) -> bool:
    return state.settings.policies.get(ACCOUNTS) == FULL_ACCOUNTS


def takes_bot_accounts(state: State) -> bool:
    return state.settings.policies.get(BOT_ACCOUNTS) in (BOTS_TOO, BOTS_ALONE)


def is_for_bots_alone(state: State) -> bool:
    return state.settings.policies.get(BOT_ACCOUNTS) == BOTS_ALONE
