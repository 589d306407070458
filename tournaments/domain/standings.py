"""Standings of a stage whose format gives points."""

from hashlib import sha256

from tournaments.domain.late import late_score
from tournaments.domain.planning import Line
from tournaments.domain.stages import Stage


def standings_of(stage: Stage) -> tuple[Line, ...]:
    """Everybody by score, then by lot; equal scores share a rank."""
    score = {entrant: late_score(stage, entrant) for entrant in stage.seeds}
    for pairing in stage.pairings():
        for side, outcome in zip(pairing.sides, pairing.outcomes or (), strict=False):
            for entrant in side:
                score[entrant] += outcome.score
    lots = {entrant: sha256(stage.lot + entrant.encode()).digest() for entrant in score}
    order = sorted(score, key=lambda one: (-score[one], lots[one]))
    ahead = {own: sum(other > own for other in score.values()) for own in set(score.values())}
    return tuple(
        Line(position, 1 + ahead[score[entrant]], entrant, score[entrant])
        for position, entrant in enumerate(order, 1)
    )
