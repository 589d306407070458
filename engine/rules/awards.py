"""The points of a deal by side (R22, R24, R25), in ints."""

from collections.abc import Sequence

from engine.rules.cards import ACES, BIG_CASINO, LITTLE_CASINO, SPADE_JACK, SPADES
from engine.rules.rulesets import Ruleset


class Awards:
    """The points that one side scores in a deal, by award."""

    def __init__(self) -> None:
        self.most_cards = 0
        self.most_spades = 0
        self.big_casino = 0
        self.little_casino = 0
        self.aces = 0
        self.sweeps = 0
        self.spades = 0

    def total(self) -> int:
        casinos = self.big_casino + self.little_casino
        most = self.most_cards + self.most_spades
        return most + casinos + self.aces + self.sweeps + self.spades


def awards_of(rules: Ruleset, piles: Sequence[int], sweeps: Sequence[int]) -> list[Awards]:
    """R24: the awards of a deal by side.

    `piles` are the sets of cards taken, residue included, and `sweeps` the counts, both by side.
    """
    points = rules.points
    awards = []
    cards = []
    spades = []
    for side, pile in enumerate(piles):
        won = Awards()
        cards.append(pile.bit_count())
        spades.append((pile & SPADES).bit_count())
        won.big_casino = points.big_casino if pile & BIG_CASINO else 0
        won.little_casino = points.little_casino if pile & LITTLE_CASINO else 0
        won.aces = points.ace * (pile & ACES).bit_count()
        won.sweeps = rules.sweep_points * sweeps[side]
        jack = points.spade_jack if pile & SPADE_JACK else 0
        won.spades = points.each_spade * spades[side] + jack
        awards.append(won)
    # R25: a tie for the highest scores nothing.
    best = strictly_highest(cards)
    if best is not None:
        awards[best].most_cards = points.cards
    best = strictly_highest(spades)
    if best is not None:
        awards[best].most_spades = points.spades
    return awards


def strictly_highest(counts: Sequence[int]) -> int | None:
    """The index of the highest count; None if several are as high."""
    highest = max(counts)
    at = -1
    for place, count in enumerate(counts):
        if count == highest:
            if at >= 0:
                return None
            at = place
    return at
