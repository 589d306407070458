"""What every test may use."""

import os
from collections.abc import Generator, Iterator

import pytest
from django.db import connection
from django.test import TransactionTestCase

from games.store import append_only
from tests.emptying import empty_database

TRIGGERS_CAME_WITH_THE_MIGRATIONS = pytest.StashKey[bool]()
# Fixtures that start processes for many tests, which a worker runs together.
SHARED_HOUSES = {"product", "lasting_up", "house", "fair", "unprotected"}


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Generator[None]:
    """What is spread over workers: users of one running house together, the longest tests first."""
    for item in items:
        for name in SHARED_HOUSES.intersection(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.xdist_group(name))
    yield
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: item.get_closest_marker("processes") is None)


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None, django_db_blocker: pytest.FixtureRequest, pytestconfig: pytest.Config
) -> None:
    """Tests with real transactions empty the tables behind them, which the log's triggers refuse:
    in the test database they are taken away, and given back by `append_only_log`.
    """
    TransactionTestCase._fixture_teardown = lambda case: empty_database()  # type: ignore[attr-defined]
    with django_db_blocker.unblock():
        pytestconfig.stash[TRIGGERS_CAME_WITH_THE_MIGRATIONS] = append_only.installed(connection)
        append_only.remove(connection)


@pytest.fixture
def append_only_log(transactional_db: None) -> Iterator[None]:
    append_only.install(connection)
    yield
    append_only.remove(connection)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]):  # type: ignore[no-untyped-def]
    """`REQUIRE_BROWSER=1`: a browser test that skips has failed."""
    report = yield
    if report.skipped and item.get_closest_marker("browser") and os.environ.get("REQUIRE_BROWSER"):
        report.outcome = "failed"
        report.longrepr = f"REQUIRE_BROWSER is set, but: {report.longrepr[2]}"
    return report
