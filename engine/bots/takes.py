"""What a table offers: the best loose cards that each card could take or build with."""

from typing import Final

from engine.bots.worths import Worths
from engine.rules.sums import Sums
from engine.rules.terms import VALUES, Terms

# Where the parts of an offer begin in its list, each by value (for a face card without a value, by
# the number of its rank).
BEST: Final = 0  # the set of cards that a card of this value takes with most gain
GAIN: Final = VALUES  # what these are worth
SET: Final = 2 * VALUES  # the one set of this total that is worth most
_CROWDED: Final = 10
_ROOM: Final = 64
_ROOM_IN_A_CROWD: Final = 12
_BUILT: Final = 1 << 52
_ONE: Final = 1024  # a probability of 1


class Takes:
    """The offers of tables, each made once. It serves one choice of one bot, then goes."""

    def __init__(self, terms: Terms, worths: Worths) -> None:
        self.terms = terms
        self.worths = worths
        self._known: dict[int, list[int]] = {}
        self._threats: dict[int, list[int]] = {}
        self._chances: dict[int, list[int]] = {}

    def of(self, loose: int) -> list[int]:
        """The offer of a table with these loose cards, as `BEST`, `GAIN` and `SET` say."""
        known = self._known.get(loose)
        if known is None:
            known = self._known[loose] = self._made(loose)
        return known

    def threats(self, loose: int, built: bool) -> list[int]:
        """What cards take of these loose cards: a rank and what its take is worth, then the next,
        the dearest first. A sweep counts where nothing is `built`.
        """
        key = loose | _BUILT if built else loose
        known = self._threats.get(key)
        if known is None:
            known = self._threats[key] = self._ordered(loose, built)
        return known

    def _ordered(self, loose: int, built: bool) -> list[int]:
        offer = self.of(loose)
        found: list[int] = []
        for rank in range(1, 14):
            best = offer[BEST + rank]
            if best:
                worth = offer[GAIN + rank] + self.worths.plain
                if best == loose and not built:
                    worth += self.worths.sweep
                place = 0
                while place < len(found) and found[place + 1] > worth:
                    place += 2
                found.insert(place, worth)
                found.insert(place, rank)
        return found

    def chances(self, unseen: int, count: int) -> list[int]:
        """By the size of a set of the unseen cards: the chance, in 1,024ths, that a hand of so many
        of them holds none of it.
        """
        key = unseen << 8 | count
        known = self._chances.get(key)
        if known is None:
            known = self._chances[key] = _chances(unseen, count)
        return known

    def _made(self, loose: int) -> list[int]:
        terms = self.terms
        offer = [0] * (3 * VALUES)
        if not loose:
            return offer
        valued = loose & ~terms.valueless
        room = _ROOM if valued.bit_count() <= _CROWDED else _ROOM_IN_A_CROWD
        sums = Sums(terms.value, terms.top, room)
        sums.follow(valued)
        for value in range(1, terms.top + 1):
            sets = sums.of(value)
            if not sets:
                continue
            one = self._dearest(sets)
            offer[SET + value] = one
            if len(sets) > 1:
                if terms.one_action:
                    pairs = valued & 15 << 4 * (value - 1) if value < 14 else 0
                    one = self._dearest([one, pairs])
                else:
                    one = self._dearest(sums.unions(sets))
            offer[BEST + value] = one
            offer[GAIN + value] = self.worths.of(one)
        if terms.high_ace:
            self._by_ace(offer)
        if loose & terms.valueless:
            self._by_faces(offer, loose)
        return offer

    def _dearest(self, sets: list[int]) -> int:
        best = sets[0]
        if len(sets) == 1:
            return best
        most = self.worths.of(best)
        for cards in sets:
            worth = self.worths.of(cards)
            if worth > most:
                most = worth
                best = cards
        return best

    def _by_ace(self, offer: list[int]) -> None:
        """R1: an ace takes aces and sets worth 14 in one play."""
        aces = offer[BEST + 1]
        high = offer[BEST + 14]
        if not aces & high:
            offer[BEST + 1] = aces | high
            offer[GAIN + 1] += offer[GAIN + 14]
        elif offer[GAIN + 14] > offer[GAIN + 1]:
            offer[BEST + 1] = high
            offer[GAIN + 1] = offer[GAIN + 14]

    def _by_faces(self, offer: list[int], loose: int) -> None:
        """R4: a face card without a value takes its own rank."""
        for rank in range(10, 13):
            suits = loose >> 4 * rank & 15
            if suits and self.terms.valueless >> 4 * rank & 1:
                picks = [pick << 4 * rank for pick in self.terms.face_picks[suits]]
                best = self._dearest(picks)
                offer[BEST + rank + 1] = best
                offer[GAIN + rank + 1] = self.worths.of(best)


def _chances(unseen: int, count: int) -> list[int]:
    """By the size of a set of unseen cards: the chance that `count` of them hold none of it."""
    chances = [_ONE]
    chance = _ONE << 20
    for size in range(unseen):
        chance = chance * max(unseen - count - size, 0) // (unseen - size)
        chances.append(chance >> 20)
    chances += [0] * 4
    return chances
