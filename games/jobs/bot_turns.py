"""Bots at their seats: looks at the match as the bot may see it, and plays its move."""

import secrets
from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from engine.bots import BOTS
from engine.match.decide import MatchState
from engine.rules.moves import Move
from engine.wire.knowledge import know
from games.match.clocks import bot_pace
from games.match.commands import play_for_bots
from games.match.match_log import match_log
from games.store.eventstore import StaleStream

# A bots' match commits this many plays at once (some five deals, most often all of it, in some
# 20 ms), then makes room for others.
PLAYS_AT_ONCE = 240


class SystemRandomness:
    """The bots' dice: the operating system's."""

    def below(self, n: int) -> int:
        return secrets.randbelow(n)


def play_due_bots(
    match_id: UUID, clock: Callable[[], datetime], at_once: int = PLAYS_AT_ONCE
) -> bool:
    """Plays the match's bots, in one transaction, until a person is to act, the pace says wait, or
    `at_once` plays have been made.

    Returns whether a bot is still to play at once. Idempotent: turns that another worker plays
    meanwhile are left to it.
    """
    head = match_log.head(match_id)
    most = 1 if bot_pace(head.state) else at_once
    try:
        state = play_for_bots(match_id, head, chosen_move, most, clock)
    except StaleStream:
        return False
    return state.bot_on_turn is not None and not bot_pace(state)


def chosen_move(state: MatchState) -> Move:
    """What the bot on turn plays, from what its seat may know and nothing else."""
    assert state.bot_on_turn is not None
    bot = BOTS[state.bot_on_turn]
    return bot.choose(know(state, state.turn), SystemRandomness()).move
