"""From where entrants came into a stage: the places that they had in the groups before it."""

from collections.abc import Mapping

from tournaments.domain.state import State
from tournaments.text.group_names import group_name


def group_places(state: State, stage: int) -> Mapping[str, str]:
    """By entrant, A1 for the first of group A; none where the stage before had no groups."""
    if not 2 <= stage <= len(state.stages):
        return {}
    before = state.stages[stage - 2]
    groups = {
        entrant: pairing.group
        for pairing in before.stage.pairings()
        if pairing.group
        for entrant in pairing.entrants
    }
    found: dict[str, str] = {}
    places: dict[int, int] = {}
    for entrant in before.places:
        if group := groups.get(entrant, 0):
            places[group] = places.get(group, 0) + 1
            found[entrant] = f"{group_name(group)}{places[group]}"
    return found
