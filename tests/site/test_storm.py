"""A short storm; `make storm` is the long one."""

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.long import DEFERRED
from tests.site.storm import storm_over, weather

pytestmark = [pytest.mark.processes, *DEFERRED]


def test_processes_that_are_killed_while_a_person_plays_lose_and_double_nothing() -> None:
    on_postgresql = os.environ.get("TEST_DATABASE") == "postgresql"
    with (
        TemporaryDirectory(prefix="good-ten-storm-") as folder,
        storm_over(Path(folder), on_postgresql, seed=10) as storm,
    ):
        try:
            weather(storm, kills=6)
        except AssertionError as failure:
            failure.add_note(storm.house.said())
            raise
