"""Commands that depend on the state in which they are done: who is in, and which bots are not."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.identity import new_id
from games.models import Player
from tournaments.actions.entitled import require_entitled
from tournaments.actions.names import with_seen_names
from tournaments.actions.settings_body import edited
from tournaments.core.refusals import NotEntered
from tournaments.domain.commands import ChangeSettings, Start
from tournaments.domain.entrant_commands import Entry, RegisterEntrants, WithdrawEntrant
from tournaments.domain.fact_parts import Member
from tournaments.domain.registration import check_bots
from tournaments.domain.starting import check_start
from tournaments.domain.state import State
from tournaments.progress.bot_entrants import bot_entries, entries_at_start


def entering(
    by: Player, players: tuple[Player, ...], name: str = "", club: str = ""
) -> Callable[[State], RegisterEntrants]:
    """One entrant of these players. Refuses `player_banned` and `full_accounts_only`."""
    members = tuple(Member(one.pk.hex, one.bot or None) for one in players)
    command = RegisterEntrants(by.pk.hex, (Entry(new_id().hex, members, name, club),))

    def plan(state: State) -> RegisterEntrants:
        require_entitled(state, players)
        return command

    return plan


@dataclass(frozen=True, slots=True)
class EnteringBots:
    """A plan: `count` entrants of bots that are not in yet."""

    by: Player
    key: str
    count: int

    def __call__(self, state: State) -> RegisterEntrants:
        check_bots(state, self.by.pk.hex, self.key, self.count)
        return RegisterEntrants(self.by.pk.hex, tuple(bot_entries(state, self.key, self.count)))


@dataclass(frozen=True, slots=True)
class EditingSettings:
    """A plan: the settings as they are then, with what `given` names set otherwise. Of two at once
    that change different things, both stand.
    """

    by: Player
    given: Mapping[str, Any]
    now: datetime
    reason: str = ""
    description: str | None = None

    def __call__(self, state: State) -> ChangeSettings:
        settings = with_seen_names(edited(state.settings, self.given))
        return ChangeSettings(self.by.pk.hex, settings, self.now, self.reason, self.description)


def leaving(player: Player) -> Callable[[State], WithdrawEntrant]:
    """The player's entrant withdraws. Refuses `not_entered`."""

    def plan(state: State) -> WithdrawEntrant:
        entrant = state.entrant_of(player.pk.hex)
        if entrant is None:
            raise NotEntered()
        return WithdrawEntrant(player.pk.hex, entrant.id)

    return plan


def starting(by: Player) -> Callable[[State], Start]:
    """The start, with the bots that fill the free places."""

    def plan(state: State) -> Start:
        check_start(state, by.pk.hex)
        return Start(by.pk.hex, entries_at_start(state))

    return plan
