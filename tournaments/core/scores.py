"""From places at a table to scores in sixtieths, and the outcomes of tables nobody played at."""

from collections.abc import Sequence

from tournaments.core.stages import POINT, Outcome, Status


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


def forfeited(sides: int, losers: Sequence[int]) -> tuple[Outcome, ...]:
    """A match that was not played: `losers` (sides) get nothing, who is left over gets the point.

    Of two sides both may lose; then nobody is first.
    """
    won = Outcome(1, 0, POINT, Status.FORFEIT_WIN)
    lost = Outcome(sides, 0, 0, Status.FORFEIT_LOSS)
    return tuple(lost if side in losers else won for side in range(sides))


def abandoned(came: Sequence[bool], goes_on: int | None = None) -> tuple[Outcome, ...]:
    """A match from which both sides stayed away: both lose, but for the side that goes on all the
    same, if one does; who never came is a no-show.
    """
    sides = len(came)
    lost = [Outcome(sides, 0, 0, Status.FORFEIT_LOSS if one else Status.NO_SHOW) for one in came]
    if goes_on is not None:
        lost[goes_on] = Outcome(1, 0, POINT, Status.FORFEIT_WIN)
    return tuple(lost)


def match_outcomes(
    places: Sequence[int], points: Sequence[int], came: Sequence[bool], scale: Sequence[int]
) -> tuple[Outcome, ...]:
    """The outcomes of a match by side; who never came to it is a no-show and last.

    Of two sides the other one wins by forfeit, or is a no-show as well. `scale` are the points
    for the places 1, 2, … (equals share what their places would earn), or empty for the
    placement fraction.
    """
    sides = len(places)
    if sides == 2 and not all(came):
        absent = Outcome(2, 0, 0, Status.NO_SHOW)
        won = Outcome(1, 0, scale[0] * POINT if scale else POINT, Status.FORFEIT_WIN)
        return tuple(won if one else absent for one in came)
    ranked = places_of(
        [(sides - place) if one else -1 for place, one in zip(places, came, strict=True)]
    )
    scores = _scaled(ranked, scale) if scale else placement_scores(ranked)
    return tuple(
        Outcome(
            place,
            made,
            score if one else 0,
            Status.PLAYED if one else Status.NO_SHOW,
        )
        for place, made, score, one in zip(ranked, points, scores, came, strict=True)
    )


def _scaled(places: Sequence[int], scale: Sequence[int]) -> tuple[int, ...]:
    """In sixtieths; tables of up to six divide a shared sum without a rest in most cases, and
    where they do not it is rounded down.
    """
    worth = [*scale, *[0] * (len(places) - len(scale))]
    found = []
    for place in places:
        equals = sum(other == place for other in places)
        found.append(POINT * sum(worth[place - 1 : place - 1 + equals]) // equals)
    return tuple(found)
