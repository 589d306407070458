"""What must hold of an event, and of the log, after whatever befell the processes that ran it."""

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tests.deployment import Deployment

Facts = Sequence[Mapping[str, Any]]


def recorded(facts: Facts) -> list[str]:
    """The match of every result, in the order of their coming in."""
    return [fact["data"]["match"] for fact in facts if fact["type"] == "result_recorded"]


def check_results(facts: Facts) -> None:
    """Every table was paired once, and has one result."""
    tables = [
        (fact["data"]["stage"], fact["data"]["round"], table["number"], table["match"])
        for fact in facts
        if fact["type"] == "round_paired"
        for table in fact["data"]["tables"]
    ]
    assert len({table[:3] for table in tables}) == len(tables), "a table was paired twice"
    matches = sorted(match for *_, match in tables if match)
    assert sorted(recorded(facts)) == matches, "a result is missing, or there twice"


def check_ratings(facts: Facts, histories: Mapping[str, Sequence[str]], at_a_table: int) -> None:
    """`histories`, the rated matches by player, have each match once for each who played it."""
    for player, matches in histories.items():
        assert len(set(matches)) == len(matches), f"a match of {player} was rated twice"
    times = Counter(match for matches in histories.values() for match in matches)
    expected = dict.fromkeys(recorded(facts), at_a_table)
    assert dict(times) == expected, "a match was not rated, or not for everybody"


def check_log(house: Deployment) -> None:
    """No fact of the log was changed or is missing, and everything in it is decided again so."""
    commands = [["verify_log"], ["replay", "--check"]]
    with ThreadPoolExecutor() as pool:
        runs = [
            pool.submit(house.run, sys.executable, "manage.py", *command) for command in commands
        ]
    for run in runs:
        run.result()
