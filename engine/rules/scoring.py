"""The score sheet of a deal and the finish of a match (R21, R22, R24, R25, R26)."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.rules.awards import awards_of, strictly_highest
from engine.rules.cards import SPADES
from engine.rules.rulesets import Ruleset
from engine.rules.shuffle import MOST_DEALS


@dataclass(frozen=True, slots=True)
class SheetRow:
    """The row of one side in the score sheet of a deal.

    `cards` and `spades` are counts of cards taken; the other fields are points. `each_spade` is
    None unless the ruleset pays for single spades.
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
    """R24: the score sheet of a deal, by side.

    `piles` are the sets of cards taken, residue included, and `sweeps` the counts, both by side.
    """
    paid = rules.points.each_spade or rules.points.spade_jack
    return tuple(
        SheetRow(
            side=side,
            cards=piles[side].bit_count(),
            spades=(piles[side] & SPADES).bit_count(),
            most_cards=won.most_cards,
            most_spades=won.most_spades,
            big_casino=won.big_casino,
            little_casino=won.little_casino,
            aces=won.aces,
            sweeps=won.sweeps,
            each_spade=won.spades if paid else None,
        )
        for side, won in enumerate(awards_of(rules, piles, sweeps))
    )


def winner_of(
    rules: Ruleset,
    sides: Sequence[int],
    scores: Sequence[int],
    deal: int,
    dealer: int,
    contenders: Sequence[int] | None = None,
    *,
    mirrored: bool = False,
) -> int | None:
    """R26: the side that has won after this deal was scored, or None if another deal is due.

    `scores` are the totals by side. Only `contenders` (None: every side) can win. A mirrored match
    is decided after every second deal only (C14). After deal 1,000, the last of the chain of
    secrets, the highest total wins, and among equals the side that would have dealt next (C1).
    """
    rivals = range(len(scores)) if contenders is None else contenders
    best = max(scores[side] for side in rivals)
    if deal < MOST_DEALS:
        due = rules.deals_each is not None and deal >= rules.deals_each * len(sides)
        reached = rules.first_to is not None and best >= rules.first_to
        if not (due or reached) or (mirrored and deal % 2 == 1):
            return None
        at = strictly_highest([scores[side] for side in rivals])
        return None if at is None else rivals[at]
    for step in range(1, len(sides) + 1):
        side = sides[(dealer + step) % len(sides)]
        if side in rivals and scores[side] == best:
            return side
    return None


def best_of(scores: Sequence[int], sides: Sequence[int]) -> int:
    """C2: the side with the highest total among `sides`; of equal ones the lowest number."""
    return max(sides, key=lambda side: (scores[side], -side))
