"""`manage.py application_role`: the role of PostgreSQL that web, worker and beat run as."""

import os
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection, transaction
from psycopg import sql

from games.store import append_only

VARIABLE = "GOODTEN_APPLICATION_PASSWORD"
# Which migrations there have been: it may change none of them, nor a row of append-only tables.
MIGRATIONS = "django_migrations"

GRANTS = """
GRANT USAGE ON SCHEMA public TO {role};
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {role};
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {role};
REVOKE UPDATE, DELETE, TRUNCATE ON {facts} FROM {role};
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON {migrations} FROM {role};
"""


class Command(BaseCommand):
    help = (
        "Creates the role that web, worker and beat connect as, or renews its password and what it "
        f"may do; run it as the owner after each migration. {VARIABLE} holds its password. It owns "
        "nothing, so it can neither take a trigger away nor change a fact."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--role", default="goodten_app")

    def handle(self, *args: Any, **options: Any) -> None:
        if connection.vendor != "postgresql":
            raise CommandError("Only PostgreSQL has roles; this database is SQLite.")
        password = os.environ.get(VARIABLE, "")
        if not password:
            raise CommandError(f"Set {VARIABLE} to the password of the role.")
        name = options["role"]
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT current_user")
            if cursor.fetchone() == (name,):
                raise CommandError(f"{name} cannot be the owner as well.")
            cursor.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [name])
            verb = sql.SQL("ALTER" if cursor.fetchone() else "CREATE")
            role = sql.Identifier(name)
            how = "{verb} ROLE {role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD {password}"
            cursor.execute(sql.SQL(how).format(verb=verb, role=role, password=password))
            tables = [sql.Identifier(guard.table) for guard in append_only.guards()]
            facts, migrations = sql.SQL(", ").join(tables), sql.Identifier(MIGRATIONS)
            grants = sql.SQL(GRANTS).format(role=role, facts=facts, migrations=migrations)
            cursor.execute(grants)
        self.stdout.write(f"{name} may read and write rows, and change no fact.")
