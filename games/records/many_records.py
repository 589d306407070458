"""Records of many matches as one text, a few in memory at a time."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from engine.match.events import MatchStarted
from engine.record import PublicFact, record_of_public, record_text
from games.match.boards import published_secret
from games.match.match_log import match_log
from games.models import Event, Match
from games.store import eventstore

AT_ONCE = 10


def records_of(matches: Sequence[Match]) -> Iterator[bytes]:
    """The record of each match, in this order, with an empty line after it; none of what was taken
    back before its first card. Everybody must be allowed to see them, and their seats and players
    are to be prefetched.
    """
    for first in range(0, len(matches), AT_ONCE):
        some = matches[first : first + AT_ONCE]
        facts = _facts_of(some)
        texts = [_text(match, facts.get(match_log.stream_of(match.pk), [])) for match in some]
        yield "".join(f"{text}\n" for text in texts if text).encode()


def _facts_of(matches: Sequence[Match]) -> Mapping[str, list[eventstore.Recorded]]:
    streams = [match_log.stream_of(match.pk) for match in matches]
    rows = Event.objects.filter(stream__in=streams).order_by("stream", "version")
    found = map(eventstore.EventRow._make, rows.values_list(*eventstore.EventRow._fields))
    recorded = eventstore.without_secrets(list(found))
    return {stream: list(some) for stream, some in groupby(recorded, lambda fact: fact.stream)}


def _text(match: Match, facts: Sequence[eventstore.Recorded]) -> str:
    if all(fact.type != MatchStarted.type for fact in facts):
        return ""
    secret = published_secret(match.board) if match.board else None
    told = [PublicFact(fact.type, fact.schema, fact.data) for fact in facts]
    record = record_of_public(told, secret)
    handles = {seat.player.pk.hex: seat.player.handle for seat in match.seats.all()}
    players = tuple(
        replace(player, name=handles.get(player.name, player.name))
        for player in record.header.players
    )
    return record_text(replace(record, header=replace(record.header, players=players)))
