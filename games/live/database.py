"""The way from the event loop of sockets to the database."""

from collections.abc import Callable
from typing import Any, TypeVar

from channels.db import DatabaseSyncToAsync

T = TypeVar("T")


async def in_database(work: Callable[..., T], *args: Any) -> T:
    """Runs `work` in a thread of the pool: consumers must not wait for each other's queries."""
    return await DatabaseSyncToAsync(work, thread_sensitive=False)(*args)
