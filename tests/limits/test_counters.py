"""Counting in Redis for all processes together, and in one process while Redis is away."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings

from casino_site import private_redis
from games.limits import spending
from games.limits.budgets import READS, WRONG_PASSWORDS, Budget, By
from games.limits.counters import SECONDS_WAITED, Counters
from games.limits.refusals import Throttled
from tests.patience import PATIENCE
from tests.product import Running, clean_environment, eventually, stopped

FEW = Budget("few", By.ADDRESS, 5, 3600, "For this test")
FEW_REFUNDED = Budget("few-refunded", By.ADDRESS, 5, 3600, "For this test", is_refunded=True)


Processes = Callable[..., list[Counters]]


@pytest.fixture
def processes() -> Iterator[Processes]:
    """So many processes that count: each with its own connections and its own memory."""
    made: list[Counters] = []

    def processes(number: int, url: str = settings.CELERY_BROKER_URL) -> list[Counters]:
        made.extend(Counters(url) for _ in range(number))
        return made[-number:]

    yield processes
    for counters in made:
        counters.close()
    last = Counters(settings.CELERY_BROKER_URL)
    last.forget_all()
    last.close()


@pytest.mark.parametrize("budget", [FEW, FEW_REFUNDED], ids=lambda budget: budget.name)
def test_two_processes_count_together(processes: Processes, budget: Budget) -> None:
    one, other = processes(2)
    took = [counters.take(budget, "ann").granted for counters in (one, other) * 4]
    assert took == [True] * 5 + [False] * 3
    assert other.take(budget, "ben").remaining == 4


@pytest.mark.parametrize("budget", [FEW, FEW_REFUNDED], ids=lambda budget: budget.name)
def test_no_more_is_had_by_asking_all_at_once(processes: Processes, budget: Budget) -> None:
    taken: list[bool] = []
    together = threading.Barrier(16)

    def ask(counters: Counters) -> None:
        together.wait(PATIENCE)
        taken.append(counters.take(budget, "ann").granted)

    threads = [
        threading.Thread(target=ask, args=[counters]) for counters in processes(2) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert sorted(taken) == [False] * 11 + [True] * 5


def test_what_was_given_back_can_be_had_again(processes: Processes) -> None:
    one, other = processes(2)
    for _ in range(5):
        one.take(FEW_REFUNDED, "ann")
    other.give_back(FEW_REFUNDED, "ann")
    assert [one.take(FEW_REFUNDED, "ann").granted for _ in range(2)] == [True, False]
    other.forget(FEW_REFUNDED, "ann")
    assert one.take(FEW_REFUNDED, "ann").remaining == 4


def test_a_redis_that_refuses_leaves_each_process_to_count_alone(processes: Processes) -> None:
    [alone] = processes(1, f"redis://127.0.0.1:{private_redis.free_port()}/0")
    took = [alone.take(FEW, "ann").granted for _ in range(7)]
    assert took == [True] * 5 + [False] * 2
    assert alone.is_away


def test_a_redis_that_hangs_is_waited_for_once(processes: Processes) -> None:
    """Its port takes connections, and nobody there ever answers."""
    with closing(socket.create_server(("127.0.0.1", 0), backlog=64)) as silent:
        [alone] = processes(1, f"redis://127.0.0.1:{silent.getsockname()[1]}/0")
        assert alone.take(FEW, "ann").granted
        assert alone.is_away
        began = time.process_time()
        waited = time.monotonic()
        for _ in range(500):
            alone.take(FEW, "ben")
        # If each had waited, these would have taken minutes.
        assert time.monotonic() - waited < 500 * SECONDS_WAITED
        assert time.process_time() - began < 500 * SECONDS_WAITED


@pytest.mark.processes
def test_a_redis_that_comes_back_is_counted_in_again(processes: Processes, tmp_path: Path) -> None:
    server = private_redis.find_server()
    assert server
    ours = private_redis.prepare(server, tmp_path / "redis")
    one, other = processes(2, ours.url)
    assert one.take(FEW, "ann").granted
    assert one.is_away
    with stopped(Running(ours.argv, tmp_path / "log", clean_environment())):
        eventually(lambda: not one.is_away, PATIENCE, "Redis found again")
        eventually(lambda: private_redis.answers(ours.port), PATIENCE, "Redis up")
        took = [counters.take(FEW, "ann").granted for counters in (one, other) * 4]
        assert took == [True] * 5 + [False] * 3


def test_a_lease_spares_trips_and_counts_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    trips: list[int] = []
    whole = Counters.take

    def counted(self: Counters, budget: Budget, who: str, cost: int = 1) -> object:
        trips.append(cost)
        return whole(self, budget, who, cost)

    monkeypatch.setattr(Counters, "take", counted)
    monkeypatch.setattr(spending, "LEASE_SECONDS", PATIENCE)
    for _ in range(2000):
        left = spending.spend(READS, "ann").remaining
    assert left == READS.amount - 2000
    assert len(trips) < 50
    assert max(trips) == READS.amount // spending.LEAST_LEASES
    for _ in range(READS.amount - 2000):
        spending.spend(READS, "ann")
    with pytest.raises(Throttled) as refused:
        spending.spend(READS, "ann")
    assert refused.value.params["limit"] == "reads"


def test_a_lease_that_is_not_used_is_given_up_and_the_next_is_small(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(spending, "LEASE_SECONDS", 0.0)
    left = [spending.spend(READS, "ann").remaining for _ in range(10)]
    assert left == [READS.amount - number for number in range(1, 11)]


def test_whoever_is_refused_is_refused_again_without_a_trip(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for _ in range(WRONG_PASSWORDS.amount):
        spending.spend(WRONG_PASSWORDS, "ann")
    with pytest.raises(Throttled):
        spending.spend(WRONG_PASSWORDS, "ann")
    monkeypatch.setattr(Counters, "take", None)
    with pytest.raises(Throttled):
        spending.spend(WRONG_PASSWORDS, "ann")
