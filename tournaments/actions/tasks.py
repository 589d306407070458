"""Celery's door to what the house itself offers: the hurry-up and the sweep are one duty."""

from typing import Any

from celery import shared_task
from django.utils import timezone

from games.jobs.task_queue import enqueue_after_commit
from games.store.aggregate import Change
from tournaments.actions.demo import keep_challenge_open
from tournaments.actions.standing_arena import keep_arena_open
from tournaments.domain.events import TournamentEvent
from tournaments.domain.settings import FIRST_PERSON
from tournaments.domain.state import Phase, State


@shared_task
def sweep_challenges() -> None:
    """Sees to it that there is an open challenge of the house, and an arena for bots."""
    keep_challenge_open(timezone.now())
    keep_arena_open(timezone.now())


def follow_tournament(
    sender: object, change: Change[State, TournamentEvent], **kwargs: Any
) -> None:
    """A challenge that begins makes room for the next one."""
    begins = change.before.phase != change.after.phase == Phase.RUNNING
    if begins and change.after.settings.autostart == FIRST_PERSON:
        enqueue_after_commit(sweep_challenges)
