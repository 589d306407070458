"""One running house for the tests that leave it whole."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.gathered import gather_into
from tests.product import Up, stopped


@pytest.fixture(scope="session")
def lasting_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("lasting") / "data"


@pytest.fixture(scope="session")
def lasting_up(lasting_data: Path) -> Iterator[Up]:
    """`manage.py up` without the demo."""
    gather_into(lasting_data)
    with stopped(Up(lasting_data, lasting_data.with_name("log"), "--no-demo")) as running:
        assert isinstance(running, Up)
        yield running.wait_until_it_serves()
