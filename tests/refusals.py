"""What somebody is refused."""

from collections.abc import Callable

import pytest

from engine.errors import Refusal


def refusal_of(work: Callable[[], object]) -> str:
    """The code with which `work` is refused."""
    with pytest.raises(Refusal) as caught:
        work()
    return caught.value.code
