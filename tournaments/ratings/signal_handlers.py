"""What ratings do when a tournament has changed. Called after commit; the sweep needs no call."""

from typing import Any

from engine.match.decide import MatchState
from engine.match.events import Event
from games.casual.models import Table
from games.jobs.task_queue import enqueue_after_commit
from games.store.aggregate import Change
from tournaments.domain.events import TournamentEvent
from tournaments.domain.round_facts import PairingVoided, ResultCorrected, ResultRecorded
from tournaments.domain.state import State
from tournaments.ratings.tasks import rate_casual, rate_tournament

_RATED = (ResultRecorded, ResultCorrected, PairingVoided)


def follow_tournament(
    sender: object, change: Change[State, TournamentEvent], **kwargs: Any
) -> None:
    """A result that counts is rated soon."""
    if change.after.settings.rated and any(isinstance(event, _RATED) for event in change.events):
        enqueue_after_commit(rate_tournament, change.id.hex)


def follow_match(sender: object, change: Change[MatchState, Event], **kwargs: Any) -> None:
    """A casual match that all agreed to have rated is rated soon."""
    is_over = change.after.status == "finished"
    if is_over and Table.objects.filter(pk=change.id, rated=True).exists():
        enqueue_after_commit(rate_casual, change.id.hex)
