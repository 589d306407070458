"""One running house for the tests that leave it whole, and what two worlds are looked at with."""

import logging
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from casino_site.celery import app
from tests.forgetting import forget
from tests.noon import NOON
from tests.prepared import prepare_into
from tests.product import Up, stopped


@pytest.fixture(scope="session")
def lasting_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("lasting") / "data"


def _up(data: Path) -> Up:
    """Webhooks may lead to receivers of tests."""
    return Up(data, data.with_name("log"), "--no-demo", GOODTEN_WEBHOOKS_LOOPBACK="1")


@pytest.fixture(scope="session")
def lasting_up(lasting_data: Path) -> Iterator[Up]:
    """`manage.py up` without the demo."""
    prepare_into(lasting_data)
    with stopped(_up(lasting_data)) as running:
        assert isinstance(running, Up)
        yield running.wait_until_it_serves()


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Time stands still, the token of a form is always the same, and tasks are made already."""
    app.finalize()
    monkeypatch.setattr(timezone, "now", lambda: NOON + timedelta(seconds=10))
    monkeypatch.setattr("django.utils.http.formatdate", lambda *_, **__: "now")
    monkeypatch.setattr("django.middleware.csrf._get_new_csrf_string", lambda: "a" * 32)
    forget()
    yield
    forget()


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """All that is logged at any level, without when and where."""
    caplog.set_level(logging.DEBUG)
    caplog.handler.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    return caplog
