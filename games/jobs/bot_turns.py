"""Bots at their seats: looks at the match as the bot may see it, and plays its move."""

import logging
import secrets
from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from engine.bots import BOTS
from engine.match.decide import MatchState
from engine.rules.enumeration import default_move
from engine.rules.legality import judge
from engine.rules.moves import Move
from engine.wire.knowledge import know
from games.match.clocks import bot_pace
from games.match.commands import play_for_bots
from games.match.match_log import match_log
from games.store.eventstore import StaleStream

# A bots' match commits this many plays at once (some five deals, most often all of it, in some
# 20 ms), then makes room for others.
PLAYS_AT_ONCE = 240
# Of bots that think: half a second of it at most on a usual machine.
THOUGHTS_AT_ONCE = 24

log = logging.getLogger(__name__)


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
    if is_thoughtful(head.state):
        at_once = min(at_once, THOUGHTS_AT_ONCE)
    most = 1 if bot_pace(head.state) else at_once
    try:
        state = play_for_bots(match_id, head, chosen_move, most, clock)
    except StaleStream:
        return False
    return state.bot_on_turn is not None and not bot_pace(state)


def is_thoughtful(state: MatchState) -> bool:
    """Whether a bot sits at the match whose moves take long: others must not wait behind it."""
    return any(seat.bot is not None and BOTS[seat.bot].is_slow for seat in state.seats)


def chosen_move(state: MatchState) -> Move:
    """What the bot on turn plays, from what its seat may know and nothing else.

    A bot that fails, or that breaks a rule, plays what the clock would play, and is reported.
    """
    assert state.bot_on_turn is not None
    knowledge = know(state, state.turn)
    position = knowledge.position()
    try:
        move = BOTS[state.bot_on_turn].choose(knowledge, SystemRandomness()).move
        refusal = judge(position, move)
    except Exception:
        log.exception("the bot %s failed in match %s", state.bot_on_turn, state.match)
        return default_move(position)
    if refusal is not None:
        said = "the bot %s broke a rule in match %s: %s"
        log.error(said, state.bot_on_turn, state.match, refusal.code)
        return default_move(position)
    return move
