"""The moment at which most tests take place."""

from datetime import UTC, datetime

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


def at_noon() -> datetime:
    return NOON
