"""Which worker runs a test, where there are many: the tests of one house go to the same worker.

The group mark of pytest-xdist 3.8 does nothing under pytest 9.2, which keeps the names of tests
elsewhere; hence files are named here.
"""

import pytest
from xdist.scheduler import LoadScopeScheduling

from tests.product import ROOT

# What starts processes for all tests of a file, or for those of several; or sets up much for them.
HOUSES = {
    "tests/browser": "browser",
    "tests/engine/test_compiled.py": "compiled",
    "tests/games/test_process_races.py": "racers",
    "tests/site/test_compose.py": "up",
    "tests/site/test_documents.py": "up",
    "tests/site/test_examples.py": "up",
    "tests/site/test_storm_under_load.py": "storm",
    "tests/site/test_planted_rows.py": "rows",
    "tests/site/test_two_web_processes.py": "pair",
    "tests/site/test_up.py": "up",
    "tests/site/test_whole_path.py": "deployment",
    "tests/tournaments/test_actions.py": "scenes",
}


# Fixtures of those that are run for a whole session.
LASTING = ("chromium", "product", "lasting_up")


class HouseScheduling(LoadScopeScheduling):
    """Those who share a house begin, the largest house first; all others are handed out singly."""

    def _split_scope(self, nodeid: str) -> str:
        return house_of(nodeid) or nodeid


def house_of(nodeid: str) -> str | None:
    file = nodeid.partition("::")[0]
    return HOUSES.get(file) or HOUSES.get(file.rpartition("/")[0])


def leave(item: pytest.Item) -> None:
    """Ends the house of a session: its worker would go on with unfinished events, unasked."""
    for name in LASTING:
        for fixture in item.session._fixturemanager.getfixturedefs(name, item) or ():
            fixture.finish(item._request)  # type: ignore[attr-defined]


def check_houses() -> None:
    gone = [name for name in HOUSES if not (ROOT / name).exists()]
    assert not gone, f"tests/scheduling.py names what is not there: {gone}"
