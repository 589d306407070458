"""A stage going on: pairings are made, decided, taken back; rounds are published and closed."""

from collections.abc import Iterable

from engine.copying import replace
from tournaments.core.stages import Outcome, Pairing, Round, Stage


def with_pairings(
    stage: Stage, number: int, expected: int, pairings: Iterable[Pairing], published: bool = True
) -> Stage:
    """The stage with these pairings in round `number`, which is there afterwards."""
    round_ = stage.round(number) or Round(number, expected, published=published)
    made, undecided = round_.pairings, round_.undecided
    for pairing in pairings:
        made = made.insert(pairing.number, pairing)
        undecided += not pairing.decided
    round_ = replace(round_, expected=expected, pairings=made, undecided=undecided)
    return with_round(stage, round_)


def with_outcomes(
    stage: Stage, number: int, pairing: int, outcomes: tuple[Outcome, ...] | None
) -> Stage:
    """The stage with this pairing decided, again or for the first time; None opens it again."""
    round_ = _round(stage, number)
    old = round_.pairings[pairing]
    new = Pairing(old.round, old.number, old.sides, old.group, old.match, outcomes)
    undecided = round_.undecided + old.decided - new.decided
    made = round_.pairings.insert(pairing, new)
    return with_round(stage, replace(round_, pairings=made, undecided=undecided))


def without_pairing(stage: Stage, number: int, pairing: int) -> Stage:
    """The stage with this pairing taken back; its round is open again."""
    round_ = _round(stage, number)
    undecided = round_.undecided - (not round_.pairings[pairing].decided)
    made = round_.pairings.remove(pairing)
    return with_round(stage, replace(round_, pairings=made, undecided=undecided, closed=False))


def with_round(stage: Stage, round_: Round) -> Stage:
    others = (other for other in stage.rounds if other.number != round_.number)
    rounds = sorted((*others, round_), key=lambda one: one.number)
    return replace(stage, rounds=tuple(rounds))


def _round(stage: Stage, number: int) -> Round:
    round_ = stage.round(number)
    if round_ is None:
        raise ValueError(f"round {number} has not been paired")
    return round_
