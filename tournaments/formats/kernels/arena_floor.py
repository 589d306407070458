"""Who is free on the floor of an arena, and pairs of them: near in score, no rematch at once, never
a forbidden pair; of equals those of different clubs.
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from tournaments.core.chance import drawn
from tournaments.core.stages import Stage

Pair = tuple[str, str]


class Floor:
    """The state of the floor. `free`, best score first; equals in the order of the seeds, but for
    club mates, who stand apart.

    `scores` in sixtieths. `last_round`: when an entrant was last paired, 0 for never.
    """

    def __init__(self, stage: Stage) -> None:
        self.scores = dict.fromkeys(stage.seeds, 0)
        self.last_round = dict.fromkeys(stage.seeds, 0)
        self._last_opponent: dict[str, str] = {}
        self._firsts = dict.fromkeys(stage.seeds, 0)
        busy: set[str] = set()
        for round_ in stage.rounds:
            for pairing in round_.pairings.values():
                if pairing.unopposed:
                    continue
                (first,), (second,) = pairing.sides
                self._note_meeting(first, second, round_.number)
                if pairing.outcomes is None:
                    busy.update((first, second))
                    continue
                for entrant, outcome in zip((first, second), pairing.outcomes, strict=True):
                    self.scores[entrant] += outcome.score
        away = stage.absent.union(stage.left)
        there = [entrant for entrant in stage.seeds if entrant not in away]
        self._only_two = len(there) == 2
        self._lot, self._tick = stage.lot, len(stage.rounds)
        self._forbidden = stage.forbidden
        free = [entrant for entrant in there if entrant not in busy]
        free.sort(key=lambda entrant: -self.scores[entrant])
        self.free = [
            entrant
            for _, equals in groupby(free, key=self.scores.__getitem__)
            for entrant in _mixed(list(equals), stage.clubs)
        ]

    def _note_meeting(self, first: str, second: str, number: int) -> None:
        self.last_round[first] = self.last_round[second] = number
        self._last_opponent[first], self._last_opponent[second] = second, first
        self._firsts[first] += 1
        self._firsts[second] -= 1

    def may_meet(self, one: str, other: str) -> bool:
        """Not if it is forbidden; nor if for either it were the same opponent twice in a row, but
        where there is no other.
        """
        if self._forbidden and frozenset((one, other)) in self._forbidden:
            return False
        last = self._last_opponent
        return self._only_two or (last.get(one) != other and last.get(other) != one)

    def in_seats(self, one: str, other: str) -> Pair:
        """Who sat first less often does so now."""
        return (other, one) if self._firsts[one] > self._firsts[other] else (one, other)

    def out_of_turn(self) -> str | None:
        """Who waits where they are odd: who came off a table last, of equals by lot."""
        if len(self.free) % 2 == 0:
            return None
        return max(
            self.free, key=lambda one: (self.last_round[one], drawn(self._lot, self._tick, one))
        )


def _mixed(equals: Sequence[str], clubs: Mapping[str, str]) -> Iterator[str]:
    """So that no two of a club are neighbours, as far as that is possible: next comes the first of
    those who have most left, other than the club of the last one.
    """
    if not clubs:
        yield from equals
        return
    left: dict[str, deque[str]] = {}
    for one in equals:
        left.setdefault(clubs.get(one, ""), deque()).append(one)
    last = ""
    while left:
        others = [club for club in left if not club or club != last] or [last]
        last = max(others, key=lambda club: len(left[club]))
        yield left[last].popleft()
        if not left[last]:
            del left[last]


def pairs_of(floor: Floor) -> list[Pair]:
    """Pairs of those who are free, from the top: each with the next one it may meet.

    At most one waits, unless those left over have just met each other and nobody can change.
    """
    odd = floor.out_of_turn()
    pairs: list[Pair] = []
    waiting: list[str] = []
    for entrant in floor.free:
        if entrant == odd:
            continue
        partner = next((one for one in waiting if floor.may_meet(one, entrant)), None)
        if partner is None:
            waiting.append(entrant)
        else:
            waiting.remove(partner)
            pairs.append((partner, entrant))
    while len(waiting) >= 2:
        one, other = waiting.pop(), waiting.pop()
        if not _changed(floor, pairs, one, other) and odd is not None:
            stays = next((who for who in (one, other) if floor.may_meet(who, odd)), None)
            if stays is not None:
                pairs.append((stays, odd))
                odd = None
    return [floor.in_seats(*pair) for pair in pairs]


def _changed(floor: Floor, pairs: list[Pair], one: str, other: str) -> bool:
    """Breaks up the lowest pair that makes two pairs with these; says whether there is one."""
    for at in range(len(pairs) - 1, -1, -1):
        a, b = pairs[at]
        for first, second in ((a, b), (b, a)):
            if floor.may_meet(one, first) and floor.may_meet(other, second):
                pairs[at : at + 1] = [(first, one), (second, other)]
                return True
    return False
