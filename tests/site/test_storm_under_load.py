"""A short storm over people who play at full speed; `make storm` has the long one."""

import os
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.long import DEFERRED
from tests.site.held_against_the_log import Evidence, check
from tests.site.storm import storm_over
from tests.site.storm_under_load import weather_under_load

pytestmark = [pytest.mark.processes, *DEFERRED]
ON_POSTGRESQL = os.environ.get("TEST_DATABASE") == "postgresql"


@pytest.fixture(scope="module")
def evidence() -> Evidence:
    with (
        TemporaryDirectory(prefix="good-ten-storm-") as folder,
        storm_over(Path(folder), ON_POSTGRESQL, 5, ["web"], waits_for_disk=True) as storm,
    ):
        try:
            return weather_under_load(storm, kills=3, moves=40)
        except (AssertionError, ExceptionGroup) as failure:
            failure.add_note(storm.house.said())
            raise


@pytest.fixture
def doctored(evidence: Evidence) -> Evidence:
    """A copy of what there is after the storm, in which a fault can be planted."""
    return deepcopy(evidence)


def test_moves_of_many_matches_survive_kills_at_full_speed_once_each_as_they_were_told(
    evidence: Evidence,
) -> None:
    check(evidence)
    assert all(told.acknowledged and told.facts for told in evidence.told)


def test_the_check_finds_that_no_moves_of_several_matches_shared_a_transaction(
    doctored: Evidence,
) -> None:
    doctored.log = {
        match: [replace(row, transaction=at) for row in rows]
        for at, (match, rows) in enumerate(doctored.log.items())
    }
    with pytest.raises(AssertionError, match="no transaction held"):
        check(doctored)


def test_the_check_finds_an_acknowledged_move_that_is_lost(doctored: Evidence) -> None:
    told = doctored.told[0]
    version = told.acknowledged[max(told.acknowledged)]
    rows = doctored.log[told.match]
    doctored.log = {**doctored.log, told.match: [row for row in rows if row.version < version]}
    with pytest.raises(AssertionError, match=r"^lost: "):
        check(doctored)


def test_the_check_finds_an_acknowledgement_of_what_is_not_in_the_log(doctored: Evidence) -> None:
    told = doctored.told[0]
    told.acknowledged[max(told.acknowledged)] += 1
    with pytest.raises(AssertionError, match=r"^lost: "):
        check(doctored)


@pytest.mark.parametrize("under_its_command", [True, False])
def test_the_check_finds_a_move_that_is_there_twice(
    doctored: Evidence, under_its_command: bool
) -> None:
    match = doctored.told[0].match
    rows = doctored.log[match]
    played = [row for row in rows if row.type == "card_played" and row.command_id]
    again = replace(played[-1], version=rows[-1].version + 1)
    if not under_its_command:
        again = replace(again, command_id=None)
    doctored.log = {**doctored.log, match: [*rows, again]}
    with pytest.raises(AssertionError, match="doubled: " if under_its_command else "41 played"):
        check(doctored)


def test_the_check_finds_a_fact_that_was_told_otherwise_or_is_gone(doctored: Evidence) -> None:
    told = doctored.told[0]
    fact = told.facts[told.version]
    told.facts[told.version] = fact | {"at": "2000-01-01T00:00:00.000Z"}
    with pytest.raises(AssertionError, match=r"^told otherwise: "):
        check(doctored)
    told.facts[told.version] = fact
    told.facts[told.version + 1] = fact
    with pytest.raises(AssertionError, match=r"^told otherwise: "):
        check(doctored)
