"""Power pods: by score, cut into tables from the top, then swapped away from those met before."""

from collections.abc import Sequence
from itertools import combinations

from tournaments.core.chance import Chance, drawn
from tournaments.core.planning import PairingReason, Planned, whole
from tournaments.core.scores import bye
from tournaments.core.stages import Stage
from tournaments.formats.kernels.seat_order import seated
from tournaments.formats.kernels.sizing import picked, sizes_in, sizing
from tournaments.formats.kernels.table_history import TableHistory
from tournaments.formats.kernels.table_search import Table, repaired, stirred

# In squared sixtieths, as score differences are: a repeat is worth a thousand pairs that are a
# place of a table of four apart.
_PLACE = 20**2
REPEAT = 1000 * _PLACE
SHORT_AGAIN = 100 * _PLACE
CLUB = 50 * _PLACE
FORBIDDEN = REPEAT * REPEAT

_FEW_TABLES = 20
_STEPS_PER_TABLE = 500


def pods_of(stage: Stage, number: int, playing: Sequence[str]) -> tuple[Planned, ...]:
    """The tables of a round, the best first, then the allocated byes.

    `playing` are those to be seated; the stage has the rounds before this one.
    """
    pods = Pods(stage, number, playing)
    tables = pods.tables()
    planned = [pods.planned(at, table) for at, table in enumerate(tables)]
    score = whole(stage.options, "bye_score")
    why = PairingReason("bye_allocated", {"policy": pods.policy})
    for entrant in pods.byes:
        sides = ((stage.seeds[entrant],),)
        planned.append(Planned(len(planned) + 1, sides, outcomes=bye(score), why=(why,)))
    return tuple(planned)


class Pods:
    """Entrants go by their number in `stage.seeds`. `judge` of tables for the search."""

    def __init__(self, stage: Stage, number: int, playing: Sequence[str]) -> None:
        sizes = sizes_in(stage.options)
        self.usual, self.policy = sizes[0], str(stage.options["short_tables"])
        self._stage, self._number = stage, number
        self._past = TableHistory(stage, self.usual)
        self._scores = self._past.scores
        self._clubs = [stage.clubs.get(entrant) for entrant in stage.seeds]
        self._apart = self._penalties(stage)
        numbers = map(self._past.number.__getitem__, playing)
        self._lots = {one: drawn(stage.lot, "pods", number, one) for one in numbers}
        order = sorted(self._lots, key=lambda one: (-self._scores[one], self._lots[one], one))
        split = sizing(len(order), sizes)
        self.byes = self._picked(order, split.byes, self._past.byes, "byes")
        seated = set(order).difference(self.byes)
        self.cut = self._cut([one for one in order if one in seated], split.tables)
        self._natural = {one: at for at, table in enumerate(self.cut) for one in table}

    def _penalties(self, stage: Stage) -> list[dict[int, int]]:
        apart = [{other: REPEAT * n**2 for other, n in met.items()} for met in self._past.met]
        for pair in stage.forbidden:
            numbers = [self._past.number[one] for one in pair if one in self._past.number]
            if len(numbers) == 2:
                one, other = numbers
                apart[one][other] = apart[other][one] = FORBIDDEN
        return apart

    def _picked(
        self, order: Sequence[int], count: int, times: dict[int, int], label: str
    ) -> list[int]:
        chance = Chance(self._stage.lot, label, self._number)
        return picked(order, count, self.policy, times, chance)

    def _cut(self, order: Sequence[int], sizes: Sequence[int]) -> list[Table]:
        """Tables in order of their average rank; the short ones for those whose turn it is."""
        short = [size for size in sizes if size < self.usual]
        sit_short = self._picked(order, sum(short), self._past.short, "short tables")
        others = set(order).difference(sit_short)
        tables = _sliced([one for one in order if one in others], sizes[: len(sizes) - len(short)])
        tables += _sliced(sit_short, short)
        rank = {one: place for place, one in enumerate(order)}
        # Twelve times the average is whole for every size there is.
        return sorted(tables, key=lambda table: sum(rank[one] for one in table) * 12 // len(table))

    def tables(self) -> list[Table]:
        """The cut, repaired; few tables that are still faulty are stirred."""
        tables = repaired(self.cut, self)
        if len(tables) <= _FEW_TABLES and any(map(self.faults, tables)):
            chance = Chance(self._stage.lot, "stirred", self._number)
            steps = _STEPS_PER_TABLE * len(tables)
            tables = repaired(stirred(tables, self, chance, REPEAT, steps), self)
        return tables

    def cost(self, table: Table) -> int:
        """1000 · Σ (earlier meetings)² + Σ (score difference)², and what else is unwanted."""
        scores, total = self._scores, self.faults(table)
        for at, one in enumerate(table):
            own = scores[one]
            for other in table[at + 1 :]:
                total += (own - scores[other]) ** 2
        return total

    def faults(self, table: Table) -> int:
        clubs, total = self._clubs, 0
        for at, one in enumerate(table):
            apart, club = self._apart[one], clubs[one]
            for other in table[at + 1 :]:
                if other in apart:
                    total += apart[other]
                if club is not None and club == clubs[other]:
                    total += CLUB
        if len(table) < self.usual:
            total += SHORT_AGAIN * sum(self._past.short[one] ** 2 for one in table)
        return total

    def planned(self, at: int, table: Table) -> Planned:
        """The table at this place, from 0, with its seats and its reasons."""
        seeds = self._stage.seeds
        by_lot = sorted(table, key=lambda one: (self._lots[one], one))
        seats = seated([seeds[one] for one in by_lot], self._past.seats)
        sides = tuple((entrant,) for entrant in seats)
        return Planned(at + 1, sides, why=tuple(self._reasons(at, table)))

    def _reasons(self, at: int, table: Table) -> list[PairingReason]:
        seeds, scores = self._stage.seeds, [self._scores[one] for one in table]
        reasons = [PairingReason("power_pod", {"highest": max(scores), "lowest": min(scores)})]
        for one in table:
            natural = self._natural[one]
            if natural != at:
                code = self._fault_of(self.cut[natural]) or self._fault_of(self.cut[at])
                reasons.append(
                    PairingReason(code or "swapped_to_make_room", {"entrant": seeds[one]})
                )
        for one, other in combinations(table, 2):
            times = self._past.met[one].get(other, 0)
            if times:
                params: dict[str, int | str] = {
                    "one": seeds[one],
                    "other": seeds[other],
                    "times": times,
                }
                reasons.append(PairingReason("repeat_forced", params))
        if len(table) < self.usual:
            reasons.append(
                PairingReason("short_table", {"size": len(table), "policy": self.policy})
            )
        return reasons

    def _fault_of(self, table: Table) -> str | None:
        """Why someone may have been swapped away from this table of the cut."""
        pairs = list(combinations(table, 2))
        if any(self._past.met[one].get(other) for one, other in pairs):
            return "swapped_to_avoid_repeat"
        if any(other in self._apart[one] for one, other in pairs):
            return "swapped_to_keep_apart"
        if any(self._clubs[one] and self._clubs[one] == self._clubs[other] for one, other in pairs):
            return "swapped_to_keep_apart"
        if len(table) < self.usual and any(self._past.short[one] for one in table):
            return "swapped_to_share_short_tables"
        return None


def _sliced(order: Sequence[int], sizes: Sequence[int]) -> list[Table]:
    tables, at = [], 0
    for size in sizes:
        tables.append(list(order[at : at + size]))
        at += size
    return tables
