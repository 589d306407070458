"""The sets of loose cards worth a value, and the unions of disjoint ones.

Sums are kept from turn to turn. A trailed card adds to them; cards that left the table are struck
out when a sum is next asked for, since no card comes back to be loose in the same deal.

Both kinds of list are bounded: past `limit` entries they are cut, and say so.
"""


class Sums:
    """For each total up to `top`, the sets of loose cards worth it, of at limit `limit` sets each.

    A list once given is never changed afterwards, and is not to be changed by the taker.
    """

    def __init__(self, value: list[int], top: int, limit: int) -> None:
        self.value = value
        self.top = top
        self.limit = limit
        self.cut = False
        self.loose = 0
        self._met = 0
        self._full = 0
        self._sets: list[list[int]] = [[] for _ in range(top + 1)]

    def follow(self, loose: int) -> None:
        """Takes over the loose cards that lie now; all of them must have a value."""
        new = loose & ~self.loose
        # A card that is back belongs to another deal or line of play; and a list that was cut may
        # lack sets that have room now.
        if new & self._met or (self._full and loose != self.loose):
            self._sets = [[] for _ in range(self.top + 1)]
            self._full = 0
            self._met = 0
            new = loose
        self.cut = False
        self.loose = loose
        self._met |= new
        while new:
            card = new & -new
            self._lay(card, self.value[card.bit_length() - 1])
            new ^= card

    def _lay(self, card: int, value: int) -> None:
        sets = self._sets
        limit = self.limit
        gone = ~self.loose
        for total in range(self.top - value, 0, -1):
            found = sets[total]
            if found:
                reached = total + value
                more = sets[reached] + [cards | card for cards in found if not cards & gone]
                if len(more) > limit:
                    self._full |= 1 << reached
                    more = more[:limit]
                sets[reached] = more
        # One card more than `limit` is a move of its own and harms nobody.
        sets[value] = [*sets[value], card]

    def of(self, total: int) -> list[int]:
        """The sets worth this total; not to be changed."""
        if total > self.top:
            return []
        sets = self._sets[total]
        if not sets:
            return sets
        gone = ~self.loose
        kept = [cards for cards in sets if not cards & gone]
        self._sets[total] = kept
        if self._full >> total & 1:
            self.cut = True
        return kept

    def unions_of(self, total: int) -> list[int]:
        """Every union of one or more disjoint sets worth this total, once."""
        sets = self.of(total)
        return self.unions(sets) if len(sets) > 1 else sets

    def unions(self, sets: list[int]) -> list[int]:
        """Every union of one or more disjoint sets, once; not to be changed."""
        count = len(sets)
        if count < 2:
            return sets
        if count == 2:
            first, second = sets
            return sets if first & second else [first, second, first | second]
        made: list[int] = []
        for cards in sets:
            made += [other | cards for other in made if not other & cards]
            made.append(cards)
            if len(made) > self.limit:
                self.cut = True
                break
        # Two different pairs of sets may be the same four cards.
        return list(dict.fromkeys(made)) if count > 3 else made

    def joined(self, starts: list[int], unions: list[int]) -> list[int]:
        """Each start, and each with every disjoint union, once."""
        if not starts or not unions:
            return starts
        if len(starts) * len(unions) > self.limit * 2:
            self.cut = True
            unions = unions[: self.limit * 2 // len(starts) + 1]
        more = [start | union for start in starts for union in unions if not start & union]
        return starts + list(dict.fromkeys(more)) if len(starts) > 1 else starts + more
