"""Tournaments as their streams."""

from games.eventstore import Recorded
from games.stream_log import StreamLog
from tournaments.domain.codec import from_fact
from tournaments.domain.evolve import evolve
from tournaments.domain.refusals import UnknownTournament
from tournaments.domain.state import NEW, State


def _follow(state: State, fact: Recorded) -> State:
    return evolve(state, from_fact(fact.type, fact.data))


tournament_log = StreamLog("tournament", NEW, _follow, UnknownTournament, most=128)
