"""`/healthz` says which of the services behind a process answer."""

import pytest
from django.test import Client

from casino_site.version import VERSION

pytestmark = [pytest.mark.store, pytest.mark.django_db]


def test_health_names_the_database_and_redis(client: Client) -> None:
    response = client.get("/healthz")
    assert response.status_code == 200
    assert response.json() == {"version": VERSION, "database": True, "redis": True}


def test_a_lost_redis_is_named_and_pages_go_on(client: Client, settings) -> None:
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
    response = client.get("/healthz")
    assert response.status_code == 200
    assert response.json() == {"version": VERSION, "database": True, "redis": False}
