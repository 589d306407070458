"""The matches of an arena: pairs of them with the same decks and dealer, the bots exchanged."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from engine.bots import BOTS
from engine.cli.game import Chance, arena_game
from engine.cli.omniscient import KEY, OMNISCIENT
from engine.match.commands import PlayMove
from engine.match.state import MatchState
from engine.rules.moves import Move
from engine.rules.rulesets import Ruleset
from engine.wire.knowledge import know

CONTESTANTS = (*BOTS, KEY)


@dataclass(frozen=True, slots=True)
class Contest:
    """What is played: by whom, by which rules, and from which seed."""

    a: str
    b: str
    rules: Ruleset
    overrides: dict[str, object]
    seats: int
    seed: int
    mirrored: bool
    budget: int | None = None
    deals: int | None = None


@dataclass(frozen=True, slots=True)
class Score:
    """What came of one match, or of a mirrored pair of them, as `a` sees it.

    `wins` of `matches`; `ahead` is how many points the seats of `a` made in the mean more than
    those of `b`, in all `deals`; `took` are the seconds of each move of `a`.
    """

    matches: int
    wins: float
    deals: int
    ahead: float
    took: list[float]


def played(contest: Contest, number: int) -> Score:
    """The score of this match, or pair, of the contest."""
    exchanges = (False, True) if contest.mirrored else (False,)
    scores = [_match(contest, number, exchanged=exchanged) for exchanged in exchanges]
    return Score(
        len(scores),
        sum(score.wins for score in scores),
        sum(score.deals for score in scores),
        sum(score.ahead for score in scores),
        [took for score in scores for took in score.took],
    )


def _match(contest: Contest, number: int, *, exchanged: bool) -> Score:
    """Seats of even number are of `a`; of `b` where the bots are exchanged."""
    seats = range(contest.seats)
    own = [seat % 2 == int(exchanged) for seat in seats]
    keys = [contest.a if is_own else contest.b for is_own in own]
    game = arena_game(contest.rules, contest.overrides, keys, f"{contest.seed} {number}")
    chance = Chance(f"{contest.seed} {number} {exchanged}")
    took: list[float] = []
    while (seat := game.state.turn) is not None:
        if contest.deals is not None and len(game.state.sheets) >= contest.deals:
            break
        began = time.process_time()
        move = _move(keys[seat], game.state, seat, chance, contest.budget)
        if own[seat]:
            took.append(time.process_time() - began)
        game.do(PlayMove(seat, move))
    return _scored(game.state, own, took)


def _move(key: str, state: MatchState, seat: int, chance: Chance, budget: int | None) -> Move:
    if key == KEY:
        return OMNISCIENT.move(state, seat)
    return BOTS[key].choose(know(state, seat), chance, budget).move


def _scored(state: MatchState, own: Sequence[bool], took: list[float]) -> Score:
    sides = [side for side, is_own in zip(state.sides, own, strict=True) if is_own]
    foes = [side for side, is_own in zip(state.sides, own, strict=True) if not is_own]
    ahead = _mean(state.scores, sides) - _mean(state.scores, foes)
    if state.result is not None:
        won = float(state.result.winner in sides)
    else:
        won = (ahead > 0) + (ahead == 0) / 2
    return Score(1, won, len(state.sheets), ahead, took)


def _mean(scores: Sequence[int], sides: Sequence[int]) -> float:
    return sum(scores[side] for side in sides) / len(sides)
