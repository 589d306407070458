"""Who is seeded where when a stage starts: by what, and kept apart from whom."""

from collections import Counter

from tournaments.core.stages import Stage
from tournaments.domain.settings import StageSettings
from tournaments.domain.state import PRESENT, StageState, State
from tournaments.formats.kernels.seeding import shuffled
from tournaments.formats.kernels.separation import separated_in_bracket, separated_in_groups

_BRACKETS = ("single_elimination", "double_elimination")


def seeds_of(
    state: State, settings: StageSettings, lot: bytes, rated: tuple[str, ...]
) -> tuple[str, ...]:
    """Best first. In brackets and groups, entrants of one club, of one group before, and those who
    met before or must not meet change places with near equals so that they meet late.
    """
    seeds = _ordered(state, lot, rated)
    clubs = {one: state.entrants[one].club for one in seeds if state.entrants[one].club}
    if settings.format in _BRACKETS:
        return _in_bracket(state, seeds, clubs)
    groups = settings.options.get("groups", 1)
    if settings.format == "round_robin" and isinstance(groups, int) and groups > 1:
        return separated_in_groups(seeds, groups, clubs=clubs, forbidden=state.forbidden)
    return seeds


def _ordered(state: State, lot: bytes, rated: tuple[str, ...]) -> tuple[str, ...]:
    """As the stage before ranked them; the first stage by what the organiser wanted."""
    if state.current is not None:
        return tuple(
            one for one in state.current.qualified if state.entrants[one].standing in PRESENT
        )
    entered = tuple(entrant.id for entrant in state.present)
    match state.settings.policies["seeding"]:
        case "random":
            return shuffled(entered, lot)
        case "rating" if set(rated) == set(entered):
            return rated
        case "manual":
            present = set(entered)
            chosen = [one for one in state.seeding if one in present]
            return (*chosen, *(one for one in entered if one not in set(chosen)))
    return entered


def _in_bracket(state: State, seeds: tuple[str, ...], clubs: dict[str, str]) -> tuple[str, ...]:
    before = state.current
    if before is None:
        if not clubs and not state.forbidden:
            return seeds
        return separated_in_bracket(seeds, clubs=clubs, forbidden=state.forbidden)
    groups = _groups(before.stage)
    return separated_in_bracket(
        seeds,
        tiers=_places(seeds, groups) if groups else None,
        groups={one: groups[one] for one in seeds if one in groups},
        clubs=clubs,
        past=_met(before),
        forbidden=state.forbidden,
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


def _met(before: StageState) -> list[frozenset[str]]:
    """The pairs that sat at one table in the stage before."""
    return [
        frozenset((one, other))
        for pairing in before.stage.pairings()
        if pairing.played
        for number, one in enumerate(pairing.entrants)
        for other in pairing.entrants[number + 1 :]
    ]
