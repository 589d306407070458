"""The Celery application: `celery -A casino_site.celery worker|beat` (docs/operations.md)."""

import os
from typing import Any

from celery import Celery, bootsteps
from celery.signals import worker_init

from casino_site.environment import unfit_for_background_work
from casino_site.liveness import EVERY, touch

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino_site.settings")

app = Celery("good_ten")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(
    [
        "games.jobs",
        "tournaments.actions",
        "tournaments.progress",
        "tournaments.ratings",
        "casino_site.staff",
        "casino_site.contract",
        "casino_site.hooks",
    ]
)


class GiveSign(bootsteps.StartStopStep):
    """Says, in a file of this container, that the worker's main loop still turns."""

    requires = ("celery.worker.components:Timer",)

    def start(self, parent: Any) -> None:
        parent.timer.call_repeatedly(EVERY, touch)


app.steps["worker"].add(GiveSign)

# A worker's threads keep their connections from one task to the next for so long.
CONNECTION_SECONDS = 60


@worker_init.connect
def keep_connections(**kwargs: Any) -> None:
    """In workers alone: tasks are many and short, and to connect takes longer than most of them.

    The web process has threads that come and go, whose connections nobody would close.
    """
    from django.db import connections

    if fault := unfit_for_background_work(os.environ):
        raise SystemExit(fault)
    for database in connections.settings.values():
        database |= {"CONN_MAX_AGE": CONNECTION_SECONDS, "CONN_HEALTH_CHECKS": True}
