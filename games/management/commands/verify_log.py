"""`manage.py verify_log`: has any recorded fact been changed, removed or put in?"""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.store.checking import EXIT_CODES, FAULTY, Run, looking
from games.store.verification import faults_of, house_faults, streams


class Command(BaseCommand):
    help = (
        "Verifies the chain of hashes of every stream, the digests of commands, the ends of "
        "streams and the triggers that guard them, and names each fault. Needs no key. "
        f"{EXIT_CODES}"
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--stream", help="only this stream, e.g. match-0193…")

    def handle(self, *args: Any, stream: str | None, **options: Any) -> None:
        run = Run(self)
        with looking():
            chosen = [stream] if stream else streams()
            run.over(chosen, faults_of)
            if not stream:
                run.name(house_faults())
        if run.faults:
            sys.exit(FAULTY)
        self.stdout.write(self.style.SUCCESS(f"{len(chosen)} streams, all sound"))
