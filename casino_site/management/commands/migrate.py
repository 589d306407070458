"""`manage.py migrate`: Django's own, once this version is known to read the database."""

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands.migrate import Command as Migrate
from django.db import connections

from games.store.readable import UnreadableDatabase, require_readable


class Command(Migrate):
    def handle(self, *args: Any, **options: Any) -> None:
        try:
            require_readable(connections[options["database"]])
        except UnreadableDatabase as refused:
            raise CommandError(str(refused), returncode=2) from refused
        super().handle(*args, **options)
