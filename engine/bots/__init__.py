"""Bots: strategies by key, which choose a move from what their seat knows."""

from collections.abc import Mapping

from engine.bots.closer_bot import CloserBot
from engine.bots.counter_bot import CounterBot
from engine.bots.greedy_bot import GreedyBot
from engine.bots.master_bot import MasterBot
from engine.bots.novice_bot import NoviceBot
from engine.bots.random_bot import RandomBot
from engine.bots.strategy import Bot, Choice, Considered, Randomness

__all__ = ["BOTS", "LADDER", "Bot", "Choice", "Considered", "Randomness"]

# From the weakest to the strongest; `random` is a yardstick, and no opponent to choose.
LADDER: tuple[Bot, ...] = (NoviceBot(), GreedyBot(), CounterBot(), CloserBot(), MasterBot())

BOTS: Mapping[str, Bot] = {bot.key: bot for bot in (RandomBot(), *LADDER)}
