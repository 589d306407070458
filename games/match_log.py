"""Matches as their streams."""

from engine.codec import from_fact
from engine.match import NEW, MatchState, evolve
from games.eventstore import Recorded
from games.refusals import UnknownMatch
from games.stream_log import StreamLog


def _follow(state: MatchState, fact: Recorded) -> MatchState:
    return evolve(state, from_fact(fact.type, fact.schema, fact.data, fact.secret))


match_log = StreamLog("match", NEW, _follow, UnknownMatch, most=1024)
