"""Beat calls sweeps for those who take them, and fills no queue that nobody takes from."""

from collections.abc import Iterator
from typing import Any

import pytest
from redis import Redis

from casino_site.beat import MOST_WAITING, SeenScheduler
from casino_site.celery import app

QUEUE = "hooks"


@pytest.fixture
def redis() -> Iterator["Redis[Any]"]:
    with Redis.from_url(str(app.conf.broker_url)) as client:
        client.delete(QUEUE)
        yield client
        client.delete(QUEUE)


def sweep() -> None:
    scheduler = SeenScheduler(app, lazy=True)
    scheduler.setup_schedule()
    scheduler.apply_entry(scheduler.schedule["webhooks"])


def test_a_queue_from_which_nobody_takes_stops_growing(redis: "Redis[Any]") -> None:
    redis.rpush(QUEUE, *range(MOST_WAITING - 1))
    for _ in range(5):
        sweep()
    assert redis.llen(QUEUE) == MOST_WAITING


def test_a_broker_that_does_not_say_what_waits_stops_no_sweep(
    redis: "Redis[Any]", monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = app.connection_for_write("redis://127.0.0.1:1/0")
    monkeypatch.setattr(app, "connection_or_acquire", lambda: lost)
    sweep()
    assert redis.llen(QUEUE) == 1
