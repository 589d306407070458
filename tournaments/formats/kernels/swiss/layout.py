"""Who would meet whom in a Swiss round if everybody might: the natural pairs.

The lowest who may take the bye of an odd number takes it. From the top down, the last of an odd
score group floats down to the first of the next. The others of a group meet the upper half the
lower, or, in a field that folds, the first the last.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby


class Layout:
    """Ranks go by `scores`, descending; the bye is the rank after the last, `bye_taker` the lowest
    who may take it.

    `natural` has everybody's natural partner. `line` has a group without the taker of the bye,
    `place` counts in it without the one who takes in a floater, `head` and `tail` say how many are
    above and below; `span` is the natural distance of places, or their natural sum in a fold.
    """

    def __init__(self, scores: Sequence[int], bye_taker: int | None, folds: bool) -> None:
        self.scores, self.bye_taker, self.folds = scores, bye_taker, folds
        self.size = self.bye = len(scores)
        self.out = bye_taker if self.size % 2 else None
        self.natural = [-1] * (self.size + 1)
        self.group: list[int] = []
        self.place: list[int] = []
        self.head: list[int] = []
        self.tail: list[int] = []
        self.line: list[list[int]] = []
        self.span: list[int] = []
        self.takes_in: list[bool] = []
        self.sends_on: list[bool] = []
        if self.out is not None:
            self._marry(self.out, self.bye)
        floater: int | None = None
        for _, ranks in groupby(range(self.size), scores.__getitem__):
            floater = self._lay_out(list(ranks), floater)

    def _lay_out(self, ranks: list[int], floater: int | None) -> int | None:
        """Marries a group, with the floater from above; gives the one who floats on, if any."""
        line = [rank for rank in ranks if rank != self.out]
        self.takes_in.append(floater is not None)
        rest = line
        if floater is not None and line:
            self._marry(floater, line[0])
            floater, rest = None, line[1:]
        taken = len(line) - len(rest)
        head = 0
        for rank in ranks:
            self.group.append(len(self.line))
            self.head.append(head)
            self.place.append(head - taken)
            self.tail.append(max(0, len(line) - 1 - head))
            head += rank != self.out
        if len(rest) % 2:
            *rest, floater = rest
        half = len(rest) // 2
        lower = rest[half:]
        for one, other in zip(rest, reversed(lower) if self.folds else lower, strict=False):
            self._marry(one, other)
        self.line.append(line)
        self.span.append(len(rest) - 1 if self.folds else half)
        self.sends_on.append(floater is not None)
        return floater

    def _marry(self, one: int, other: int) -> None:
        self.natural[one], self.natural[other] = other, one

    def bye_above(self, rank: int) -> int:
        """How many groups above the bye's natural one this rank is."""
        assert self.bye_taker is not None
        return self.group[self.bye_taker] - self.group[rank]

    def off(self, one: int, other: int) -> int:
        """How far a pair (lower rank first) is from a natural one; 0 or more."""
        if other == self.bye:
            assert self.bye_taker is not None
            return abs(self.bye_taker - one)
        at = self.group[one]
        if at != self.group[other]:
            return self.tail[one] + self.head[other]
        place = self.place[one]
        return abs(self.place[other] + (place if self.folds else -place) - self.span[at])

    def near(self, rank: int, reach: int) -> Iterator[int]:
        """Those that a pairing with `rank` would be off by no more than `reach`, in its own group
        and those that exchange floaters with it.
        """
        if rank == self.bye:
            at = self.group[self.out] if self.out is not None else -1
            for other in self.line[at]:
                if self.off(other, rank) <= reach:
                    yield other
            return
        at, place, span = self.group[rank], self.place[rank], self.span[self.group[rank]]
        first = len(self.line[at]) and self.place[self.line[at][0]]
        for centre in (span - place,) if self.folds else (place + span, place - span):
            low = max(0, centre - reach - first)
            yield from self.line[at][low : max(0, centre + reach + 1 - first)]
        below, above = reach - self.tail[rank], reach - self.head[rank]
        groups = [at]
        while below >= 0 and self.sends_on[groups[-1]]:
            groups.append(groups[-1] + 1)
            if self.line[groups[-1]]:
                yield from self.line[groups[-1]][: below + 1]
                break
        touched = set(groups)
        groups = [at]
        while above >= 0 and self.takes_in[groups[-1]]:
            groups.append(groups[-1] - 1)
            if self.line[groups[-1]]:
                yield from self.line[groups[-1]][-above - 1 :]
                break
        yield from self._out_or_bye(rank, reach, touched.union(groups))

    def _out_or_bye(self, rank: int, reach: int, groups: set[int]) -> Iterator[int]:
        out = self.out
        if out is None or self.group[out] not in groups:
            return
        if rank != out and self.off(min(rank, out), max(rank, out)) <= reach:
            yield out
        if self.group[rank] == self.group[out] and self.off(rank, self.bye) <= reach:
            yield self.bye
