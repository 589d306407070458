"""Scoring a deal and finishing a match (R21, R22, R24, R25, R26)."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import ACES, BIG_CASINO, LITTLE_CASINO, SPADE_JACK, SPADES
from engine.rulesets import Points, Ruleset
from engine.shuffle import MOST_DEALS


@dataclass(frozen=True, slots=True)
class SheetRow:
    """What one side scored in a deal: `cards` and `spades` are counts, the rest are points.

    `each_spade` is None unless the ruleset pays for single spades.
    """

    side: int
    cards: int
    spades: int
    most_cards: int
    most_spades: int
    big_casino: int
    little_casino: int
    aces: int
    sweeps: int
    each_spade: int | None = None

    @property
    def total(self) -> int:
        casinos = self.big_casino + self.little_casino
        spades = self.most_spades + (self.each_spade or 0)
        return self.most_cards + spades + casinos + self.aces + self.sweeps


def sheet_of(rules: Ruleset, piles: Sequence[int], sweeps: Sequence[int]) -> tuple[SheetRow, ...]:
    """R24: the rows of a deal, by side, from each side's pile (residue included) and number of
    sweeps.
    """
    cards = [pile.bit_count() for pile in piles]
    spades = [(pile & SPADES).bit_count() for pile in piles]
    best_cards = _strictly_highest(cards)
    best_spades = _strictly_highest(spades)
    points = rules.points
    return tuple(
        SheetRow(
            side=side,
            cards=cards[side],
            spades=spades[side],
            most_cards=points.cards if side == best_cards else 0,
            most_spades=points.spades if side == best_spades else 0,
            big_casino=points.big_casino if pile & BIG_CASINO else 0,
            little_casino=points.little_casino if pile & LITTLE_CASINO else 0,
            aces=points.ace * (pile & ACES).bit_count(),
            sweeps=rules.sweep_points * sweeps[side],
            each_spade=_each_spade(points, pile),
        )
        for side, pile in enumerate(piles)
    )


def deal_points(rules: Ruleset, piles: Sequence[int], sweeps: Sequence[int]) -> list[int]:
    """R24: what each side gains by a deal; the totals of its sheet."""
    return [row.total for row in sheet_of(rules, piles, sweeps)]


def _each_spade(points: Points, pile: int) -> int | None:
    if not points.each_spade and not points.spade_jack:
        return None
    jack = points.spade_jack if pile & SPADE_JACK else 0
    return points.each_spade * (pile & SPADES).bit_count() + jack


def _strictly_highest(counts: Sequence[int]) -> int | None:
    # R25: a tie for the highest scores nothing.
    highest = max(counts)
    return counts.index(highest) if counts.count(highest) == 1 else None


def winner_of(
    rules: Ruleset, sides: Sequence[int], scores: Sequence[int], deal: int, dealer: int
) -> int | None:
    """R26: the side that has won after this deal was scored, or None if another deal is due.

    After the last deal the chain of secrets has, the highest total wins, and among equal ones the
    side that would have dealt next: a match of players who never capture ends too.
    """
    if deal < MOST_DEALS:
        due = rules.deals_each is not None and deal >= rules.deals_each * len(sides)
        reached = rules.first_to is not None and max(scores) >= rules.first_to
        return _strictly_highest(scores) if due or reached else None
    for step in range(1, len(sides) + 1):
        side = sides[(dealer + step) % len(sides)]
        if scores[side] == max(scores):
            return side
    return None


def best_other_side(scores: Sequence[int], lost: int) -> int:
    """The side that wins when `lost` gives up: the highest total of the others, the lowest number
    among equals.
    """
    others = [side for side in range(len(scores)) if side != lost]
    return max(others, key=lambda side: (scores[side], -side))
