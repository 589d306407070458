"""What tournaments do when a stream has changed. Called after commit; the sweep needs no call."""

from typing import Any

from engine.match.decide import MatchState
from engine.match.events import Event
from games.jobs.task_queue import enqueue_after_commit
from games.store.actors import SYSTEM_ACTOR
from games.store.aggregate import Change
from tournaments.domain.events import TournamentEvent
from tournaments.domain.state import State
from tournaments.models import Pairing
from tournaments.progress.tasks import advance_tournament


def follow_match(sender: object, change: Change[MatchState, Event], **kwargs: Any) -> None:
    """A match that has finished hurries its tournament on."""
    if change.after.status != "finished":
        return
    pairings = Pairing.objects.filter(match_id=change.id)
    for tournament_id in pairings.values_list("tournament_id", flat=True):
        enqueue_after_commit(advance_tournament, tournament_id.hex)


def follow_tournament(
    sender: object, change: Change[State, TournamentEvent], **kwargs: Any
) -> None:
    """What a person did may make something due; the house itself goes on until nothing is."""
    if change.actor != SYSTEM_ACTOR:
        enqueue_after_commit(advance_tournament, change.id.hex)
