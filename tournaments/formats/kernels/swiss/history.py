"""What the rounds so far mean for pairing the next one: scores, meetings, floats, byes, seats."""

from dataclasses import dataclass, field

from tournaments.core.late import late_score
from tournaments.core.stages import Pairing, Stage, Status

DOWN, UP = -1, 1


@dataclass(slots=True)
class Past:
    """One entrant's.

    `met`: opponents over the table, with the rounds of the meetings. `floats`: by round, `DOWN`
    where the opponent had less (an allocated bye too), `UP` where it had more. `byes`: allocated
    ones and forfeit wins. `firsts`: how often it sat first, less how often second.
    """

    score: int = 0
    met: dict[str, list[int]] = field(default_factory=dict)
    floats: dict[int, int] = field(default_factory=dict)
    byes: int = 0
    firsts: int = 0


def history_of(stage: Stage, before: int) -> dict[str, Past]:
    """Everybody's past in the rounds with lower numbers than `before`; tables of two only.

    A forfeited match is no meeting. Floats are kept of the last two rounds.
    """
    past = {entrant: Past(late_score(stage, entrant)) for entrant in stage.seeds}
    for round_ in stage.rounds:
        if round_.number >= before:
            continue
        pairings = round_.pairings.values()
        if round_.number >= before - 2:
            for pairing in pairings:
                _note_floats(past, pairing)
        for pairing in pairings:
            _note(past, pairing)
    return past


def _note_floats(past: dict[str, Past], pairing: Pairing) -> None:
    if len(pairing.sides) == 2:
        (first,), (second,) = pairing.sides
        above = past[first].score - past[second].score
        if above:
            past[first].floats[pairing.round] = DOWN if above > 0 else UP
            past[second].floats[pairing.round] = UP if above > 0 else DOWN
    elif pairing.outcomes and pairing.outcomes[0].status is Status.BYE_ALLOCATED:
        past[pairing.entrants[0]].floats[pairing.round] = DOWN


def _note(past: dict[str, Past], pairing: Pairing) -> None:
    outcomes = pairing.outcomes
    if outcomes is None:
        return
    for (entrant,), outcome in zip(pairing.sides, outcomes, strict=True):
        own = past[entrant]
        own.score += outcome.score
        own.byes += outcome.status in _UNEARNED
    if len(pairing.sides) == 2 and pairing.played:
        (first,), (second,) = pairing.sides
        past[first].met.setdefault(second, []).append(pairing.round)
        past[second].met.setdefault(first, []).append(pairing.round)
        past[first].firsts += 1
        past[second].firsts -= 1


_UNEARNED = {Status.BYE_ALLOCATED, Status.FORFEIT_WIN}
