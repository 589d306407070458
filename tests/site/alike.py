"""How two worlds are held against each other."""

import pytest

from tests.site.watching import Seen

# Loggers that tell of connections, which other tests may have left open, and of timers.
CONNECTIONS = ("redis.", "asyncio", "kombu.", "celery.utils.")


def logged(log: pytest.LogCaptureFixture) -> list[str]:
    told = [record for record in log.records if not record.name.startswith(CONNECTIONS)]
    return sorted(log.handler.format(record) for record in told)


def differences(one: Seen, other: Seen) -> list[str]:
    """Where the worlds were told apart."""
    assert one.keys() == other.keys()
    return [where for where, what in one.items() if what != other[where]]
