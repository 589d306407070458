"""Keeps apart who should not meet early: seeds of one tier change places with each other.

Bracket: entrants of one group do not share a subtree that is the bracket divided by as many as
came out of a group; past opponents do not meet in their first match; forbidden pairs are as far
apart as the tiers allow; then club mates are as unlikely to meet as can be. Groups and tables:
forbidden pairs first, then club mates, are spread. What the tiers make impossible is not refused.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from tournaments.formats.kernels.seeding import (
    bracket_order,
    bracket_size,
    bracket_tiers,
    snake_positions,
)

# How far a seed may look for another of its tier, and how often all of them do.
_REACH = 8
_SWEEPS = 4
# The search out of what is worse than soft: its reach, its steps, those a moved one rests.
_FAR = 64
_STEPS = 400
_REST = 6

Pairs = Collection[frozenset[str]]
_NOBODY: Pairs = frozenset()


def separated_in_bracket(
    seeds: Sequence[str],
    *,
    tiers: Sequence[int] | None = None,
    groups: Mapping[str, int] | None = None,
    clubs: Mapping[str, str] | None = None,
    past: Pairs = _NOBODY,
    forbidden: Pairs = _NOBODY,
) -> tuple[str, ...]:
    """The seeds in their new order; byes stay with the places that have them.

    `tiers` has a number for each seed (of equal ones, neighbours are interchangeable): the place
    in the group for those who come out of groups, and by default those of `bracket_tiers`.
    """
    size = bracket_size(len(seeds))
    slot_of = {seed: slot for slot, seed in enumerate(bracket_order(size))}
    below_root = range(1, size.bit_length() - 1)
    nodes = [
        tuple((size + slot_of[seed]) >> level for level in below_root)
        for seed in range(1, len(seeds) + 1)
    ]
    chance = [3 * size * size >> 2 * level for level in below_root]
    meeting = len(seeds) ** 2 * size * size
    never = len(seeds) * meeting
    together = max(Counter((groups or {}).values()).values(), default=1)
    shared = size.bit_length() - 1 - (together - 1).bit_length()
    field = _Field(seeds, nodes, meeting)
    field.bind(_mates(groups or {}), [never * (level <= shared) for level in below_root])
    field.bind(forbidden, [never for _ in below_root])
    field.bind(past, [meeting * (level == 1) for level in below_root])
    field.bind(_mates(clubs or {}), chance)
    byes = size - len(seeds)
    given = bracket_tiers(len(seeds)) if tiers is None else tiers
    field.separate([(tier, place < byes) for place, tier in enumerate(given)])
    return tuple(field.seeds)


def separated_in_groups(
    seeds: Sequence[str],
    groups: int,
    *,
    clubs: Mapping[str, str] | None = None,
    forbidden: Pairs = _NOBODY,
) -> tuple[str, ...]:
    """The seeds in their new order, to be dealt out by `snake`; those of one row change places."""
    nodes = [(0,)] * len(seeds)
    for group, places in enumerate(snake_positions(len(seeds), groups)):
        for place in places:
            nodes[place] = (group,)
    field = _Field(seeds, nodes, len(seeds) ** 2)
    field.bind(forbidden, [len(seeds) ** 2])
    field.bind(_mates(clubs or {}), [1])
    field.separate([place // groups for place in range(len(seeds))])
    return tuple(field.seeds)


def separated_at_tables(
    tables: Sequence[Sequence[str]],
    *,
    clubs: Mapping[str, str] | None = None,
    forbidden: Pairs = _NOBODY,
) -> list[list[str]]:
    """The tables, best first at each, where those of one row have changed places."""
    rows = [
        (row, at) for row in range(max(map(len, tables), default=0))
        for at, table in enumerate(tables) if row < len(table)
    ]  # fmt: skip
    field = _Field([tables[at][row] for row, at in rows], [(at,) for _, at in rows], len(rows) ** 2)
    field.bind(forbidden, [len(rows) ** 2])
    field.bind(_mates(clubs or {}), [1])
    field.separate([row for row, _ in rows])
    separated: list[list[str]] = [[] for _ in tables]
    for (_, at), entrant in zip(rows, field.seeds, strict=True):
        separated[at].append(entrant)
    return separated


def _mates(label_of: Mapping[str, object]) -> list[frozenset[str]]:
    """Those with the same label; an empty one is none."""
    found: defaultdict[object, set[str]] = defaultdict(set)
    for entrant, label in label_of.items():
        if label != "":
            found[label].add(entrant)
    return [frozenset(mates) for mates in found.values() if len(mates) > 1]


class _Bond:
    """Members of whom two cost weights[i] where the i-th of their nodes is the same."""

    def __init__(self, weights: Sequence[int]) -> None:
        self.weights = [(level, weight) for level, weight in enumerate(weights) if weight]
        self.members_in: Counter[int] = Counter()

    def cost(self, nodes: Sequence[int]) -> int:
        """What a member who stands there costs with the others."""
        there = self.members_in
        return sum(weight * (there[nodes[level]] - 1) for level, weight in self.weights)

    def gain(self, here: Sequence[int], there: Sequence[int]) -> int:
        """What it saves that a member goes from here to there, where a stranger leaves."""
        members_in, saved = self.members_in, 0
        for level, weight in self.weights:
            old, new = here[level], there[level]
            if old != new:
                saved += weight * (members_in[old] - 1 - members_in[new])
        return saved

    def move(self, here: Sequence[int], there: Sequence[int]) -> None:
        for level, _ in self.weights:
            self.members_in[here[level]] -= 1
            self.members_in[there[level]] += 1


class _Field:
    """Who stands where, and what it costs that some of them share a node."""

    def __init__(self, seeds: Sequence[str], nodes: Sequence[tuple[int, ...]], hard: int) -> None:
        self.seeds = list(seeds)
        self._nodes = dict(zip(seeds, nodes, strict=True))
        self._bonds: defaultdict[str, list[_Bond]] = defaultdict(list)
        self._hard = hard

    def bind(self, sets: Iterable[frozenset[str]], weights: Sequence[int]) -> None:
        for members in sets:
            bond = _Bond(weights)
            for member in members & self._nodes.keys():
                self._bonds[member].append(bond)
                for level, _ in bond.weights:
                    bond.members_in[self._nodes[member][level]] += 1

    def separate(self, tiers: Sequence[object]) -> None:
        """`tiers`: those of a run of equals may change places."""
        for _ in range(_SWEEPS):
            last_first = reversed(range(len(self.seeds)))
            if not sum(self._improve(place, tiers) for place in last_first):
                break
        self._search(tiers)

    def _improve(self, place: int, tiers: Sequence[object]) -> bool:
        """Whether a change of places with somebody near was worth it."""
        if self._cost(place) <= 0:
            return False
        for other in _near(place, tiers, _REACH):
            if self._gain(place, other) > 0:
                self._change(place, other)
                return True
        return False

    def _search(self, tiers: Sequence[object]) -> None:
        """Leaves a local minimum that is bad by the best change, lately moved entrants resting."""
        rested: defaultdict[str, int] = defaultdict(int)
        changes: list[tuple[int, int]] = []
        total, best, kept = 0, 0, 0
        for step in range(_STEPS):
            bad = [place for place in range(len(self.seeds)) if self._cost(place) >= self._hard]
            if not bad:
                break
            found = [
                (self._gain(place, other), -rested[one] - rested[two], place, other)
                for place in bad[-_FAR:]
                for other in _near(place, tiers, _FAR)
                if max(rested[one := self.seeds[place]], rested[two := self.seeds[other]]) <= step
            ]
            if not found:
                continue
            gain, _, place, other = max(found)
            for moved in (place, other):
                rested[self.seeds[moved]] = step + _REST
            self._change(place, other)
            changes.append((place, other))
            total += gain
            if total > best:
                best, kept = total, len(changes)
        for place, other in reversed(changes[kept:]):
            self._change(place, other)

    def _cost(self, place: int) -> int:
        entrant = self.seeds[place]
        return sum(bond.cost(self._nodes[entrant]) for bond in self._bonds.get(entrant, ()))

    def _gain(self, place: int, other: int) -> int:
        """What a change of places saves. A bond that both have does not care."""
        one, two = self.seeds[place], self.seeds[other]
        bonds_of_one, bonds_of_two = self._bonds.get(one, ()), self._bonds.get(two, ())
        here, there = self._nodes[one], self._nodes[two]
        return sum(
            bond.gain(here, there) for bond in bonds_of_one if bond not in bonds_of_two
        ) + sum(bond.gain(there, here) for bond in bonds_of_two if bond not in bonds_of_one)

    def _change(self, place: int, other: int) -> None:
        one, two = self.seeds[place], self.seeds[other]
        here, there = self._nodes[one], self._nodes[two]
        for bond in self._bonds.get(one, ()):
            bond.move(here, there)
        for bond in self._bonds.get(two, ()):
            bond.move(there, here)
        self._nodes[one], self._nodes[two] = there, here
        self.seeds[place], self.seeds[other] = two, one


def _near(place: int, tiers: Sequence[object], reach: int) -> Iterable[int]:
    """Others of its tier, nearest first."""
    reached = [True, True]
    for distance in range(1, reach + 1):
        for way, other in enumerate((place + distance, place - distance)):
            reached[way] &= 0 <= other < len(tiers) and tiers[other] == tiers[place]
            if reached[way]:
                yield other
