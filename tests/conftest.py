"""What every test may use."""

import gc
import os
from collections.abc import Iterator

import pytest
from _pytest.runner import pytest_runtest_protocol as run_test
from django.db import connection
from django.test import TransactionTestCase
from xdist.remote import Producer

from games.limits import spending
from games.match.match_log import match_commits
from games.store import append_only
from tests.call_stack import in_one_piece
from tests.chance import given_chance
from tests.emptying import empty_database
from tests.scheduling import HouseScheduling, check_houses, house_of, leave

TRIGGERS_CAME_WITH_THE_MIGRATIONS = pytest.StashKey[bool]()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> HouseScheduling:
    check_houses()
    return HouseScheduling(config, log)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Where tests are spread over workers the longest begin, or one would be waited for."""
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: item.get_closest_marker("processes") is None)


def pytest_collection_finish(session: pytest.Session) -> None:
    """What has been imported stays: looking through it again and again takes a twentieth of all
    the time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    """Runs a test as pytest does, on a call stack in one piece."""
    return in_one_piece(run_test, item, nextitem)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    """The last guest of a house leaves it."""
    yield
    house = house_of(item.nodeid)
    if house and (nextitem is None or house_of(nextitem.nodeid) != house):
        leave(item)


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None, django_db_blocker: pytest.FixtureRequest, pytestconfig: pytest.Config
) -> Iterator[None]:
    """Tests with real transactions empty the tables behind them, which the log's triggers refuse:
    in the test database they are taken away, and given back by `append_only_log`.
    """
    TransactionTestCase._fixture_teardown = lambda case: empty_database()  # type: ignore[attr-defined]
    with django_db_blocker.unblock():
        pytestconfig.stash[TRIGGERS_CAME_WITH_THE_MIGRATIONS] = append_only.installed(connection)
        append_only.remove(connection)
    yield
    match_commits.close()  # its thread has a connection of its own


@pytest.fixture(autouse=True)
def chance(request: pytest.FixtureRequest) -> Iterator[None]:
    with given_chance(request.node.nodeid):
        yield


@pytest.fixture(autouse=True)
def nothing_spent() -> Iterator[None]:
    """What one test has spent of its limits is not counted for the next."""
    yield
    spending.forget_all()


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
