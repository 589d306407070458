"""The sets of loose cards worth a value, and the unions of disjoint sets.

The sets are kept from turn to turn. A trailed card adds to them; sets with cards that have left the
table are removed when they are next needed, since no card becomes loose again in the same deal.

Lists of sets and of unions are cut beyond `limit` entries, and `cut` says so.
"""


class Sums:
    """The sets of loose cards by total, up to `top`, cut beyond `limit` sets a total.

    A returned list never changes afterwards, and the caller must not change it.
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
        """Updates the loose cards, all of which must have a value."""
        new = loose & ~self.loose
        # A card that returns belongs to another deal or line of play; a list that was cut may lack
        # sets for which there is room now.
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
                if self._full >> total & 1:  # what was cut there is missing here
                    self._full |= 1 << reached
                more = sets[reached] + [cards | card for cards in found if not cards & gone]
                if len(more) > limit:
                    self._full |= 1 << reached
                    more = more[:limit]
                sets[reached] = more
        # A single card is always listed, even beyond `limit`.
        sets[value] = [*sets[value], card]

    def of(self, total: int) -> list[int]:
        """The sets worth this total."""
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
        """Every union of one or more disjoint sets worth this total, each once."""
        sets = self.of(total)
        return self.unions(sets) if len(sets) > 1 else sets

    def unions(self, sets: list[int]) -> list[int]:
        """Every union of one or more disjoint sets, each once."""
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
        # Two pairs of sets may have the same union.
        return list(dict.fromkeys(made)) if count > 3 else made

    def joined(self, starts: list[int], unions: list[int]) -> list[int]:
        """Every start, alone and with every disjoint union, each once."""
        if not starts or not unions:
            return starts
        if len(starts) * len(unions) > self.limit * 2:
            self.cut = True
            unions = unions[: self.limit * 2 // len(starts) + 1]
        more = [start | union for start in starts for union in unions if not start & union]
        return starts + list(dict.fromkeys(more)) if len(starts) > 1 else starts + more
