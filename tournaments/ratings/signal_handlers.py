"""What ratings do when a tournament has changed. Called after commit; the sweep needs no call."""

from typing import Any

from games.jobs.task_queue import enqueue_after_commit
from games.store.aggregate import Change
from tournaments.domain.events import TournamentEvent
from tournaments.domain.round_facts import PairingVoided, ResultCorrected, ResultRecorded
from tournaments.domain.state import State
from tournaments.ratings.tasks import rate_tournament

_RATED = (ResultRecorded, ResultCorrected, PairingVoided)


def follow_tournament(
    sender: object, change: Change[State, TournamentEvent], **kwargs: Any
) -> None:
    """A result that counts is rated soon."""
    if change.after.settings.rated and any(isinstance(event, _RATED) for event in change.events):
        enqueue_after_commit(rate_tournament, change.id.hex)
