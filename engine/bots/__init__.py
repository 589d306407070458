"""Bots: strategies by key, which choose a move from what their seat observes."""

from collections.abc import Mapping

from engine.bots.greedy_bot import GreedyBot
from engine.bots.random_bot import RandomBot
from engine.bots.strategy import Bot, Randomness

__all__ = ["BOTS", "Bot", "Randomness"]

_ALL: tuple[Bot, ...] = (RandomBot(), GreedyBot())

BOTS: Mapping[str, Bot] = {bot.key: bot for bot in _ALL}
