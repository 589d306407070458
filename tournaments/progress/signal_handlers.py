"""What tournaments do when something happens at a table."""

from typing import Any
from uuid import UUID

from games.jobs.task_queue import hurry
from tournaments.models import Pairing
from tournaments.progress.tasks import advance_tournament


def follow_match(sender: object, match_id: UUID, **kwargs: Any) -> None:
    """A finished match hurries its tournament on. Called after commit; the sweep needs no call."""
    pairings = Pairing.objects.filter(match_id=match_id)
    for tournament_id in pairings.values_list("tournament_id", flat=True):
        hurry(advance_tournament, tournament_id.hex)
