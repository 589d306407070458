"""Who gains and who loses which place by what is about to be recorded, and which pairings stay."""

from collections.abc import Mapping, Sequence
from functools import reduce

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.domain.events import TournamentEvent
from tournaments.domain.evolve import evolve
from tournaments.domain.round_facts import PairingVoided, ResultCorrected
from tournaments.domain.state import State
from tournaments.formats import FORMATS
from tournaments.models import Tournament
from tournaments.store.entrant_views import entrant_documents

SHOWN = 12


def moves_of(tournament: Tournament, state: State, events: Sequence[TournamentEvent]) -> list[str]:
    """A sentence for each entrant whose place in the stage changes, best first; and how many later
    pairings stay as they are, where a result is corrected.
    """
    after = reduce(evolve, events, state)
    if not state.stages or len(after.stages) != len(state.stages):
        return []
    old, new = _ranks(state), _ranks(after)
    changed = [one for one in new if one in old and old[one] != new[one]]
    changed.sort(key=lambda one: new[one])
    names = entrant_documents(tournament.pk)
    found = [
        _("%(name)s: place %(before)d becomes %(after)d")
        % {"name": names[one]["name"], "before": old[one], "after": new[one]}
        for one in changed[:SHOWN]
    ]
    if (more := len(changed) - SHOWN) > 0:
        said = ngettext("%(count)d more place changes", "%(count)d more places change", more)
        found.append(said % {"count": more})
    return found + _staying(state, events)


def _ranks(state: State) -> Mapping[str, int]:
    stage = state.stages[-1].stage
    return {line.entrant: line.rank for line in FORMATS[stage.format].standings(stage)}


def _staying(state: State, events: Sequence[TournamentEvent]) -> list[str]:
    """What was made after the result that is corrected, and is not taken back."""
    corrected = [event.round for event in events if isinstance(event, ResultCorrected)]
    if not corrected:
        return []
    voided = sum(isinstance(event, PairingVoided) for event in events)
    rounds = [one for one in state.stages[-1].stage.rounds if one.number > min(corrected)]
    staying = sum(len(one.pairings) for one in rounds) - voided
    if not rounds:
        return []
    said = ngettext(
        "%(count)d pairing of later rounds stays as it is.",
        "%(count)d pairings of later rounds stay as they are.",
        staying,
    )
    return [said % {"count": staying}]
