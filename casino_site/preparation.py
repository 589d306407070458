"""What is done before the processes start, if needed: migrations, static files, the demo."""

import hashlib
from collections.abc import Callable
from pathlib import Path

import django
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from casino_site.data_dir import Unfit
from casino_site.static_files import GatheredFiles
from games.models import Event
from games.store.readable import UnreadableDatabase, require_readable

Say = Callable[[str], None]


def prepare(say: Say, *, demo: bool) -> None:
    """Idempotent, and quick when nothing is left to do; says what it does."""
    migrate(say)
    collect(say)
    if demo and not Event.objects.exists():
        from tournaments.actions.demo import seed_demo

        say("Seating the demo tournaments")
        seed_demo(timezone.now())
    connection.close()


def migrate(say: Say) -> None:
    """Refuses a database that this version cannot read, before anything in it is changed."""
    try:
        require_readable(connection)
    except UnreadableDatabase as refused:
        raise Unfit(str(refused)) from refused
    executor = MigrationExecutor(connection)
    pending = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if pending:
        say(f"Bringing the database up to date ({len(pending)} migrations)")
        call_command("migrate", interactive=False, verbosity=0, skip_checks=True)


def collect(say: Say) -> None:
    """Gathers the static files when one of them, or what gathers them, has changed."""
    kept = Path(settings.STATIC_ROOT).with_suffix(".fingerprint")
    fingerprint = _fingerprint()
    if kept.exists() and kept.read_text() == fingerprint:
        return
    say("Gathering static files")
    call_command("collectstatic", interactive=False, clear=True, verbosity=0, skip_checks=True)
    kept.write_text(fingerprint)


def _fingerprint() -> str:
    digest = hashlib.sha256(f"{django.VERSION} {settings.STORAGES}".encode())
    for finder in get_finders():
        for name, storage in finder.list(GatheredFiles.ignore_patterns):
            status = Path(storage.path(name)).stat()
            digest.update(f"{name} {status.st_size} {status.st_mtime_ns}\n".encode())
    return digest.hexdigest()
