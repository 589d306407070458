"""The bot `greedy`: it captures what scores most now, else builds, else trails the least loss."""

from engine.bots.strategy import Choice, Randomness
from engine.rules.cards import ACES, BIG_CASINO, LITTLE_CASINO, SPADE_JACK, SPADES
from engine.rules.enumeration import legal_moves
from engine.rules.legality import Position
from engine.rules.moves import BuildPlay, Capture, Move, Trail
from engine.rules.rulesets import Ruleset
from engine.rules.table import Table
from engine.wire.knowledge import Knowledge

_MOST_MOVES = 800


class GreedyBot:
    @property
    def key(self) -> str:
        return "greedy"

    @property
    def is_slow(self) -> bool:
        return False

    def choose(
        self, knowledge: Knowledge, randomness: Randomness, budget: int | None = None
    ) -> Choice:
        position = knowledge.position()
        moves, _ = legal_moves(position).bounded(_MOST_MOVES)
        equals = best_moves(position, moves)
        return Choice(equals[randomness.below(len(equals))])


def best_moves(position: Position, moves: list[Move]) -> list[Move]:
    """Those of the legal moves that rank highest."""
    worths = [_worth(position, move) for move in moves]
    best = max(worths)
    return [move for move, worth in zip(moves, worths, strict=True) if worth == best]


def _worth(position: Position, move: Move) -> tuple[int, int, int, int]:
    """The rank of a legal move: captures, builds, trails; then by points, spades and cards."""
    rules, table = position.ruleset, position.table
    if isinstance(move, Capture):
        taken = 1 << move.card | move.loose | _built(table, move.builds)
        is_sweep = taken & ~(1 << move.card) == table.cards
        points = _points(rules, taken) + (rules.sweep_points if is_sweep else 0)
        return 2, points, (taken & SPADES).bit_count(), taken.bit_count()
    if isinstance(move, BuildPlay):
        cards = 1 << move.card | move.loose | _built(table, (move.raises, move.value))
        # A multiple build cannot be raised away.
        fixed = int(position.makes_multiple(move))
        return 1, _points(rules, cards), fixed, cards.bit_count()
    return _trail_worth(rules, move)


def _built(table: Table, values: tuple[int | None, ...]) -> int:
    cards = 0
    for build in table.builds:
        if build.value in values:
            cards |= build.cards
    return cards


def _trail_worth(rules: Ruleset, move: Trail) -> tuple[int, int, int, int]:
    card = 1 << move.card
    return 0, -_points(rules, card), -(card & SPADES).bit_count(), -rules.value(move.card)


def _points(rules: Ruleset, cards: int) -> int:
    points = rules.points
    big = points.big_casino if cards & BIG_CASINO else 0
    little = points.little_casino if cards & LITTLE_CASINO else 0
    jack = points.spade_jack if cards & SPADE_JACK else 0
    spades = points.each_spade * (cards & SPADES).bit_count()
    return big + little + jack + spades + points.ace * (cards & ACES).bit_count()
