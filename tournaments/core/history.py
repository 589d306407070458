"""What each entrant of a stage has got so far, as far as it counts for the standings."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from tournaments.core.late import late_score
from tournaments.core.ranking import FIDE_2023, HALF, NONE, Ranking
from tournaments.core.stages import POINT, Outcome, Pairing, Side, Stage, Status

# A round is one whole against all it was played against: sixtieths are exact for one to five
# other sides of one or two entrants.
WHOLE = 60

WIN, TIE, LOSS = 1, 0, -1

_UNCONTESTED = {Status.BYE_ALLOCATED, Status.BYE_REQUESTED, Status.ABSENT, Status.VOID}
_LOST = {Status.FORFEIT_LOSS, Status.NO_SHOW}
_VOLUNTARY = _LOST | {Status.BYE_REQUESTED, Status.ABSENT}
_UNAVAILABLE = {Status.BYE_REQUESTED, Status.ABSENT}


class Met(NamedTuple):
    """An opponent: its part of the round in sixtieths, and twice what was won from it (0, 1, 2)."""

    entrant: str
    weight: int
    halves: int


class RoundResult(NamedTuple):
    """What an entrant got out of a round. `met` are those it counts against: nobody in a bye.

    `ending` is WIN, TIE (of the first place) or LOSS of a match, None where there was none.
    `points` and `others` are card points, its own and those of the `rivals` other sides together.
    """

    round: int
    score: int
    status: Status
    met: tuple[Met, ...] = ()
    ending: int | None = None
    points: int = 0
    others: int = 0
    rivals: int = 0

    @property
    def voluntary(self) -> bool:
        """Whether the entrant itself is why it did not play."""
        return not self.met and self.status in _VOLUNTARY


@dataclass(frozen=True, slots=True)
class History:
    """Everybody's results by round, with the sums that tie-breaks are made of.

    `adjusted` is the score an entrant counts with for its opponents. `annulled` are those whose
    results count for nobody. `rounds` are the numbers of the published rounds.
    """

    ranking: Ranking
    rounds: tuple[int, ...]
    results: Mapping[str, list[RoundResult]]
    scores: Mapping[str, int]
    adjusted: Mapping[str, int]
    groups: Mapping[str, int]
    annulled: frozenset[str]
    ratings: Mapping[str, int]

    @property
    def against_oneself(self) -> bool:
        """Whether an unplayed round counts as one against an opponent with one's own score."""
        return self.ranking.unplayed_policy == FIDE_2023


def history_of(stage: Stage, ranking: Ranking) -> History:
    """The decided results of the published rounds, each with what the policy makes of it. A bye,
    or an absence, counts as soon as every table of its round is decided, not before the others
    have played.
    """
    annulled = _annulled(stage, ranking) | stage.voided
    results: dict[str, list[RoundResult]] = {entrant: [] for entrant in stage.seeds}
    groups = dict.fromkeys(stage.seeds, 0)
    if ranking.late_scores:
        for entrant in stage.joined:
            if score := late_score(stage, entrant):
                results[entrant].append(RoundResult(1, score, Status.BYE_REQUESTED))
    forfeits_count = ranking.unplayed_policy == NONE
    duels = {entrant: _duels_with(entrant) for entrant in stage.seeds}
    rounds = [round_ for round_ in stage.rounds if round_.published]
    for round_ in rounds:
        for pairing in round_.pairings.values():
            if pairing.group:
                groups.update(dict.fromkeys(pairing.entrants, pairing.group))
            if pairing.unopposed and round_.undecided:
                continue
            if not annulled or annulled.isdisjoint(pairing.entrants):
                _add(results, pairing, forfeits_count, duels)
        if ranking.unplayed_policy == FIDE_2023 and round_.decided:
            missed = RoundResult(round_.number, 0, Status.ABSENT)
            for found in results.values():
                if not found or found[-1].round < round_.number:
                    found.append(missed)
    scores = {entrant: sum(one.score for one in found) for entrant, found in results.items()}
    adjusted = scores
    if ranking.unplayed_policy == FIDE_2023:
        adjusted = {entrant: _adjusted(found) for entrant, found in results.items()}
    if stage.adjusted:  # a penalty is no fault of those who played against it
        scores = {one: score + (stage.adjusted.get(one) or 0) for one, score in scores.items()}
    ratings = stage.options.get("ratings")
    return History(
        ranking,
        tuple(round_.number for round_ in rounds),
        results,
        scores,
        adjusted,
        groups,
        annulled,
        ratings if isinstance(ratings, Mapping) else {},
    )


def _duels_with(entrant: str) -> tuple[tuple[Met], ...]:
    """It alone as the opponent, by the halves won from it: most results need nothing else."""
    return tuple((Met(entrant, WHOLE, halves),) for halves in range(3))


def _add(
    results: dict[str, list[RoundResult]],
    pairing: Pairing,
    forfeits_count: bool,
    duels: Mapping[str, tuple[tuple[Met], ...]],
) -> None:
    outcomes, sides = pairing.outcomes, pairing.sides
    if outcomes is None:
        return
    if len(outcomes) == 2 and len(sides[0]) == len(sides[1]) == 1:
        first, second = outcomes
        if first.status is second.status is Status.PLAYED:
            (one,), (other,) = sides
            results[one].append(_duel(pairing.round, first, second, duels[other]))
            results[other].append(_duel(pairing.round, second, first, duels[one]))
            return
    elif len(outcomes) > 2 and _played_by_singles(sides, outcomes):
        _add_table(results, pairing.round, [side[0] for side in sides], outcomes)
        return
    for index, side in enumerate(sides):
        result = _result(pairing, outcomes, index, forfeits_count)
        for entrant in side:
            results[entrant].append(result)


def _duel(round_: int, own: Outcome, other: Outcome, duels: tuple[tuple[Met], ...]) -> RoundResult:
    ending = (own.place < other.place) - (own.place > other.place)
    points, others = own.points, other.points
    return RoundResult(
        round_, own.score, Status.PLAYED, duels[ending + 1], ending, points, others, 1
    )


def _played_by_singles(sides: tuple[Side, ...], outcomes: tuple[Outcome, ...]) -> bool:
    for side, outcome in zip(sides, outcomes, strict=True):
        if outcome.status is not Status.PLAYED or len(side) != 1:
            return False
    return True


def _add_table(
    results: dict[str, list[RoundResult]],
    round_: int,
    entrants: list[str],
    outcomes: tuple[Outcome, ...],
) -> None:
    """What `_result` says of a table that single entrants played to its end, only sooner."""
    rivals = len(entrants) - 1
    weight = WHOLE // rivals
    places = [outcome.place for outcome in outcomes]
    total = sum([outcome.points for outcome in outcomes])
    lost, tied, won = ([Met(one, weight, halves) for one in entrants] for halves in range(3))
    for index, (entrant, own) in enumerate(zip(entrants, outcomes, strict=True)):
        place = own.place
        met = [
            won[other] if place < one else lost[other] if place > one else tied[other]
            for other, one in enumerate(places)
            if other != index
        ]
        ending = LOSS if place != 1 else WIN if places.count(1) == 1 else TIE
        points = own.points
        results[entrant].append(
            RoundResult(
                round_, own.score, own.status, tuple(met), ending, points, total - points, rivals
            )
        )


def _result(
    pairing: Pairing, outcomes: tuple[Outcome, ...], index: int, forfeits_count: bool
) -> RoundResult:
    own = outcomes[index]
    if len(outcomes) == 1 or own.status in _UNCONTESTED:
        return RoundResult(pairing.round, own.score, own.status)
    others = [
        (side, outcome)
        for other, (side, outcome) in enumerate(zip(pairing.sides, outcomes, strict=True))
        if other != index and outcome.status is not Status.VOID
    ]
    played = [outcome for _, outcome in others if outcome.status is Status.PLAYED]
    if own.status is not Status.PLAYED:
        played = []
    met: list[Met] = []
    for side, outcome in others:
        if forfeits_count or (own.status is outcome.status is Status.PLAYED):
            weight = WHOLE // (len(others if forfeits_count else played) * len(side))
            halves = (own.place < outcome.place) + (own.place <= outcome.place)
            met.extend(Met(entrant, weight, halves) for entrant in side)
    return RoundResult(
        pairing.round,
        own.score,
        own.status,
        tuple(met),
        _ending(own, outcomes),
        own.points if played else 0,
        sum(outcome.points for outcome in played),
        len(played),
    )


def _ending(own: Outcome, outcomes: tuple[Outcome, ...]) -> int:
    if own.status in _LOST or own.place != 1:
        return LOSS
    firsts = sum(one.place == 1 and one.status not in _LOST for one in outcomes)
    return WIN if firsts == 1 else TIE


def _adjusted(results: list[RoundResult]) -> int:
    """The score with half a point for each round after the last it could have been paired in."""
    score = sum(one.score for one in results)
    for result in reversed(results):
        if result.status not in _UNAVAILABLE:
            break
        score += POINT // 2 - result.score
    return score


def _annulled(stage: Stage, ranking: Ranking) -> frozenset[str]:
    """Those who left a round robin before half of their matches were played."""
    if ranking.withdrawal != HALF or not stage.left:
        return frozenset()
    played = dict.fromkeys(stage.left, 0)
    group_of = dict.fromkeys(stage.left, 0)
    members: dict[int, set[str]] = {}
    for pairing in stage.pairings():
        members.setdefault(pairing.group, set()).update(pairing.entrants)
        for entrant in pairing.entrants:
            if entrant in played:
                group_of[entrant] = pairing.group
                played[entrant] += _played_by(pairing, entrant)
    return frozenset(
        entrant
        for entrant, matches in played.items()
        if 2 * matches < ranking.cycles * (len(members.get(group_of[entrant], ())) - 1)
    )


def _played_by(pairing: Pairing, entrant: str) -> bool:
    return any(
        entrant in side and outcome.status is Status.PLAYED
        for side, outcome in zip(pairing.sides, pairing.outcomes or (), strict=False)
    )
