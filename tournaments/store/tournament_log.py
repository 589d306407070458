"""Tournaments as their streams."""

from uuid import UUID

from games.store import eventstore
from games.store.eventstore import Recorded
from games.store.stream_log import StreamLog
from tournaments.core.refusals import UnknownTournament
from tournaments.domain.codec import from_fact
from tournaments.domain.events import TournamentEvent
from tournaments.domain.evolve import evolve
from tournaments.domain.state import NEW, State


def event_of(fact: Recorded) -> TournamentEvent:
    return from_fact(fact.type, fact.data, fact.secret)


def _follow(state: State, fact: Recorded) -> State:
    return evolve(state, event_of(fact))


tournament_log = StreamLog("tournament", NEW, _follow, UnknownTournament, most=128)


def state_at(tournament_id: UUID, version: int) -> State:
    """The tournament as it was at a version; at its head, if it has not come so far."""
    state = NEW
    for fact in eventstore.read(tournament_log.stream_of(tournament_id), limit=version):
        state = _follow(state, fact)
    return state
