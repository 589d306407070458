"""The entrants of a Swiss round in order, and what it costs to let two of them meet.

An entrant goes by its rank here: 0 is the first in order of score. The allocated bye is the rank
after the last. Costs are compared level by level, in this order:

- only where nothing else is left: byes again, meetings again, the round of the last meeting;
- how many score groups the bye is above the lowest with someone who may take it;
- the square of the score difference;
- floats repeated from the last round (2 each) and the one before (1 each);
- two of one club;
- the square of the distance to the natural partner;
- how much both want the same seat;
- a lot of 16 bits.
"""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from itertools import groupby
from math import gcd

from tournaments.core.stages import Stage
from tournaments.formats.kernels.matching import Costs, Pair
from tournaments.formats.kernels.swiss.history import DOWN, UP, Past
from tournaments.formats.kernels.swiss.layout import Layout


class Field(Layout):
    """`entrants` are those to be paired, `order` is how they are paired inside a score group.

    If `strict`, nobody meets again, nor takes a second bye or one after a forfeit win.
    """

    def __init__(
        self,
        stage: Stage,
        number: int,
        entrants: Iterable[str],
        past: Mapping[str, Past],
        order: str,
        strict: bool = True,
    ) -> None:
        self.number, self.order, self.strict = number, order, strict
        key = stage.lot + number.to_bytes(4, "big")
        lots = {entrant: _lot(key, entrant) for entrant in entrants}
        seed = {entrant: place for place, entrant in enumerate(stage.seeds)}
        lower = lots if order == "random" else seed
        self.entrants = sorted(lots, key=lambda one: (-past[one].score, lower[one], seed[one]))
        self.rank = {entrant: rank for rank, entrant in enumerate(self.entrants)}
        self.past = [past[entrant] for entrant in self.entrants]
        self.clubs = [stage.clubs.get(entrant) for entrant in self.entrants]
        self.names_clubs = stage.names_clubs
        self.lots = [lots[entrant] for entrant in self.entrants]
        self.forbidden: list[set[int]] = [set() for _ in self.entrants]
        for pair in stage.forbidden:
            ranks = [self.rank[one] for one in pair if one in self.rank]
            if len(ranks) == 2:
                self.forbidden[ranks[0]].add(ranks[1])
                self.forbidden[ranks[1]].add(ranks[0])
        self.barred = [
            apart.union(self.rank[one] for one in own.met if one in self.rank) if strict else apart
            for apart, own in zip(self.forbidden, self.past, strict=True)
        ]
        self.down = [self._floated(one, DOWN) for one in self.past]
        self.up = [self._floated(one, UP) for one in self.past]
        scores = [one.score for one in self.past]
        takers = [rank for rank, own in enumerate(self.past) if not (strict and own.byes)]
        self.takers = frozenset(takers)
        super().__init__(scores, max(takers, default=None), order == "fold")
        self.groups = [
            list(ranks) for _, ranks in groupby(range(self.size), self.group.__getitem__)
        ]
        self.unit = gcd(*(scores[0] - score for score in scores)) or 1 if scores else 1

    def _floated(self, past: Past, way: int) -> int:
        recent = past.floats.get(self.number - 1) == way
        return 2 * recent + (past.floats.get(self.number - 2) == way)

    def may_meet(self, one: int, other: int) -> bool:
        """Whether this pair (lower rank first) is open to the field; the other may be the bye."""
        return one in self.takers if other == self.bye else other not in self.barred[one]

    def lowest_for_bye(self, ranks: Sequence[int]) -> int | None:
        """Of these ranks (ascending)."""
        return next((rank for rank in reversed(ranks) if rank in self.takers), None)

    def lot(self, pair: Pair) -> int:
        """16 bits of chance that belong to the pair."""
        one, other = pair
        if other == self.bye:
            return self.lots[one] >> 8 & 0xFFFF
        return self.lots[one] * self.lots[other] >> 24 & 0xFFFF

    def costs(self, pairs: Sequence[Pair]) -> list[Costs]:
        """What each pair of ranks (lower first) costs, level by level."""
        scores, group, place, span = self.scores, self.group, self.place, self.span
        clubs, lots, past, unit = self.clubs, self.lots, self.past, self.unit
        found: list[Costs] = []
        for one, other in pairs:
            if other == self.bye:
                found.append(self._bye_costs(one))
                continue
            club = clubs[one]
            same_club = int(club is not None and club == clubs[other])
            firsts, seconds = past[one].firsts, past[other].firsts
            seats = min(abs(firsts), abs(seconds)) if firsts * seconds > 0 else 0
            lot = lots[one] * lots[other] >> 24 & 0xFFFF
            at = group[one]
            if at == group[other]:
                off = place[other] + (place[one] if self.folds else -place[one]) - span[at]
                found.append((0, 0, 0, same_club, off * off, seats, lot))
            else:
                apart = (scores[one] - scores[other]) // unit
                floats = self.down[one] + self.up[other]
                off = self.tail[one] + self.head[other]
                found.append((0, apart * apart, floats, same_club, off * off, seats, lot))
        if self.strict:
            return found
        return [(*self._repeats(pair), *costs) for pair, costs in zip(pairs, found, strict=True)]

    def _bye_costs(self, rank: int) -> Costs:
        off = self.off(rank, self.bye)
        above = self.bye_above(rank)
        return above, 0, self.down[rank], 0, off * off, 0, self.lot((rank, self.bye))

    def _repeats(self, pair: Pair) -> Costs:
        one, other = pair
        if other == self.bye:
            return self.past[one].byes, 0, 0
        rounds = self.past[one].met.get(self.entrants[other], ())
        return 0, len(rounds), max(rounds, default=0)


def _lot(key: bytes, entrant: str) -> int:
    """32 bits, odd."""
    digest = blake2b(entrant.encode(), key=key, digest_size=4).digest()
    return int.from_bytes(digest, "big") | 1
