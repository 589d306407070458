"""Stages of points drawn at random: duels, tables and partners, with all that may go wrong."""

import random
from collections.abc import Sequence
from dataclasses import replace

from hypothesis import strategies as st
from rpds import HashTrieMap

from tests.tournaments.format_play import entrants
from tournaments.core import explanations, standings
from tournaments.core.duplicate import Luck
from tournaments.core.planning import Line
from tournaments.core.ranking import PointsRanking
from tournaments.core.scores import bye, placement_scores, places_of, played
from tournaments.core.stages import POINT, Outcome, Pairing, Side, Stage, Status
from tournaments.core.tie_breaks import RULES
from tournaments.domain.stage_updates import with_pairings
from tournaments.formats import FORMATS

ALL = (*RULES, "head_to_head")


def ranking_of(stage: Stage) -> PointsRanking:
    """How the format of the stage ranks."""
    found = FORMATS[stage.format].ranking
    assert found is not None
    return found


def standings_of(stage: Stage, luck: Luck | None = None) -> tuple[Line, ...]:
    return standings.standings_of(stage, ranking_of(stage), luck)


def explain(
    stage: Stage, entrant: str, key: str, luck: Luck | None = None
) -> explanations.Explanation:
    return explanations.explain(stage, entrant, key, ranking_of(stage), luck)


def drawn(
    dice: random.Random, size: int, rounds: int, seats: int, partners: int = 1, **options: object
) -> Stage:
    """Anybody meets anybody; one in eight is absent, one match in eight is forfeited."""
    stage = Stage(1, "swiss", options, entrants(size), lot=dice.randbytes(32))
    if dice.random() < 0.5:
        late = stage.seeds[-1]
        stage = replace(stage, joined=HashTrieMap({late: dice.randint(1, rounds)}))
    for number in range(1, rounds + 1):
        present = [
            one
            for one in stage.seeds
            if stage.joined.get(one, 1) <= number and dice.random() < 0.875
        ]
        dice.shuffle(present)
        pairings = []
        while present:
            seated = min(len(present), seats * partners)
            table = [present.pop() for _ in range(4 if seated == 5 else seated)]
            pairings.append(_pairing(dice, number, len(pairings) + 1, _sides(table, partners)))
        stage = with_pairings(stage, number, len(pairings), pairings)
    return stage


def _sides(table: Sequence[str], partners: int) -> tuple[Side, ...]:
    if len(table) % partners or len(table) == partners:
        return (tuple(table[:1]),)
    return tuple(tuple(table[at : at + partners]) for at in range(0, len(table), partners))


def _pairing(dice: random.Random, round_: int, number: int, sides: tuple[Side, ...]) -> Pairing:
    if len(sides) == 1:
        score, status = dice.choice(
            [
                (POINT, Status.BYE_ALLOCATED),
                (POINT // 2, Status.BYE_REQUESTED),
                (0, Status.ABSENT),
            ]
        )
        return Pairing(round_, number, sides, outcomes=bye(score, status))
    points = [dice.randrange(22) for _ in sides]
    if dice.random() < 0.125:
        return Pairing(round_, number, sides, outcomes=_forfeited(dice, len(sides)))
    return Pairing(round_, number, sides, outcomes=played(places_of(points), points))


def _forfeited(dice: random.Random, sides: int) -> tuple[Outcome, ...]:
    """All but one are absent, or the last one is and the others play."""
    if sides == 2 or dice.random() < 0.5:
        lost = [Outcome(sides, 0, 0, Status.NO_SHOW)] * (sides - 1)
        return (Outcome(1, 0, POINT, Status.FORFEIT_WIN), *lost)
    places = (*places_of([dice.randrange(22) for _ in range(sides - 1)]), sides)
    scores = placement_scores(places)
    statuses = [Status.PLAYED] * (sides - 1) + [Status.NO_SHOW]
    return tuple(
        Outcome(place, 0 if status is Status.NO_SHOW else 22 - place, score, status)
        for place, score, status in zip(places, scores, statuses, strict=True)
    )


@st.composite
def stages(draw: st.DrawFn, policy: str | None = None) -> Stage:
    dice = random.Random(draw(st.integers(0, 1 << 32)))
    seats, partners = draw(st.sampled_from([(2, 1), (2, 1), (3, 1), (4, 1), (6, 1), (2, 2)]))
    size = draw(st.integers(2, 14))
    options = {"unplayed_policy": policy or draw(st.sampled_from(["none", "fide_2023"]))}
    return drawn(dice, size, draw(st.integers(1, 5)), seats, partners, **options)


def all_play_all(dice: random.Random, size: int) -> Stage:
    """Everybody meets everybody once, all in one round."""
    stage = Stage(1, "round_robin", {}, entrants(size), lot=dice.randbytes(32))
    pairs = [(a, b) for at, a in enumerate(stage.seeds) for b in stage.seeds[at + 1 :]]
    pairings = []
    for number, (one, other) in enumerate(pairs, 1):
        points = dice.choice([(21, 9), (4, 21), (21, 20)])
        outcomes = played(places_of(points), points)
        pairings.append(Pairing(number, 1, ((one,), (other,)), outcomes=outcomes))
    for pairing in pairings:
        stage = with_pairings(stage, pairing.round, 1, [pairing])
    return stage
