"""Celery's door to the games app. Each task is small, idempotent and takes ids; none is ever relied
upon.

What must happen is always derivable from the rows: the sweeps find it whatever became of the
hurry-ups.
"""

import logging
import time
from uuid import UUID

from celery import shared_task
from django.utils import timezone

from games.accounts import leaving, sessions
from games.jobs.bot_turns import play_due_bots
from games.jobs.task_queue import URGENT, enqueue_after_commit
from games.jobs.work_queue import claim_due_bots, overdue_matches
from games.match.commands import run_out_clock

log = logging.getLogger(__name__)
# A bots' match makes room for others after so long. To come back to it costs: as likely as not
# another process does, which has to read it first.
LONGEST_SECONDS = 0.5


@shared_task
def play_bot(match_id: str) -> None:
    """Plays the bots that are to act in this match: on an idle machine a bots' match to its end."""
    began = time.monotonic()
    while play_due_bots(UUID(match_id), timezone.now):
        if time.monotonic() - began > LONGEST_SECONDS:
            # Unpaced and among themselves: behind all others.
            enqueue_after_commit(play_bot, match_id)
            return


@shared_task
def sweep_bots() -> None:
    """Finds bots whose turn has come: paced ones, and those whose hurry-up was lost."""
    for match in claim_due_bots(timezone.now()):
        enqueue_after_commit(play_bot, match.pk.hex, queue=URGENT if match.bot_pace_ms else None)


@shared_task
def sweep_clocks() -> None:
    """Finds matches whose deadline has passed and applies the clock rules."""
    now = timezone.now()
    for match_id in overdue_matches(now):
        try:
            run_out_clock(match_id, now)
        except Exception:
            # One match that cannot go on must not hold up the clocks of all others.
            log.exception("could not run out the clock of match %s", match_id.hex)


@shared_task
def sweep_accounts() -> None:
    """Takes guests away who were left alone for a month, and forgets sessions that are over."""
    now = timezone.now()
    leaving.sweep_guests(now)
    sessions.forget_ended(now)
