"""Brackets under harder conditions: no-shows, results in any order, rounds that start together."""

from collections.abc import Mapping
from random import Random

from tests.tournaments.format_play import Rule, at_random, made
from tournaments.core.stages import POINT, Outcome, Pairing, Stage, Status
from tournaments.domain.stage_updates import with_outcomes, without_pairing
from tournaments.formats.protocol import Format

WON_BY_FORFEIT = Outcome(1, 0, POINT, Status.FORFEIT_WIN)
NO_SHOW = Outcome(2, 0, 0, Status.NO_SHOW)
NOBODY_CAME = (Outcome(1, 0, 0, Status.NO_SHOW), Outcome(1, 0, 0, Status.NO_SHOW))


def first_wins(pairing: Pairing) -> tuple[Outcome, ...]:
    return (Outcome(1, 21, POINT, Status.PLAYED), Outcome(2, 9, 0, Status.PLAYED))


def second_wins(pairing: Pairing) -> tuple[Outcome, ...]:
    first, second = first_wins(pairing)
    return (second, first)


def nobody_comes(pairing: Pairing) -> tuple[Outcome, ...]:
    return NOBODY_CAME


def with_no_shows(seed: int, percent: int = 30) -> Rule:
    """Of so many pairings one side or both do not come; the others end at random."""
    dice, played = Random(seed), at_random(seed)

    def rule(pairing: Pairing) -> tuple[Outcome, ...]:
        if dice.randrange(100) >= percent:
            return played(pairing)
        one_came = (WON_BY_FORFEIT, NO_SHOW)
        return dice.choice([NOBODY_CAME, one_came, one_came[::-1]])

    return rule


def play_in_any_order(format_: Format, stage: Stage, rule: Rule, seed: int) -> Stage:
    """One result at a time, of any pairing that waits; all that is due is made after each."""
    dice = Random(seed)
    while not format_.complete(stage):
        stage = all_made(format_, stage)
        waiting = [pairing for pairing in stage.pairings() if not pairing.decided]
        if waiting:
            pairing = dice.choice(waiting)
            stage = with_outcomes(stage, pairing.round, pairing.number, rule(pairing))
        else:
            assert format_.complete(stage), "nothing is due and the stage is not complete"
    return stage


def all_made(format_: Format, stage: Stage) -> Stage:
    while due := format_.due(stage):
        before = stage
        for planned in due:
            stage = made(stage, planned)
        assert stage != before
    return stage


def play_round_by_round(format_: Format, stage: Stage, rule: Rule) -> Stage:
    """A pairing is made only with all others of its round."""
    while not format_.complete(stage):
        before = stage
        for planned in format_.due(stage):
            round_ = stage.round(planned.number)
            there = len(round_.pairings) if round_ else 0
            if there + len(planned.pairings) == planned.expected:
                stage = made(stage, planned)
        for pairing in list(stage.pairings()):
            if not pairing.decided:
                stage = with_outcomes(stage, pairing.round, pairing.number, rule(pairing))
        assert stage != before, "no whole round is due and the stage is not complete"
    return stage


def taken_back(format_: Format, stage: Stage, round_number: int, number: int) -> Stage:
    """The stage without the pairings that come out of this one, however indirectly."""
    for fed_round, fed in format_.feeds(stage, round_number, number):
        round_ = stage.round(fed_round)
        if round_ is not None and fed in round_.pairings:
            stage = taken_back(format_, stage, fed_round, fed)
            stage = without_pairing(stage, fed_round, fed)
    return stage


def results_of(stage: Stage) -> Rule:
    """Every pairing ends as it did in this stage."""
    outcomes = {(one.round, one.number): one.outcomes for one in stage.pairings()}

    def rule(pairing: Pairing) -> tuple[Outcome, ...]:
        found = outcomes[pairing.round, pairing.number]
        assert found is not None
        return found

    return rule


def losses_of(stage: Stage) -> Mapping[str, int]:
    """Of pairings of two."""
    losses = dict.fromkeys(stage.seeds, 0)
    for pairing in stage.pairings():
        for side in pairing.sides:
            if not pairing.unopposed and pairing.decided and side != pairing.winner:
                losses[side[0]] += 1
    return losses


def matches_of(stage: Stage) -> int:
    return sum(not pairing.unopposed for pairing in stage.pairings())


def everybody_has_a_place(format_: Format, stage: Stage) -> bool:
    lines = format_.standings(stage)
    return sorted(line.entrant for line in lines) == sorted(stage.seeds) and [
        line.position for line in lines
    ] == list(range(1, len(stage.seeds) + 1))
