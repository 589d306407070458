"""The facts of tournaments as frames, the same for everybody who follows one."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any
from uuid import UUID

from games.envelopes import encoded
from games.live import hub
from games.live.following import Source
from games.live.reading import Wanted
from games.store import eventstore
from games.store.aggregate import Change
from games.store.eventstore import Recorded
from games.store.stated_fields import TAKEN_AWAY
from tournaments.domain.events import (
    TournamentCancelled,
    TournamentCompleted,
    TournamentDeleted,
    TournamentEvent,
    TournamentHidden,
    TournamentShown,
)
from tournaments.domain.state import State
from tournaments.models import Tournament
from tournaments.read.frames import frame_of
from tournaments.store.tournament_log import tournament_log

LAST = (TournamentCompleted.type, TournamentCancelled.type, TournamentDeleted.type)
# What staff have taken out of sight is followed by nobody.
_CLOSES = {TournamentHidden.type: True, TournamentShown.type: False}


@dataclass(frozen=True, slots=True)
class ToldFact:
    """A fact of a tournament."""

    fact: Recorded

    @property
    def version(self) -> int:
        return self.fact.version

    @property
    def rewords(self) -> bool:
        return self.fact.type == TAKEN_AWAY

    @property
    def ends(self) -> bool:
        return self.fact.type in LAST

    @property
    def closes(self) -> bool | None:
        return _CLOSES.get(self.fact.type)

    def text(self, viewer: int | None) -> str:
        return encoded(frame_of(self.fact))


def announce_tournament(
    sender: object, change: Change[State, TournamentEvent], **kwargs: Any
) -> None:
    """Tells what a tournament's change brought about. Called after its commit."""
    hub.tell((TOURNAMENT.kind, change.id), [ToldFact(fact) for fact in change.recorded])


def _read(wanted: Sequence[Wanted], limit: int) -> Sequence[Sequence[ToldFact]]:
    streams = [(tournament_log.stream_of(id_), after) for id_, after in wanted]
    rows = eventstore.rows_after(streams, limit)
    facts = iter(eventstore.without_secrets([row for some in rows for row in some]))
    return [[ToldFact(fact) for fact in islice(facts, len(some))] for some in rows]


def _heads(ids: Collection[UUID]) -> Mapping[UUID, int]:
    return dict(Tournament.objects.filter(id__in=ids).values_list("id", "version"))


TOURNAMENT = Source("tournament", _read, _heads, attended=True)
