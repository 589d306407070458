"""What beat calls, a worker knows."""

import pytest
from django.conf import settings
from django.db import connections

from casino_site.celery import app, keep_connections


def test_every_sweep_that_beat_calls_is_a_task_that_workers_have() -> None:
    app.loader.import_default_modules()
    wanted = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert "tournaments.ratings.tasks.sweep_ratings" in wanted
    assert wanted <= set(app.tasks)


def test_workers_keep_their_connections_and_look_whether_they_still_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert connections.settings["default"]["CONN_MAX_AGE"] == 0
    monkeypatch.setattr(connections, "settings", {"default": {"NAME": "good-ten"}})

    keep_connections()

    kept = {"NAME": "good-ten", "CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}
    assert connections.settings["default"] == kept


def test_ratings_are_made_where_rounds_are() -> None:
    route = app.amqp.router.route({}, "tournaments.ratings.tasks.rate_tournament")
    assert route["queue"].name == "rounds"
