"""The seeds of a bracket: near equals change places so that those meet late who should."""

from collections import Counter

from tournaments.core.planning import Seeding
from tournaments.core.stages import Stage
from tournaments.formats.kernels.separation import separated_in_bracket


def bracket_seeds(seeding: Seeding) -> tuple[str, ...]:
    """Apart as long as can be: those of one club, of one group of the stage before, and who met
    there; and at any price those who must not meet.
    """
    seeds, before = seeding.seeds, seeding.before
    if before is None:
        if not seeding.clubs and not seeding.forbidden:
            return seeds
        return separated_in_bracket(seeds, clubs=seeding.clubs, forbidden=seeding.forbidden)
    groups = _groups(before)
    return separated_in_bracket(
        seeds,
        tiers=_places(seeds, groups) if groups else None,
        groups={one: groups[one] for one in seeds if one in groups},
        clubs=seeding.clubs,
        past=_met(before),
        forbidden=seeding.forbidden,
    )


def _groups(stage: Stage) -> dict[str, int]:
    """The group of each entrant, where there was more than one."""
    return {
        entrant: pairing.group
        for pairing in stage.pairings()
        if pairing.group
        for entrant in pairing.entrants
    }


def _places(seeds: tuple[str, ...], groups: dict[str, int]) -> list[int]:
    """The place of each in its group: the seeds come in the order of these places."""
    taken: Counter[int] = Counter()
    found = []
    for one in seeds:
        group = groups.get(one, 0)
        taken[group] += 1
        found.append(taken[group])
    return found


def _met(before: Stage) -> list[frozenset[str]]:
    """The pairs that sat at one table."""
    return [
        frozenset((one, other))
        for pairing in before.pairings()
        if pairing.played
        for number, one in enumerate(pairing.entrants)
        for other in pairing.entrants[number + 1 :]
    ]
