"""What beat calls, a worker knows."""

from django.conf import settings

from casino_site.celery import app


def test_every_sweep_that_beat_calls_is_a_task_that_workers_have() -> None:
    app.loader.import_default_modules()
    wanted = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert "tournaments.ratings.tasks.sweep_ratings" in wanted
    assert wanted <= set(app.tasks)


def test_ratings_are_made_where_rounds_are() -> None:
    route = app.amqp.router.route({}, "tournaments.ratings.tasks.rate_tournament")
    assert route["queue"].name == "rounds"
