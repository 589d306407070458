"""`manage.py verify_log`: has any recorded fact been changed, removed or put in?"""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.store.checking import BLIND, EXIT_CODES, FAULTY, Run, looking
from games.store.verification import (
    Fault,
    faults_of,
    faults_of_heads,
    heads,
    house_faults,
    streams,
)


class Command(BaseCommand):
    help = (
        "Verifies the chain of hashes of every stream, the digests of commands, the ends of "
        "streams and the triggers that guard them, and names each fault. Needs no key. "
        f"{EXIT_CODES}"
    )

    def add_arguments(self, parser: CommandParser) -> None:
        which = parser.add_mutually_exclusive_group()
        which.add_argument("--stream", help="only this stream, e.g. match-0193…")
        which.add_argument(
            "--heads", type=Path, metavar="FILE", help="also the heads that were written to FILE"
        )
        which.add_argument(
            "--write-heads", type=Path, metavar="FILE", help="writes the head of every stream"
        )

    def handle(self, *args: Any, stream: str | None, **options: Any) -> None:
        if options["write_heads"] is not None:
            with looking():
                options["write_heads"].write_text("".join(f"{head}\n" for head in heads()))
            return
        run = Run(self)
        if options["heads"] is not None:
            run.name(_missing(options["heads"]))
        with looking():
            chosen = [stream] if stream else streams()
            run.over(chosen, faults_of)
            if not stream:
                run.name(house_faults())
        if run.faults:
            sys.exit(FAULTY)
        self.stdout.write(self.style.SUCCESS(f"{len(chosen)} streams, all sound"))


def _missing(file: Path) -> list[Fault]:
    """The heads of the file that are not part of the log."""
    try:
        with looking():
            return list(faults_of_heads(file.read_text().splitlines()))
    except (OSError, ValueError) as unreadable:
        raise CommandError(f"{file}: {unreadable}", returncode=BLIND) from unreadable
