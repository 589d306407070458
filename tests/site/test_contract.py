"""A machine that knows the schema alone asks for everything, at every bound and beyond: whatever
is valid is taken or refused as illegal, whatever is not is refused, and answers are as promised.
"""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from games.accounts import tokens
from tests.long import SQLITE_FIRST, enough
from tests.site.contract_runs import Run, asked_of, bounds_of, drawn, loaded, one_connection
from tests.site.test_permissions import _forget, furnished

pytestmark = [pytest.mark.django_db, *SQLITE_FIRST]
OPERATIONS, AT_BOUNDS, DRAWN = enough(7, 1000), enough(12, 100_000), enough(2, 25)


@pytest.fixture
def run(db: None) -> Iterator[Run]:
    _forget()
    house = furnished()
    alice = house.people["alice"]
    assert alice is not None
    known = {name: str(value) for name, value in {**house.known, **house.target}.items()}
    with one_connection():
        yield Run(known, tokens.issue(alice).token)


@pytest.fixture
def schema(run: Run) -> Any:
    return loaded()


@pytest.mark.filterwarnings("ignore::Warning")
def test_a_machine_finds_nothing_wrong(run: Run, schema: Any) -> None:
    chance = random.Random(28)
    every = asked_of(schema)
    for operation in chance.sample(every, min(OPERATIONS, len(every))):
        cases = bounds_of(schema, operation)
        for case in chance.sample(cases, min(AT_BOUNDS, len(cases))):
            run.ask(case)
        for case in drawn(operation, DRAWN):
            run.ask(case)
    assert run.sent >= OPERATIONS
    assert not run.found, "\n\n".join(f"{what}: {how}" for what, how in run.found.items())


@pytest.mark.filterwarnings("ignore::Warning")
def test_it_would_find_a_schema_that_promises_something_else(run: Run, schema: Any) -> None:
    """The control."""
    body = schema.raw_schema["components"]["schemas"]["ClubBody"]
    body["properties"]["club"] = {"type": "integer"}
    operation = schema["/api/v1/tournaments/{name}/entrants/{entrant}/club/"]["POST"]
    for case in drawn(operation, 6):
        run.ask(case)
    assert "RejectedPositiveData" in {kind for _, kind, _ in run.found}
