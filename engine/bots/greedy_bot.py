"""The bot `greedy`: takes what scores most now, builds when it cannot take, trails what it will
miss least.
"""

from engine.bots.strategy import Randomness
from engine.cards import ACES, BIG_CASINO, LITTLE_CASINO, SPADE_JACK, SPADES
from engine.enumeration import legal_moves
from engine.legality import Position, apply
from engine.moves import BuildPlay, Capture, Move, Trail
from engine.observation import Observation
from engine.rulesets import Ruleset

_MOST_MOVES = 800


class GreedyBot:
    @property
    def key(self) -> str:
        return "greedy"

    def choose(self, observation: Observation, randomness: Randomness) -> Move:
        position = observation.position()
        moves, _ = legal_moves(position).bounded(_MOST_MOVES)
        worths = [_worth(position, move) for move in moves]
        best = max(worths)
        equals = [move for move, worth in zip(moves, worths, strict=True) if worth == best]
        return equals[randomness.below(len(equals))]


def _worth(position: Position, move: Move) -> tuple[int, int, int, int]:
    """Captures before builds before trails; then points, spades, cards."""
    rules = position.ruleset
    if isinstance(move, Capture):
        made = apply(position, move)
        points = _points(rules, made.captured) + (rules.sweep_points if made.sweep else 0)
        return 2, points, (made.captured & SPADES).bit_count(), made.captured.bit_count()
    if isinstance(move, BuildPlay):
        made = apply(position, move)
        built = made.build
        cards = 0 if built is None else built.cards
        # A multiple build cannot be raised away.
        fixed = int(built is not None and built.multiple)
        return 1, _points(rules, cards), fixed, cards.bit_count()
    return _trail_worth(rules, move)


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
