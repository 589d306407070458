"""Who stands where in a stage that is decided by points."""

from tournaments.domain.late import late_score
from tournaments.domain.planning import Line
from tournaments.domain.stages import Stage


def standings_of(stage: Stage) -> tuple[Line, ...]:
    scores = {entrant: late_score(stage, entrant) for entrant in stage.seeds}
    for pairing in stage.pairings():
        for side, outcome in zip(pairing.sides, pairing.outcomes or (), strict=False):
            scores[side[0]] += outcome.score
    order = sorted(scores, key=lambda entrant: -scores[entrant])
    return tuple(Line(n, n, entrant, scores[entrant]) for n, entrant in enumerate(order, 1))
