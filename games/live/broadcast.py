"""The facts of matches as frames, each as its audience may see it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar
from uuid import UUID

from engine.match.decide import MatchState
from engine.match.events import Event, MatchAnnulled, MatchFinished
from engine.wire.codec import from_fact
from engine.wire.observation import observe_event
from games.envelopes import encoded, envelope
from games.live import hub
from games.live.following import LOOKS_LIVE, Source
from games.live.reading import Wanted
from games.match.match_log import match_log
from games.match.watching import shown_to_all
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
    closes: ClassVar[None] = None

    @property
    def ends(self) -> bool:
        return isinstance(self.event, MatchFinished | MatchAnnulled)

    def text(self, viewer: int | None) -> str:
        data = observe_event(self.event, None if viewer == LOOKS_LIVE else viewer)
        return encoded(envelope(self.version, self.event.type, data, self.at))


def announce_match(sender: object, change: Change[MatchState, Event], **kwargs: Any) -> None:
    """Tells what a match's change brought about. Called after its commit."""
    events = enumerate(change.events, change.before.version + 1)
    told = [ToldEvent(version, event, change.at) for version, event in events]
    hub.tell((MATCH.kind, change.id), told)
    if change.before.version == 0:
        seated = [seat.player for seat in change.after.seats if seat.bot is None]
        hub.nudge([UUID(player) for player in seated if player is not None])


def _read(wanted: Sequence[Wanted], limit: int) -> Sequence[Sequence[ToldEvent]]:
    return [[_told(fact) for fact in facts] for facts in match_log.news(wanted, limit)]


def _told(fact: Recorded) -> ToldEvent:
    event = from_fact(fact.type, fact.schema, fact.data, fact.secret)
    return ToldEvent(fact.version, event, fact.recorded_at)


def _heads(ids: Collection[UUID]) -> Mapping[UUID, int]:
    return dict(Match.objects.filter(id__in=ids).values_list("id", "version"))


def _shown(ids: Collection[UUID]) -> Mapping[UUID, int]:
    return shown_to_all(Match.objects.filter(id__in=ids))


MATCH = Source("match", _read, _heads, attended=True, shown=_shown)
