"""What is due: the rows that the sweeps find."""

from datetime import datetime, timedelta
from uuid import UUID

from django.db import connection, transaction

from games.jobs.stuck_work import resting
from games.match.clocks import GRACE
from games.models import Match, StuckWork

AT_ONCE = 200
# A bot's turn that the sweep has queued is left alone for this long.
QUEUED_LEASE = timedelta(seconds=15)


def overdue_matches(now: datetime) -> list[UUID]:
    """The longest overdue first. Two sweeps may both get one: running a clock out twice does it
    once.
    """
    stuck = resting(StuckWork.Kind.CLOCK, now).values("subject")
    overdue = Match.objects.filter(deadline_at__lte=now - GRACE).exclude(pk__in=stuck)
    rows = overdue.order_by("deadline_at")
    return list(rows.values_list("id", flat=True)[:AT_ONCE])


def claim_due_bots(now: datetime) -> list[Match]:
    """Matches whose bot is to play, each put off so that two sweeps share them out.

    On PostgreSQL rows that another sweep holds are skipped; SQLite has one writer at a time anyway.
    """
    due = Match.objects.filter(bot_due_at__lte=now)
    if not due.exists():
        return []  # without a transaction: under SQLite each one takes the write lock
    with transaction.atomic():
        stuck = resting(StuckWork.Kind.BOT, now).values("subject")
        rows = due.exclude(pk__in=stuck).order_by("bot_due_at")
        if connection.features.has_select_for_update_skip_locked:
            rows = rows.select_for_update(skip_locked=True)
        claimed = list(rows[:AT_ONCE])
        ids = [match.pk for match in claimed]
        Match.objects.filter(id__in=ids).update(bot_due_at=now + QUEUED_LEASE)
    return claimed
