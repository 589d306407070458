"""What cards are worth to whoever takes them, and what a deal came to, in ints.

A worth is in thousandths of a point, and counts from the middle: a card that lies open goes to
either side as likely as not, so taking an ace gains a point, not two.
"""

from typing import Final

from engine.rules.board import Board
from engine.rules.cards import ACES, BIG_CASINO, LITTLE_CASINO, PACK, SPADE_JACK, SPADES
from engine.rules.rulesets import Ruleset

POINT: Final = 1000
# What one card, or one spade, adds to the chance of having the most, for each point of the award.
_OF_MOST_CARDS: Final = 80
_OF_MOST_SPADES: Final = 220


class Worths:
    """The worth of each card, `card`, and of a sweep, by a ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        points = rules.points
        self.plain: int = _OF_MOST_CARDS * points.cards
        self.sweep: int = POINT * rules.sweep_points
        self.last_sweeps: bool = rules.last_card_sweep
        self.most_cards: int = points.cards
        self.most_spades: int = points.spades
        self.points: list[int] = [_points(rules, 1 << card) for card in range(PACK)]
        self.card: list[int] = [
            self.plain
            + POINT * self.points[card]
            + (_OF_MOST_SPADES * points.spades if SPADES >> card & 1 else 0)
            for card in range(PACK)
        ]
        # The cards that are worth more than any card is.
        self.special: int = 0
        for card in range(PACK):
            if self.points[card]:
                self.special |= 1 << card

    def of(self, cards: int) -> int:
        """The worth of a set of cards."""
        worth = 0
        card = self.card
        while cards:
            low = cards & -cards
            worth += card[low.bit_length() - 1]
            cards ^= low
        return worth

    def points_of(self, cards: int) -> int:
        """The points that these cards score by themselves."""
        cards &= self.special
        total = 0
        while cards:
            low = cards & -cards
            total += self.points[low.bit_length() - 1]
            cards ^= low
        return total

    def score(self, board: Board) -> list[int]:
        """R21 to R25: the points of a deal by side, of the board after its last card."""
        piles = list(board.piles)
        sweeps = list(board.sweeps)
        if board.last >= 0:
            side = board.sides[board.last]
            piles[side] |= board.loose
            if not board.loose and not self.last_sweeps:
                sweeps[side] -= 1  # R22: nothing lies there, so the last card swept
        scores: list[int] = []
        for side in range(len(piles)):
            swept = self.sweep // POINT * sweeps[side]
            scores.append(self.points_of(piles[side]) + swept)
        cards = _most([pile.bit_count() for pile in piles])
        if cards >= 0:
            scores[cards] += self.most_cards
        spades = _most([(pile & SPADES).bit_count() for pile in piles])
        if spades >= 0:
            scores[spades] += self.most_spades
        return scores


def margin(scores: list[int], side: int, scale: int) -> int:
    """How far the side is ahead of the others' mean, times the scale."""
    others = sum(scores) - scores[side]
    return scale * scores[side] - scale * others // (len(scores) - 1)


def _most(counts: list[int]) -> int:
    """R25: the side with the strictly highest count; -1 if there is none."""
    highest = -1
    at = -1
    for side, count in enumerate(counts):
        if count > highest:
            highest = count
            at = side
        elif count == highest:
            at = -1
    return at


def _points(rules: Ruleset, cards: int) -> int:
    points = rules.points
    total = points.each_spade * (cards & SPADES).bit_count()
    total += points.ace * (cards & ACES).bit_count()
    if cards & BIG_CASINO:
        total += points.big_casino
    if cards & LITTLE_CASINO:
        total += points.little_casino
    if cards & SPADE_JACK:
        total += points.spade_jack
    return total


_KNOWN: Final[dict[Ruleset, Worths]] = {}
_MOST_KNOWN: Final = 256


def worths_of(rules: Ruleset) -> Worths:
    """The worths of a ruleset, cached for the last few hundred rulesets."""
    known = _KNOWN.get(rules)
    if known is None:
        if len(_KNOWN) >= _MOST_KNOWN:
            _KNOWN.clear()
        known = _KNOWN[rules] = Worths(rules)
    return known
