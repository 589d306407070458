"""`manage.py verify_log`: has any recorded fact been changed, removed or put in?"""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from tqdm import tqdm

from games.store.verification import faults_of, streams


class Command(BaseCommand):
    help = (
        "Verifies the chain of hashes of every stream and names the first broken fact of each "
        "that is not sound. Needs no key. Exit code 0: all sound; 1: something is not."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--stream", help="only this stream, e.g. match-0193…")

    def handle(self, *args: Any, stream: str | None, **options: Any) -> None:
        chosen = [stream] if stream else streams()
        faults = [
            fault
            for name in tqdm(chosen, unit=" streams", file=sys.stderr, disable=None)
            for fault in faults_of(name)
        ]
        for fault in faults:
            self.stdout.write(self.style.ERROR(str(fault)))
        if faults:
            sys.exit(1)
        self.stdout.write(self.style.SUCCESS(f"{len(chosen)} streams, all sound"))
