"""Matches as their streams."""

from engine.match.decide import NEW, MatchState, evolve
from engine.wire.codec import from_fact
from games.refusals import UnknownMatch
from games.store.eventstore import Recorded
from games.store.stream_log import StreamLog


def _follow(state: MatchState, fact: Recorded) -> MatchState:
    return evolve(state, from_fact(fact.type, fact.schema, fact.data, fact.secret))


match_log = StreamLog("match", NEW, _follow, UnknownMatch, most=1024)
