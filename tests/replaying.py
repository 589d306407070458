"""`manage.py replay` and `manage.py verify_log` on the database of a test."""

from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO

from django.core.management import call_command
from django.db import connection

from games.store import append_only


def replay(*arguments: str) -> tuple[int, str]:
    """The exit code and what was said, where the log has its triggers."""
    with guarded():
        return said_by("replay", *arguments)


def verify_log(*arguments: str) -> tuple[int, str]:
    """The exit code and what was said, where the log has its triggers."""
    with guarded():
        return said_by("verify_log", *arguments)


def said_by(*command: str) -> tuple[int, str]:
    """The exit code and what was said."""
    said = StringIO()
    try:
        call_command(*command, stdout=said, no_color=True)
    except SystemExit as ended:
        return int(ended.code or 0), said.getvalue()
    return 0, said.getvalue()


@contextmanager
def guarded() -> Iterator[None]:
    """The log has its triggers meanwhile, which the test database lacks."""
    if append_only.installed(connection):
        yield
        return
    append_only.remove(connection)
    append_only.install(connection)
    try:
        yield
    finally:
        append_only.remove(connection)
