"""A short storm; `make storm` is the long one."""

import os
from pathlib import Path

import pytest

from tests.site.storm import storm_over, weather

pytestmark = [pytest.mark.processes, pytest.mark.store]


def test_processes_that_are_killed_while_a_person_plays_lose_and_double_nothing(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder: Path = tmp_path_factory.mktemp("storm")
    for above in (folder, folder.parent, folder.parent.parent):
        above.chmod(0o755)
    on_postgresql = os.environ.get("TEST_DATABASE") == "postgresql"
    with storm_over(folder, on_postgresql, seed=10) as storm:
        try:
            weather(storm, kills=6)
        except AssertionError as failure:
            failure.add_note(storm.house.said())
            raise
