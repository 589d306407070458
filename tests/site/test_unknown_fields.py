"""A field that there is not is refused by name, in the body of every operation of the API."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.api import signed_in
from tests.site.test_permissions import (
    House,
    _forget,
    furnished,
    in_the_registry,
    operations,
    taken_back,
)
from tests.site.watching import filled

pytestmark = [pytest.mark.django_db]
# What it is sent is a record, line by line, and no fields.
OTHERS = {("POST", "records/")}
SENT = sorted({one for one in operations() if one[0] != "GET"} - OTHERS)


@pytest.fixture(scope="module")
def house(django_db_setup: None, django_db_blocker: Any) -> Iterator[House]:
    _forget()
    with django_db_blocker.unblock(), taken_back():
        yield furnished()


def test_those_of_the_registry_are_among_them() -> None:
    assert in_the_registry() <= set(SENT)


@pytest.mark.parametrize(("method", "route"), SENT)
def test_an_unknown_field_is_refused_by_its_name(method: str, route: str, house: House) -> None:
    known = house.known | {"stage": "1", "round": "1", "pairing": "1", "key": "trail"}
    address = f"/api/v1/{filled(route, known)}"
    for who in ("alice", "bob"):
        client = signed_in(house.people[who])
        with taken_back():
            answer = client.generic(
                method, address, '{"turn_second": 60}', content_type="application/json"
            )
        if answer.status_code not in (401, 403):
            break

    assert answer.status_code == 400, answer.content
    told = answer.json()
    assert "turn_second" in str(told["params"]), told
