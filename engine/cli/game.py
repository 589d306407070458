"""A match that the command line deals and plays, reproducible by its seed."""

import hashlib
from collections.abc import Mapping, Sequence

from engine.bots import Bot
from engine.match.commands import Command, CreateMatch, MakeCut, PlayMove, TakeSeat
from engine.match.decide import NEW, MatchState, decide, evolve
from engine.match.events import Event, Timeouts
from engine.rules.moves import Move
from engine.rules.rulesets import Ruleset
from engine.rules.shuffle import CUT_BYTES
from engine.wire.knowledge import know


class Game:
    """A match: its state and the events that led to it."""

    def __init__(self) -> None:
        self.state: MatchState = NEW
        self.events: list[Event] = []

    def do(self, command: Command) -> tuple[Event, ...]:
        """Decides the command and returns its events; raises its refusal."""
        decided = decide(self.state, command)
        for event in decided:
            self.state = evolve(self.state, event)
        self.events.extend(decided)
        return decided


class Chance:
    """The randomness of a bot, derived from a seed."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._drawn = 0

    def below(self, n: int) -> int:
        """A random number from 0 to n - 1, of 256 bits modulo n: its bias cannot be noticed."""
        self._drawn += 1
        return int.from_bytes(_bytes(f"{self._seed} {self._drawn}")) % n


def dealt_game(
    rules: Ruleset,
    overrides: Mapping[str, object],
    players: Sequence[tuple[str, str | None]],
    seed: str,
) -> Game:
    """A match with its first packet dealt; a player is a name and the key of a bot, or None."""
    game = Game()
    match = f"cli-{_bytes(f'name {seed}').hex()[:12]}"
    secret = _bytes(f"seed {seed}")
    timeouts = Timeouts(1, "forfeit")
    # Nobody has to be convinced: the seed alone makes the game, and its cuts are what they were.
    create = CreateMatch(match, rules.key, overrides, len(players), secret, timeouts, bound=False)
    game.do(create)
    for seat, (name, bot) in enumerate(players):
        game.do(TakeSeat(seat, name, bot))
    for seat, (_, bot) in enumerate(players):
        cut = _bytes(f"cut {seat} {seed}")[:CUT_BYTES]
        game.do(MakeCut(seat, cut, "player" if bot is None else "bot"))
    return game


def arena_game(
    rules: Ruleset, overrides: Mapping[str, object], players: Sequence[str], seed: str
) -> Game:
    """A match with its first packet dealt, whose decks and dealer follow from the seed alone, and
    not from who sits where.
    """
    game = Game()
    name = f"arena-{_bytes(f'name {seed}').hex()[:12]}"
    secret = _bytes(f"seed {seed}")
    timeouts = Timeouts(1, "forfeit")
    seats = len(players)
    game.do(
        CreateMatch(name, rules.key, overrides, seats, secret, timeouts, board=name, bound=False)
    )
    for seat, player in enumerate(players):
        game.do(TakeSeat(seat, f"{player} {seat}", player))
    for seat in range(seats):
        game.do(MakeCut(seat, bytes(CUT_BYTES), "bot"))
    return game


def bot_move(game: Game, seat: int, bot: Bot, chance: Chance) -> Move:
    """The move that the bot chooses from what its seat knows."""
    return bot.choose(know(game.state, seat), chance).move


def play_out(game: Game, bots: Sequence[Bot], chance: Chance, deals: int | None = None) -> int:
    """Plays to the end, or until `deals` deals are scored; returns the number of moves."""
    moves = 0
    while (seat := game.state.turn) is not None:
        if deals is not None and len(game.state.sheets) >= deals:
            break
        game.do(PlayMove(seat, bot_move(game, seat, bots[seat], chance)))
        moves += 1
    return moves


def _bytes(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
