"""What a late entrant gets for the rounds it has missed."""

from tournaments.domain.stages import POINT, Stage


def late_score(stage: Stage, entrant: str) -> int:
    """Sixtieths: half a point for the first round missed, nothing for the others."""
    return POINT // 2 if stage.joined.get(entrant, 1) > 1 else 0
