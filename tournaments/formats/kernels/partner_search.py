"""Partners and opponents that were seldom together, found by search where no design fits."""

from collections import defaultdict
from collections.abc import Sequence

from tournaments.core.chance import Chance
from tournaments.core.stages import Pairing, Stage
from tournaments.formats.kernels.table_search import Table, repaired, stirred, total_cost
from tournaments.formats.kernels.whist import Foursome

# A partner again is worth four opponents again; counts are squared over the event.
_PARTNER, _OPPONENT = 4, 1
_FORBIDDEN = 1_000_000
_SITTING_DRAWS = 4
_FEW_TABLES = 16
_STEPS_PER_TABLE = 300
_HEAT = 12
_SPLITS = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 3, 1, 2))

Counts = list[defaultdict[int, int]]


class PartnerHistory:
    """Entrants go by their number in `stage.seeds`. `partner[a][b]`, `opponent[a][b]`: how often;
    `missed`: rounds without a table, for whatever reason; `forbidden`: who never meets whom.
    """

    def __init__(self, stage: Stage) -> None:
        self._number = {entrant: number for number, entrant in enumerate(stage.seeds)}
        self.partner: Counts = [defaultdict(int) for _ in stage.seeds]
        self.opponent: Counts = [defaultdict(int) for _ in stage.seeds]
        self.missed = [stage.joined.get(entrant, 1) - 1 for entrant in stage.seeds]
        self.forbidden: defaultdict[int, set[int]] = defaultdict(set)
        for pair in stage.forbidden:
            if all(one in self._number for one in pair):
                one, other = (self._number[one] for one in pair)
                self.forbidden[one].add(other)
                self.forbidden[other].add(one)
        for pairing in stage.pairings():
            self._note(pairing)

    def forbids(self, there: Sequence[int]) -> bool:
        """Whether two of these never meet."""
        forbidden = self.forbidden
        return any(one in forbidden and not forbidden[one].isdisjoint(there) for one in there)

    def _note(self, pairing: Pairing) -> None:
        sides = [[self._number[entrant] for entrant in side] for side in pairing.sides]
        if pairing.unopposed:
            for number in sides[0]:
                self.missed[number] += 1
            return
        for at, side in enumerate(sides):
            others = [other for more in sides[:at] + sides[at + 1 :] for other in more]
            for one in side:
                for mate in side:
                    self.partner[one][mate] += mate != one
                for other in others:
                    self.opponent[one][other] += 1


def best_tables(past: PartnerHistory, playing: Sequence[int], chance: Chance) -> list[Foursome]:
    """Tables of four; up to three of those who missed the fewest rounds are at none.

    Of a few draws among them the one with the cheapest tables.
    """
    out = len(playing) % 4
    best: tuple[int, list[Table]] | None = None
    judge = _Judge(past)
    for _ in range(_SITTING_DRAWS if len(playing) <= 4 * _FEW_TABLES else 1):
        drawn = chance.shuffled(playing)
        drawn.sort(key=past.missed.__getitem__)
        rest = chance.shuffled(drawn[out:])
        tables = [rest[at : at + 4] for at in range(0, len(rest), 4)]
        if len(tables) <= _FEW_TABLES:
            tables = stirred(tables, judge, chance, _HEAT, _STEPS_PER_TABLE * len(tables))
        tables = repaired(tables, judge)
        cost = total_cost(tables, judge)
        if best is None or cost < best[0]:
            best = cost, tables
        if not cost:
            break
    assert best is not None
    return [judge.split(table) for table in best[1]]


class _Judge:
    """A table of four costs what its best split into partners adds to the sum of
    4 · (times partners)² + (times opponents)², and far more where two of it never meet.
    """

    def __init__(self, past: PartnerHistory) -> None:
        self._past = past
        self._partner, self._opponent = past.partner, past.opponent

    def cost(self, table: Table) -> int:
        return min(self._costs(table)) + _FORBIDDEN * self._past.forbids(table)

    faults = cost

    def split(self, table: Table) -> Foursome:
        costs = self._costs(table)
        a, b, c, d = _SPLITS[costs.index(min(costs))]
        return table[a], table[b], table[c], table[d]

    def _costs(self, table: Table) -> tuple[int, int, int]:
        """Of the three splits, less what any table costs."""
        a, b, c, d = table
        of_a, of_b, of_c = self._opponent[a], self._opponent[b], self._opponent[c]
        ab, ac, ad = of_a.get(b, 0), of_a.get(c, 0), of_a.get(d, 0)
        bc, bd, cd = of_b.get(c, 0), of_b.get(d, 0), of_c.get(d, 0)
        all_six = ab + ac + ad + bc + bd + cd
        by_a, by_b, by_c = self._partner[a], self._partner[b], self._partner[c]
        first = by_a.get(b, 0) + by_c.get(d, 0)
        second = by_a.get(c, 0) + by_b.get(d, 0)
        third = by_a.get(d, 0) + by_b.get(c, 0)
        return (
            2 * (_PARTNER * first + _OPPONENT * (all_six - ab - cd)),
            2 * (_PARTNER * second + _OPPONENT * (all_six - ac - bd)),
            2 * (_PARTNER * third + _OPPONENT * (all_six - ad - bc)),
        )
