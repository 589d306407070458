"""Hands that others may hold, dealt by chance as the beliefs about them say."""

from typing import Final

from engine.rules.terms import VALUES, Terms

SEEDS: Final = 1 << 30  # the number of seeds of `Dice`
USUAL: Final = 1024  # the weight of a card of which nothing is known

# A linear congruential generator of 30 bits; only its upper bits are used.
_MULTIPLIER: Final = 116646453
_MASK: Final = 0x3FFFFFFF


class Dice:
    """Chance from a seed: the same numbers on every machine."""

    def __init__(self, seed: int) -> None:
        self.state = seed & _MASK

    def below(self, count: int) -> int:
        """A number from 0 to `count` - 1; `count` is a million at most."""
        state = self.state * _MULTIPLIER + 12345 & _MASK
        self.state = state
        return (state >> 9) % count


class HandDealer:
    """Deals the hidden cards to the seats that hold them.

    By seat: `counts` are the cards to deal, `needs` the sets of values of which the seat holds a
    card for certain, and `weights` how likely each card is there, beside `USUAL`.
    """

    def __init__(
        self,
        terms: Terms,
        hidden: list[int],
        counts: list[int],
        needs: list[int],
        weights: list[list[int]],
    ) -> None:
        self.terms = terms
        self.hidden = hidden
        self.counts = counts
        self.needs = needs
        self.weights = weights

    def deal(self, dice: Dice) -> list[list[int]]:
        """A hand for each seat, in ascending order."""
        left = list(self.hidden)
        hands: list[list[int]] = [[] for _ in self.counts]
        for seat in range(len(hands)):
            if self.needs[seat]:
                self._meet(hands[seat], seat, left, dice)
        for seat in range(len(hands)):
            hand = hands[seat]
            while len(hand) < self.counts[seat]:
                _draw(hand, left, self.weights[seat], dice)
            hand.sort()
        return hands

    def _meet(self, hand: list[int], seat: int, left: list[int], dice: Dice) -> None:
        """Gives the seat a card of each value that it must hold, as far as there are any."""
        plays = self.terms.plays
        for value in range(1, VALUES):
            if not self.needs[seat] >> value & 1 or len(hand) == self.counts[seat]:
                continue
            if any(plays[card] >> value & 1 for card in hand):
                continue
            some = [card for card in left if plays[card] >> value & 1]
            if some:
                card = some[dice.below(len(some))]
                left.remove(card)
                hand.append(card)


def _draw(hand: list[int], left: list[int], weights: list[int], dice: Dice) -> None:
    total = 0
    for card in left:
        total += weights[card]
    at = dice.below(total)
    for place in range(len(left)):
        at -= weights[left[place]]
        if at < 0:
            hand.append(left[place])
            left[place] = left[len(left) - 1]
            left.pop()
            return
