"""Background work that fails is put off, longer each time, then parked where staff see it."""

from datetime import datetime, timedelta
from io import StringIO
from itertools import pairwise
from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError, call_command
from pytest_django import DjangoAssertNumQueries

from games.jobs.stuck_work import FAILURES_UNTIL_PARKED, attempt, forget_over, parked, work_through
from games.models import StuckWork
from tests.long import SQLITE_FIRST
from tests.noon import NOON

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]

CLOCK = StuckWork.Kind.CLOCK
BROKEN, SOUND = uuid4(), uuid4()


class Work:
    """Work on subjects of which some fail, and what was tried."""

    def __init__(self, *broken: UUID) -> None:
        self.broken = set(broken)
        self.tried: list[UUID] = []

    def __call__(self, subject: UUID) -> None:
        self.tried.append(subject)
        if subject in self.broken:
            raise RuntimeError("the seven of hearts lies where it cannot")

    def sweep(self, now: datetime, *due: UUID) -> None:
        work_through(CLOCK, due or (BROKEN, SOUND), self, now)


def _fail_until_parked(work: Work) -> list[timedelta]:
    """Sweeps every second until nothing is tried any more; the pauses between tries."""
    now, tries = NOON, list[datetime]()
    while not parked().exists():
        before = len(work.tried)
        work.sweep(now, BROKEN)
        tries += [now] * (len(work.tried) - before)
        now += timedelta(seconds=1)
    return [later - earlier for earlier, later in pairwise(tries)]


def test_one_that_fails_holds_up_no_other() -> None:
    work = Work(BROKEN)
    work.sweep(NOON)
    assert work.tried == [BROKEN, SOUND]
    assert [row.subject for row in StuckWork.objects.all()] == [BROKEN]


def test_it_is_put_off_longer_each_time_and_then_parked() -> None:
    work = Work(BROKEN)
    seconds = [pause.total_seconds() for pause in _fail_until_parked(work)]
    assert seconds == [5, 10, 20, 40, 80, 160, 320, 600, 600]
    assert len(work.tried) == FAILURES_UNTIL_PARKED
    work.sweep(NOON + timedelta(days=1))
    assert work.tried[FAILURES_UNTIL_PARKED:] == [SOUND]


def test_a_success_ends_the_count() -> None:
    work = Work(BROKEN)
    work.sweep(NOON)
    work.broken.clear()
    work.sweep(NOON + timedelta(seconds=6))
    assert not StuckWork.objects.exists()


def test_failures_of_work_that_is_not_due_any_more_are_forgotten_but_never_what_is_parked() -> None:
    work = Work(BROKEN)
    _fail_until_parked(work)
    work.broken = {SOUND}
    work.sweep(NOON)
    forget_over(NOON + timedelta(minutes=30))
    assert StuckWork.objects.count() == 2
    forget_over(NOON + timedelta(days=1))
    assert [row.subject for row in StuckWork.objects.all()] == [BROKEN]


def test_successes_ask_nothing_while_nothing_fails(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    with attempt(CLOCK, SOUND, NOON):
        pass
    with django_assert_num_queries(0), attempt(CLOCK, SOUND, NOON):
        pass


def test_hurry_ups_within_a_pause_count_as_one_failure() -> None:
    for _ in range(20):
        with attempt(CLOCK, BROKEN, NOON):
            raise RuntimeError
    assert StuckWork.objects.get().failures == 1


def test_the_error_is_kept_by_its_place_and_not_by_its_words() -> None:
    Work(BROKEN).sweep(NOON)
    error = StuckWork.objects.get().error
    assert error.startswith("RuntimeError in tests/site/test_stuck_work.py, line ")
    assert "seven" not in error


def test_staff_see_what_is_parked_and_have_it_tried_again() -> None:
    said = StringIO()
    call_command("stuck", stdout=said)
    assert said.getvalue() == "Nothing is parked.\n"

    work = Work(BROKEN)
    _fail_until_parked(work)
    with pytest.raises(CommandError, match="parked"):
        call_command("stuck", stdout=said)
    assert f"a match's clock {BROKEN.hex}: failed 10 times, RuntimeError in" in said.getvalue()

    call_command("stuck", again=BROKEN.hex, stdout=said)
    work.broken.clear()
    work.sweep(datetime.now(tz=NOON.tzinfo))
    assert not StuckWork.objects.exists()


@pytest.mark.parametrize("wanted", ["nothing", "0" * 32])
def test_what_never_failed_cannot_be_tried_again(wanted: str) -> None:
    with pytest.raises(CommandError):
        call_command("stuck", again=wanted)
