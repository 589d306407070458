"""What directors arrange before pairing: seeds, clubs, and who must not meet."""

from tournaments.core.refusals import (
    BadField,
)
from tournaments.domain.decision import Decision, need_reason
from tournaments.domain.entrant_commands import ForbidPair, SetClub, SetSeeding
from tournaments.domain.entrant_facts import ClubSet, PairForbidden, SeedingSet
from tournaments.domain.state import Phase

_OPEN = (Phase.REGISTRATION, Phase.CHECK_IN)


def set_seeding(decision: Decision, command: SetSeeding) -> None:
    decision.need_director(command.by)
    decision.need_phase(*_OPEN)
    present = {entrant.id for entrant in decision.state.present}
    if set(command.seeds) != present or len(command.seeds) != len(present):
        raise BadField(field="seeds", problem="it takes every entrant once")
    decision.add(SeedingSet(command.seeds, command.by))


def set_club(decision: Decision, command: SetClub) -> None:
    decision.need_director(command.by)
    decision.need_entrant(command.entrant)
    if len(command.club) > 40:
        raise BadField(field="club", problem="it takes up to 40 characters")
    decision.add(ClubSet(command.entrant, command.club, command.by))


def forbid_pair(decision: Decision, command: ForbidPair) -> None:
    decision.need_director(command.by)
    need_reason(command.reason)
    first, second = (decision.need_entrant(one).id for one in command.entrants)
    if first == second:
        raise BadField(field="entrants", problem="it takes two different entrants")
    decision.add(PairForbidden(command.entrants, command.by, command.reason))
