"""Passwords are hashed two at a time: a hash takes all of a processor for a while, and pages that
need none are to come at once meanwhile.

Whichever way a password comes in, it is counted and waits here; so no view can forget it.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.auth.hashers import Argon2PasswordHasher
from django.db import connection

from games.limits.asked import spend_here
from games.limits.budgets import PASSWORDS
from games.limits.refusals import Overloaded

AT_ONCE = 2
# Who waits longer, or finds so many waiting, is asked to come again after a moment.
SECONDS_WAITED = 10.0
MOST_WAITING = 128
COME_AGAIN = 5


class Places:
    """So many at once; the others wait, as many and as long as they may."""

    def __init__(self, at_once: int, most_waiting: int, seconds: float) -> None:
        self._free = threading.BoundedSemaphore(at_once)
        self._may_wait = threading.BoundedSemaphore(most_waiting)
        self._seconds = seconds
        self._mine = threading.local()

    @contextmanager
    def one(self) -> Iterator[None]:
        """Has a place meanwhile, one for hashes within hashes. Refuses `overloaded`."""
        if getattr(self._mine, "held", False):
            yield
            return
        spend_here(PASSWORDS)
        if not self._free.acquire(blocking=False):
            self._wait()
        self._mine.held = True
        try:
            yield
        finally:
            self._mine.held = False
            self._free.release()

    def _wait(self) -> None:
        if not self._may_wait.acquire(blocking=False):
            raise Overloaded(COME_AGAIN)
        try:
            # Whoever waits holds no connection that others need to show a page.
            if not connection.in_atomic_block:
                connection.close()
            if not self._free.acquire(timeout=self._seconds):
                raise Overloaded(COME_AGAIN)
        finally:
            self._may_wait.release()


places = Places(AT_ONCE, MOST_WAITING, SECONDS_WAITED)


class Gated:
    """A hasher of Django's, mixed in before it, that takes a place for each hash."""

    def encode(self, password: str, salt: str) -> str:
        with places.one():
            hashed: str = super().encode(password, salt)  # type: ignore[misc]
            return hashed

    def verify(self, password: str, encoded: str) -> bool:
        with places.one():
            return bool(super().verify(password, encoded))  # type: ignore[misc]


class GatedArgon2(Gated, Argon2PasswordHasher):
    """Argon2 as Django has it."""
