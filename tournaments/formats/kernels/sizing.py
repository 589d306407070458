"""How n entrants are split over tables of allowed sizes, and who gets a short table or a bye.

The allowed sizes are a set, not an interval (nobody plays Casino at five). Byes come first: as few
as possible; then the tables are as near to the preferred size as possible, by the sum of the
squared differences; then they are as few as possible.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tournaments.core.chance import Chance
from tournaments.core.refusals import BadField

PLAYABLE = (2, 3, 4, 6)
POLICIES = ("lowest", "highest", "random")

# Of `preferred` other tables some hold a multiple of `preferred` entrants together (two of the
# partial sums leave the same remainder), and tables of the preferred size are nearer. So fewer
# than 6 tables of at most 6 have another size, whatever the number of entrants.
_ENOUGH = 36


@dataclass(frozen=True, slots=True)
class Sizing:
    """The sizes of the tables, greatest first; without tables everybody has a bye."""

    tables: tuple[int, ...]
    byes: int


def sizing(entrants: int, allowed: Sequence[int]) -> Sizing:
    """The best split; the preferred size is the first of those allowed."""
    preferred = allowed[0]
    spare = max(0, (entrants - _ENOUGH) // preferred)
    few = _few(entrants - spare * preferred, tuple(allowed))
    return Sizing(tuple(sorted(few.tables + (preferred,) * spare, reverse=True)), few.byes)


@lru_cache(maxsize=4096)
def _few(entrants: int, allowed: tuple[int, ...]) -> Sizing:
    """By dynamic programming: the best last table for each number that tables can hold."""
    best: list[tuple[int, int, tuple[int, ...]] | None] = [(0, 0, ())]
    for total in range(1, entrants + 1):
        ways = []
        for size in allowed:
            before = best[total - size] if size <= total else None
            if before is not None:
                cost, count, tables = before
                ways.append((cost + (size - allowed[0]) ** 2, count + 1, (*tables, size)))
        best.append(min(ways, default=None))
    byes = next(byes for byes in range(entrants + 1) if best[entrants - byes] is not None)
    found = best[entrants - byes]
    assert found is not None
    return Sizing(found[2], byes)


def least_entrants(allowed: Sequence[int]) -> int:
    """With fewer there is no table at all."""
    return min(allowed)


def seated_exactly(entrants: int, allowed: Sequence[int]) -> bool:
    """Whether so many can sit down without a bye."""
    return entrants > 0 and sizing(entrants, allowed).byes == 0


def sizes_in(options: Mapping[str, object]) -> tuple[int, ...]:
    """The option `sizes`, the preferred one first; refuses `bad_field`."""
    given, preferred = options["sizes"], options.get("preferred")
    if not isinstance(given, list | tuple) or not given:
        raise BadField(field="sizes", problem="it takes a list of table sizes")
    if any(isinstance(size, bool) or size not in PLAYABLE for size in given):
        raise BadField(field="sizes", problem="it takes sizes of " + ", ".join(map(str, PLAYABLE)))
    if len(set(given)) < len(given):
        raise BadField(field="sizes", problem="it takes every size once")
    if preferred is not None and preferred not in given:
        raise BadField(field="preferred", problem="it takes one of the sizes")
    first = given[0] if preferred is None else preferred
    return (first, *(size for size in given if size != first))


def picked(
    order: Sequence[int], count: int, policy: str, times: Mapping[int, int], chance: Chance
) -> list[int]:
    """Who gets what nobody wants, in the order they have in `order` (best standing first).

    Those who had it least often, by `times`; among them by `policy`: the `lowest` in order, the
    `highest`, or `random` ones.
    """
    line = {"lowest": order[::-1], "highest": order, "random": chance.shuffled(order)}[policy]
    taken = set(sorted(line, key=lambda one: times.get(one, 0))[:count])
    return [one for one in order if one in taken]
