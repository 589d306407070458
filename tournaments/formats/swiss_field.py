"""The entrants of a Swiss round in order, and what it costs to let two of them meet.

An entrant goes by its rank here: 0 is the first in order of score. The allocated bye, where one
is needed, is the rank after the last. Its place in the order is below the lowest score group that
has someone who may take it.
"""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from itertools import groupby
from math import gcd

from tournaments.domain.stages import Stage
from tournaments.formats.matching import Costs, Pair
from tournaments.formats.swiss_past import DOWN, UP, Past


class Field:
    """`entrants` are those to be paired, `order` is how they are paired inside a score group:
    `slide` (upper half against lower half), `fold` (first against last) or `random`.

    With `strict` nobody meets again, nor takes a second bye or one after a forfeit win.
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
        self.number, self.strict, self.folds = number, strict, order == "fold"
        self._lot = stage.lot + number.to_bytes(4, "big")
        seed = {entrant: place for place, entrant in enumerate(stage.seeds)}
        lots = {entrant: self._hash(entrant) for entrant in entrants}
        lower = lots if order == "random" else seed
        self.entrants = sorted(lots, key=lambda one: (-past[one].score, lower[one], seed[one]))
        self.size = self.bye = len(self.entrants)
        self.rank = {entrant: rank for rank, entrant in enumerate(self.entrants)}
        self.past = [past[entrant] for entrant in self.entrants]
        self.scores = [one.score for one in self.past]
        self.clubs = [stage.clubs.get(entrant) for entrant in self.entrants]
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
        self.lots = [lots[entrant] for entrant in self.entrants]
        self.down = [self._floated(one, DOWN) for one in self.past]
        self.up = [self._floated(one, UP) for one in self.past]
        self._lay_out()

    def _hash(self, entrant: str) -> int:
        digest = blake2b(entrant.encode(), key=self._lot, digest_size=4).digest()
        return int.from_bytes(digest, "big") | 1

    def _floated(self, past: Past, way: int) -> int:
        recent = past.floats.get(self.number - 1) == way
        return 2 * recent + (past.floats.get(self.number - 2) == way)

    def may_take_bye(self, rank: int) -> bool:
        return not self.strict or not self.past[rank].byes

    def may_meet(self, one: int, other: int) -> bool:
        """Either may be the bye."""
        low, high = sorted((one, other))
        return self.may_take_bye(low) if high == self.bye else high not in self.barred[low]

    def _lay_out(self) -> None:
        """Finds the score groups and everybody's natural partner, as if all might meet.

        The lowest who may takes the bye; of an odd group the last floats down to the first of the
        next; the others meet by `order`.
        """
        self.groups = [
            list(ranks) for _, ranks in groupby(range(self.size), self.scores.__getitem__)
        ]
        steps = [self.scores[group[0]] for group in self.groups]
        self.unit = gcd(*(a - b for a, b in zip(steps, steps[1:], strict=False))) or 1
        self.group = [number for number, ranks in enumerate(self.groups) for _ in ranks]
        self.bye_taker = self.lowest_for_bye(range(self.size))
        out = self.bye_taker if self.size % 2 else None
        self.natural = [-1] * (self.size + 1)
        self.place = [0] * self.size
        self.head = [0] * self.size
        self.tail = [0] * self.size
        self.span: list[int] = []
        floater = None
        if out is not None:
            self._marry(out, self.bye)
        for ranks in self.groups:
            floater = self._lay_out_group(ranks, floater, out)

    def _lay_out_group(self, ranks: list[int], floater: int | None, out: int | None) -> int | None:
        """Marries the group's, with the floater from above; gives the one who floats on, if any."""
        line = [rank for rank in ranks if rank != out]
        taken = int(floater is not None and bool(line))
        place = -taken
        for rank in ranks:
            self.place[rank], self.head[rank] = place, place + taken
            place += rank != out
            self.tail[rank] = len(line) - 1 - self.head[rank]
        if floater is not None and line:
            self._marry(floater, line[0])
            floater = None
        rest = line[taken:]
        if len(rest) % 2:
            floater = rest.pop()
        half = len(rest) // 2
        self.span.append(len(rest) - 1 if self.folds else half)
        lower = reversed(rest[half:]) if self.folds else rest[half:]
        for one, other in zip(rest[:half], lower, strict=True):
            self._marry(one, other)
        return floater

    def _marry(self, one: int, other: int) -> None:
        self.natural[one], self.natural[other] = other, one

    def lowest_for_bye(self, ranks: Sequence[int]) -> int | None:
        return next((rank for rank in reversed(ranks) if self.may_take_bye(rank)), None)

    def costs(self, pairs: Sequence[Pair]) -> list[Costs]:
        """What each pair of ranks (lower first) costs, level by level, as §... orders them."""
        scores, group, place, span = self.scores, self.group, self.place, self.span
        clubs, lots, past, unit = self.clubs, self.lots, self.past, self.unit
        found: list[Costs] = []
        for one, other in pairs:
            if other == self.bye:
                found.append(self.bye_costs(one))
                continue
            club = clubs[one]
            same_club = int(club is not None and club == clubs[other])
            firsts, seconds = past[one].firsts, past[other].firsts
            seats = min(abs(firsts), abs(seconds)) if firsts * seconds > 0 else 0
            lot = lots[one] * lots[other] >> 24 & 0xFFFF
            at = group[one]
            if at == group[other]:
                if self.folds:
                    off = place[one] + place[other] - span[at]
                else:
                    off = place[other] - place[one] - span[at]
                found.append((0, 0, 0, same_club, off * off, seats, lot))
            else:
                apart = (scores[one] - scores[other]) // unit
                floats = self.down[one] + self.up[other]
                off = self.tail[one] + self.head[other]
                found.append((0, apart * apart, floats, same_club, off * off, seats, lot))
        if not self.strict:
            return [
                self._repeats(one, other) + costs
                for (one, other), costs in zip(pairs, found, strict=True)
            ]
        return found

    def bye_costs(self, rank: int) -> Costs:
        taker = self.bye_taker
        assert taker is not None
        above = self.group[taker] - self.group[rank]
        lot = self.lots[rank] >> 8 & 0xFFFF
        return above, 0, self.down[rank], 0, (taker - rank) ** 2, 0, lot

    def _repeats(self, one: int, other: int) -> Costs:
        """Byes again, meetings again, and how long ago: the oldest is the cheapest."""
        if other == self.bye:
            return self.past[one].byes, 0, 0
        rounds = self.past[one].met.get(self.entrants[other], ())
        return 0, len(rounds), max(rounds, default=0)
