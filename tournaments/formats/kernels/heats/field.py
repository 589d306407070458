"""Who goes on in a knockout of heats, in what order, and what separated those at the cut."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.core.planning import PairingReason
from tournaments.core.stages import Pairing, Round, Stage, Status
from tournaments.formats.kernels.heats.plan import advancing, wildcards

_OUT = {Status.NO_SHOW, Status.FORFEIT_LOSS, Status.ABSENT, Status.VOID}


@dataclass(frozen=True, slots=True)
class HeatResult:
    """Of a round: the score, the part of the points at the table, where the entrant stood before
    (0 is best). `lost`: it did not come, or gave up, and cannot go on.
    """

    round: int
    score: int
    share: Fraction
    earlier: int
    lost: bool = False

    @property
    def order(self) -> tuple[int, Fraction, int]:
        """Ascending is best first. The earliest standing is the seed."""
        return -self.score, -self.share, self.earlier


@dataclass(slots=True)
class HeatsField:
    """`order`: everybody, best first: who came further, and there by score, points share, earlier
    standing. `results`: of everybody's last round. `through`: who goes on from it, in order;
    `reasons` say of each what got it there other than its place. `byes`: how many so far.
    """

    order: list[str]
    results: dict[str, HeatResult] = field(default_factory=dict)
    byes: Counter[str] = field(default_factory=Counter)
    through: list[str] = field(default_factory=list)
    reasons: dict[str, list[PairingReason]] = field(default_factory=dict)

    def of_round(self, number: int) -> list[str]:
        """Those whose last round this is, in order."""
        return [one for one in self.order if one in self.results and self._round(one) == number]

    def _round(self, entrant: str) -> int:
        return self.results[entrant].round


def field_of(stage: Stage, allowed: tuple[int, ...], advance: int) -> HeatsField:
    """The field after all rounds there are; `through` is empty while the last one is undecided,
    and after a final.
    """
    here = HeatsField(list(stage.seeds))
    for round_ in stage.rounds:
        _note(here, round_)
    last = stage.rounds[-1] if stage.rounds else None
    if last is None:
        here.through = [
            entrant
            for entrant in stage.seeds
            if not _gone(stage, entrant) and stage.joined.get(entrant, 1) <= 1
        ]
    elif last.decided and not is_final(last):
        _cut(here, stage, last, allowed, advance)
    return here


def is_final(round_: Round) -> bool:
    """Whether it is one table alone."""
    return round_.expected <= 1 and not any(one.unopposed for one in round_.pairings.values())


def _gone(stage: Stage, entrant: str) -> bool:
    return entrant in stage.left or entrant in stage.absent


def _note(here: HeatsField, round_: Round) -> None:
    earlier = {entrant: place for place, entrant in enumerate(here.order)}
    sat = {}
    for pairing in round_.in_order:
        sat.update(_results(pairing, earlier))
        if pairing.unopposed:
            here.byes[pairing.entrants[0]] += 1
    here.results.update(sat)
    before = [entrant for entrant in here.order if entrant not in sat]
    here.order = sorted(sat, key=lambda entrant: sat[entrant].order) + before


def _results(pairing: Pairing, earlier: Mapping[str, int]) -> dict[str, HeatResult]:
    """Nothing is known of those whose table is undecided but that they are there."""
    if pairing.outcomes is None:
        return {
            entrant: HeatResult(pairing.round, 0, Fraction(0), earlier[entrant])
            for entrant in pairing.entrants
        }
    total = sum(outcome.points for outcome in pairing.outcomes)
    return {
        entrant: HeatResult(
            pairing.round,
            outcome.score,
            Fraction(outcome.points, total) if total else Fraction(int(pairing.unopposed)),
            earlier[entrant],
            outcome.status in _OUT,
        )
        for entrant, outcome in zip(pairing.entrants, pairing.outcomes, strict=True)
    }


def _cut(
    here: HeatsField, stage: Stage, last: Round, allowed: tuple[int, ...], advance: int
) -> None:
    """Who goes on: the first of every table, those with byes, then the best of the others.

    Who has left loses the place; no table-mate inherits it, but a wild card may.
    """
    tables = [pairing for pairing in last.pairings.values() if not pairing.unopposed]
    each = advancing([len(pairing.sides) for pairing in tables], advance)
    on = {
        one for pairing in last.pairings.values() if pairing.unopposed for one in pairing.entrants
    }
    for pairing in tables:
        ranked = sorted(pairing.entrants, key=lambda one: here.results[one].order)
        stayed = [one for one in ranked if not here.results[one].lost]
        on.update(stayed[:each])
        _explain(here, stayed, each)
    sat = here.of_round(last.number)
    able = [one for one in sat if not here.results[one].lost and not _gone(stage, one)]
    on.intersection_update(able)
    rest = [one for one in able if one not in on]
    more = wildcards(len(on), len(sat), allowed)
    if more <= len(rest):
        _explain(here, rest, more)
        for one in rest[:more]:
            here.reasons.setdefault(one, []).insert(0, PairingReason("wildcard", {"entrant": one}))
        on.update(rest[:more])
    here.through = [one for one in sat if one in on]


def _explain(here: HeatsField, ranked: list[str], cut: int) -> None:
    """Notes what separated the last one who goes on from the first who does not."""
    if not 0 < cut < len(ranked):
        return
    inside, outside = ranked[cut - 1], ranked[cut]
    ours, theirs = here.results[inside], here.results[outside]
    if ours.score != theirs.score:
        return
    if ours.share != theirs.share:
        by = "points_share"
    else:
        by = "seed" if ours.round == 1 else "earlier_standing"
    params = {"entrant": inside, "over": outside, "by": by}
    here.reasons.setdefault(inside, []).append(PairingReason("tie_at_cut", params))
