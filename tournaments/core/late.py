"""Late entrants: what the rounds before their first one earn them."""

from tournaments.core.stages import POINT, Stage


def missed_rounds(stage: Stage, entrant: str) -> int:
    """How many rounds were over or under way before this entrant could play; 0 for most."""
    return max(0, stage.joined.get(entrant, 1) - 1)


def late_score(stage: Stage, entrant: str) -> int:
    """A half-point bye for the first missed round and nothing for the others, in sixtieths."""
    return POINT // 2 if missed_rounds(stage, entrant) else 0
