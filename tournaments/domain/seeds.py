"""Who is seeded where when a stage starts: by what, and kept apart from whom."""

from tournaments.core.planning import Seeding
from tournaments.domain.settings import StageSettings
from tournaments.domain.state import PRESENT, State
from tournaments.formats import FORMATS
from tournaments.formats.kernels.seeding import shuffled


def seeds_of(
    state: State, settings: StageSettings, lot: bytes, rated: tuple[str, ...]
) -> tuple[str, ...]:
    """Best first, as the format places them: entrants of one club, of one group before, and those
    who met before or must not meet may change places with near equals so that they meet late.
    """
    seeds = _ordered(state, lot, rated)
    seeding = Seeding(
        seeds,
        clubs={one: state.entrants[one].club for one in seeds if state.entrants[one].club},
        forbidden=state.forbidden,
        before=None if state.current is None else state.current.stage,
    )
    return FORMATS[settings.format].seeds(seeding, settings.options)


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
