"""From places at a table to scores in sixtieths, and the outcomes of tables nobody played at."""

from collections.abc import Sequence

from tournaments.domain.stages import POINT, Outcome, Status


def places_of(points: Sequence[int]) -> tuple[int, ...]:
    """Standard competition ranking, most points first: (21, 9, 9, 4) gives (1, 2, 2, 4)."""
    return tuple(1 + sum(other > own for other in points) for own in points)


def placement_scores(places: Sequence[int]) -> tuple[int, ...]:
    """(beaten + ½ · tied) / (k - 1) of a point each, in sixtieths: a table of k gives out k/2.

    Tables of 2, 3, 4 and 6, where it is exact; raises ValueError for others.
    """
    others = len(places) - 1
    if others < 1 or POINT % (2 * others):
        raise ValueError(f"no placement fraction for a table of {len(places)}")
    return tuple(
        POINT // (2 * others) * sum((own < place) + (own <= place) for place in places)
        - POINT // (2 * others)
        for own in places
    )


def played(places: Sequence[int], points: Sequence[int]) -> tuple[Outcome, ...]:
    """The outcomes of a match that was played to its end, by side."""
    scores = placement_scores(places)
    return tuple(
        Outcome(place, made, score, Status.PLAYED)
        for place, made, score in zip(places, points, scores, strict=True)
    )


def bye(score: int = POINT, status: Status = Status.BYE_ALLOCATED) -> tuple[Outcome]:
    """The one outcome of an entrant without opponents; a requested bye or an absence says so."""
    return (Outcome(1, 0, score, status),)
