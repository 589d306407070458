"""Whether players may enter an event: what the house knows of them, and no fact of the event."""

from collections.abc import Iterable

from games.models import Player
from tournaments.core.refusals import FullAccountsOnly, PlayerBanned
from tournaments.domain.policies import ACCOUNTS, FULL_ACCOUNTS
from tournaments.domain.state import State


def require_entitled(state: State, players: Iterable[Player]) -> None:
    """Refuses `player_banned`, and guests with `full_accounts_only` where the event is not for
    them.
    """
    for player in players:
        if not player.is_active:
            raise PlayerBanned(handle=player.handle)
        if player.kind == Player.Kind.GUEST and is_for_full_accounts(state):
            raise FullAccountsOnly()


def is_for_full_accounts(state: State) -> bool:
    return state.settings.policies.get(ACCOUNTS) == FULL_ACCOUNTS
