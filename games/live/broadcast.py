"""The facts of matches as frames, each as its audience may see it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar
from uuid import UUID

from engine.match.decide import MatchState
from engine.match.events import Event
from engine.wire.codec import from_fact
from engine.wire.observation import observe_event
from games.envelopes import encoded, envelope
from games.live import hub
from games.live.following import Source
from games.live.reading import Wanted
from games.match.match_log import match_log
from games.models import Match
from games.store.aggregate import Change
from games.store.eventstore import Recorded


@dataclass(frozen=True, slots=True)
class ToldEvent:
    """A fact of a match; a viewer is a seat, or None for the spectators."""

    version: int
    event: Event
    at: datetime
    rewords: ClassVar[bool] = False

    def text(self, viewer: int | None) -> str:
        data = observe_event(self.event, viewer)
        return encoded(envelope(self.version, self.event.type, data, self.at))


def announce_match(sender: object, change: Change[MatchState, Event], **kwargs: Any) -> None:
    """Tells what a match's change brought about. Called after its commit."""
    events = enumerate(change.events, change.before.version + 1)
    told = [ToldEvent(version, event, change.at) for version, event in events]
    hub.tell((MATCH.kind, change.id), told)


def _read(wanted: Sequence[Wanted], limit: int) -> Sequence[Sequence[ToldEvent]]:
    return [[_told(fact) for fact in facts] for facts in match_log.news(wanted, limit)]


def _told(fact: Recorded) -> ToldEvent:
    event = from_fact(fact.type, fact.schema, fact.data, fact.secret)
    return ToldEvent(fact.version, event, fact.recorded_at)


def _heads(ids: Collection[UUID]) -> Mapping[UUID, int]:
    return dict(Match.objects.filter(id__in=ids).values_list("id", "version"))


MATCH = Source("match", _read, _heads, attended=True)
