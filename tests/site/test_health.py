"""`/healthz` says that a process lives; `/readyz` what stands behind it."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils import timezone

from casino_site.beat import SeenScheduler
from casino_site.celery import app
from casino_site.hooks import tasks
from casino_site.version import VERSION
from games.jobs.stuck_work import attempt
from games.jobs.tasks import give_sign_of_life
from games.models import SignOfLife, StuckWork
from tests.noon import NOON

pytestmark = [pytest.mark.store, pytest.mark.django_db]

ALL_IS_WELL = {
    "version": VERSION,
    "database": True,
    "migrations": True,
    "redis": True,
    "worker": True,
    "courier": True,
    "beat": True,
    "stuck": 0,
}


@pytest.fixture
def working() -> None:
    """A worker, a courier and a beat that were at work just now."""
    give_sign_of_life()
    tasks.give_sign_of_life()
    SeenScheduler(app, lazy=True).give_sign()


def test_a_process_that_answers_is_alive_and_asks_nobody(
    client: Client, django_assert_num_queries
) -> None:
    with django_assert_num_queries(0):
        response = client.get("/healthz")
    assert response.status_code == 200
    assert response.json() == {"version": VERSION}


@pytest.mark.usefixtures("working")
def test_a_process_is_ready_and_names_what_stands_behind_it(client: Client) -> None:
    response = client.get("/readyz")
    assert response.status_code == 200
    assert response.json() == ALL_IS_WELL


@pytest.mark.usefixtures("working")
def test_a_lost_redis_is_named_and_pages_go_on(client: Client, settings) -> None:
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
    response = client.get("/readyz")
    assert response.status_code == 200
    assert response.json() == ALL_IS_WELL | {"redis": False}


@pytest.mark.usefixtures("working")
@pytest.mark.parametrize("process", ["worker", "courier", "beat"])
def test_a_process_that_has_not_worked_for_a_minute_is_named(client: Client, process: str) -> None:
    ago = timezone.now() - timedelta(seconds=61)
    SignOfLife.objects.filter(process=process).update(at=ago)
    response = client.get("/readyz")
    assert response.status_code == 200
    assert response.json() == ALL_IS_WELL | {process: False}


@pytest.mark.usefixtures("working")
def test_parked_work_is_counted(client: Client) -> None:
    with attempt(StuckWork.Kind.BOT, uuid4(), NOON):
        raise RuntimeError
    assert client.get("/readyz").json()["stuck"] == 0  # it is only put off
    StuckWork.objects.update(next_try_at=None)
    assert client.get("/readyz").json()["stuck"] == 1


def test_a_database_that_lacks_a_migration_is_not_ready(client: Client) -> None:
    MigrationRecorder.Migration.objects.filter(app="games").first().delete()
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["migrations"] is False
