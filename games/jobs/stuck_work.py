"""Work that fails again and again: put off for longer and longer, then parked for staff to see.

What is due is found anew by every sweep, so without this a match that cannot go on would be tried
every half second for ever, and its error would bury all others.
"""

import logging
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet

from games.models import StuckWork

log = logging.getLogger(__name__)
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=5), timedelta(minutes=10)
# The pauses between so many come to half an hour.
FAILURES_UNTIL_PARKED = 10
# Nearly always nothing of a kind has failed: so long a process takes it that this is still so.
BELIEVED_SECONDS = 1.0
# A count that was put off until so long ago is of work that is not due any more.
OVER_AFTER = timedelta(hours=1)
ROOT = Path(__file__).resolve().parents[2]


class _NoneCounted:
    """Whether no work of a kind is counted, as a process believes it to be.

    A count that another process begins meanwhile outlives a success of this one: the next success
    ends it, or `forget_over`.
    """

    def __init__(self) -> None:
        self._until: dict[str, float] = {}

    def holds(self, kind: StuckWork.Kind) -> bool:
        now = time.monotonic()
        if now < self._until.get(kind, now):
            return True
        if StuckWork.objects.filter(kind=kind).exists():
            return False
        self._until[kind] = now + BELIEVED_SECONDS
        return True

    def ends(self, kind: StuckWork.Kind) -> None:
        self._until.pop(kind, None)


_none_counted = _NoneCounted()


def resting(kind: StuckWork.Kind, now: datetime) -> "QuerySet[StuckWork]":
    """Work of this kind that is not to be tried now: its pause is not over, or it is parked."""
    is_resting = Q(next_try_at__isnull=True) | Q(next_try_at__gt=now)
    return StuckWork.objects.filter(is_resting, kind=kind)


def parked() -> "QuerySet[StuckWork]":
    """Work that is not tried any more until somebody says so (`manage.py stuck`)."""
    return StuckWork.objects.filter(next_try_at__isnull=True)


def work_through(
    kind: StuckWork.Kind, due: Iterable[UUID], do: Callable[[UUID], None], now: datetime
) -> None:
    """Does what is due, but what is resting; one that fails holds up no other."""
    left_alone = set(resting(kind, now).values_list("subject", flat=True))
    for subject in due:
        if subject not in left_alone:
            with attempt(kind, subject, now):
                do(subject)


@contextmanager
def attempt(kind: StuckWork.Kind, subject: UUID, now: datetime) -> Iterator[None]:
    """Around work on one subject: an exception is logged, counted and not raised; a success ends
    the count. Where not even that can be written, the database is away, and its error is raised.
    """
    try:
        yield
    except Exception as error:
        log.exception("could not do the work of %s %s", kind, subject.hex)
        _count(kind, subject, error, now)
    else:
        if not _none_counted.holds(kind):
            counted = StuckWork.objects.filter(kind=kind, subject=subject)
            if counted.exists():  # without a transaction: SQLite has one writer at a time
                counted.delete()


def try_again(work: "QuerySet[StuckWork]", now: datetime) -> int:
    """Has parked or resting work tried by the next sweep, as if it had never failed; how many."""
    return work.update(next_try_at=now, failures=0)


def forget_over(now: datetime) -> None:
    """Ends the counts of work that has not failed since long: it is done, or nobody's any more."""
    StuckWork.objects.filter(next_try_at__lt=now - OVER_AFTER).delete()


@transaction.atomic
def _count(kind: StuckWork.Kind, subject: UUID, error: Exception, now: datetime) -> None:
    """Counts a failure, but no more than one a pause: hurry-ups do not wait for its end."""
    _none_counted.ends(kind)
    what = {"error": _place_of(error), "failed_at": now}
    found, is_new = StuckWork.objects.select_for_update().get_or_create(
        kind=kind,
        subject=subject,
        defaults=what | {"first_failed_at": now, "next_try_at": now + FIRST_PAUSE},
    )
    if is_new or found.next_try_at is None or found.next_try_at > now:
        return
    failures = found.failures + 1
    pause = min(FIRST_PAUSE * 2 ** (failures - 1), LONGEST_PAUSE)
    next_try_at = now + pause if failures < FAILURES_UNTIL_PARKED else None
    what |= {"failures": failures, "next_try_at": next_try_at}
    StuckWork.objects.filter(pk=found.pk).update(**what)
    if next_try_at is None:
        log.error("parked the work of %s %s: manage.py stuck shows it", kind, subject.hex)


def _place_of(error: Exception) -> str:
    """The kind of exception and the last line of ours that raised it. No text of the exception: a
    card might stand in it.
    """
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if Path(frame.filename).is_relative_to(ROOT)] or frames
    file = Path(ours[-1].filename)
    place = file.relative_to(ROOT) if file.is_relative_to(ROOT) else file.name
    return f"{type(error).__name__} in {place}, line {ours[-1].lineno}"[:200]
