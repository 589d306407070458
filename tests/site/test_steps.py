"""A worker that is killed at every step of a round; `make steps` does it to whole events."""

from pathlib import Path
from typing import Any

import pytest

from tests.deployment import database_as_tested
from tests.long import DEFERRED
from tests.site.aftermath import check_ratings, check_results
from tests.site.steps import STEPS_OF_ONE_MATCH, check_log, relay_in, walk

pytestmark = [pytest.mark.processes, *DEFERRED]

TABLE = {"number": 1, "match": "m1"}
PAIRED: dict[str, Any] = {
    "type": "round_paired",
    "data": {"stage": 1, "round": 1, "tables": [TABLE]},
}
RECORDED = {"type": "result_recorded", "data": {"match": "m1"}}


def test_a_worker_that_is_killed_at_every_step_of_a_round_loses_and_doubles_nothing(
    tmp_path: Path,
) -> None:
    with database_as_tested() as url, relay_in(tmp_path, url) as relay:
        try:
            walk(relay, 2, {"format": "single_elimination"}, at_a_table=2)
            check_log(relay, STEPS_OF_ONE_MATCH)
        except AssertionError as failure:
            failure.add_note(relay.house.said())
            raise


def test_what_is_lost_or_doubled_would_be_noticed() -> None:
    """The negative control: each fault, in an event that is sound without it."""
    sound = [PAIRED, RECORDED]
    check_results(sound)
    check_ratings(sound, {"a": ["m1"], "b": ["m1"]}, at_a_table=2)
    for facts in ([*sound, PAIRED], [PAIRED], [*sound, RECORDED]):
        with pytest.raises(AssertionError):
            check_results(facts)
    for one, other in ((["m1", "m1"], ["m1"]), (["m1"], []), ([], [])):
        with pytest.raises(AssertionError):
            check_ratings(sound, {"a": one, "b": other}, at_a_table=2)
