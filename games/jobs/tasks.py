"""Celery's door to the games app. Each task is small, idempotent and takes ids; none is ever relied
upon.

What must happen is always derivable from the rows: the sweeps find it whatever became of the
hurry-ups.
"""

import time
from uuid import UUID

from celery import shared_task
from django.utils import timezone

from games.accounts import leaving, sessions
from games.casual.exhibition import let_rest
from games.jobs import signs_of_life
from games.jobs.bot_turns import is_thoughtful, play_due_bots
from games.jobs.stuck_work import attempt, forget_over, work_through
from games.jobs.tables import sweep_tables
from games.jobs.task_queue import URGENT, enqueue_after_commit
from games.jobs.work_queue import claim_due_bots, overdue_matches
from games.match import outages
from games.match.commands import run_out_clock
from games.match.match_log import match_log
from games.models import StuckWork

# A bots' match makes room for others after so long. To come back to it costs: as likely as not
# another process does, which has to read it first.
LONGEST_SECONDS = 0.5


@shared_task
def play_bot(match_id: str) -> None:
    """Plays the bots that are to act in this match: on an idle machine a bots' match to its end.

    Bots that think do so elsewhere: whatever else is queued here does not wait for them.
    """
    with attempt(StuckWork.Kind.BOT, UUID(match_id), timezone.now()):
        if is_thoughtful((match_log.kept(UUID(match_id)) or match_log.head(UUID(match_id))).state):
            enqueue_after_commit(think, match_id)
        elif _makes_room(UUID(match_id)):
            # Unpaced and among themselves: behind all others.
            enqueue_after_commit(play_bot, match_id)


@shared_task
def think(match_id: str) -> None:
    """Plays the bots that are to act in this match, in the queue of those that think."""
    with attempt(StuckWork.Kind.BOT, UUID(match_id), timezone.now()):
        if _makes_room(UUID(match_id)):
            enqueue_after_commit(think, match_id)


def _makes_room(match_id: UUID) -> bool:
    """Plays on, for no longer than others can wait; whether a bot is then still to play."""
    began = time.monotonic()
    while play_due_bots(match_id, timezone.now):
        if time.monotonic() - began > LONGEST_SECONDS:
            return True
    return False


@shared_task
def sweep_bots() -> None:
    """Finds bots whose turn has come: paced ones, and those whose hurry-up was lost."""
    now = timezone.now()
    for match in let_rest(claim_due_bots(now), now):
        enqueue_after_commit(play_bot, match.pk.hex, queue=URGENT if match.bot_pace_ms else None)


@shared_task
def sweep_clocks() -> None:
    """Finds matches whose deadline has passed and applies the clock rules; before that, makes good
    for a time in which nobody looked.
    """
    now = timezone.now()
    outages.watch(now)

    def run_out(match_id: UUID) -> None:
        run_out_clock(match_id, now)

    work_through(StuckWork.Kind.CLOCK, overdue_matches(now), run_out, now)


@shared_task
def sweep_casual_tables() -> None:
    """Begins casual matches whose seats are taken, and gives up what nobody waits for."""
    sweep_tables(timezone.now())


@shared_task
def give_sign_of_life() -> None:
    """Says that a worker takes work."""
    signs_of_life.give(signs_of_life.WORKER, timezone.now())


@shared_task
def sweep_accounts() -> None:
    """Takes guests away who were left alone for a month, and forgets what is over: sessions, and
    failures of work that is done.
    """
    now = timezone.now()
    forget_over(now)
    leaving.sweep_guests(now)
    sessions.forget_ended(now)
