"""`manage.py replay --check | --rebuild`: the log against everything that is derived from it."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from tqdm import tqdm

from games.match.match_log import MATCHES
from games.store.aggregate import AnyAggregate
from games.store.replay import check, rebuild
from games.store.verification import streams
from tournaments.ratings.ladder_log import RATINGS
from tournaments.store.tournament_log import TOURNAMENTS

AGGREGATES: dict[str, AnyAggregate] = {
    aggregate.kind: aggregate for aggregate in (MATCHES, TOURNAMENTS, RATINGS)
}


class Command(BaseCommand):
    help = (
        "--check decides every recorded command again and compares facts, hashes and read models; "
        "it changes nothing. --rebuild writes the read models anew, stream by stream. Exit code "
        "0: all as it should be; 1: something is not, and the first fault of each stream is named."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--check", action="store_true")
        what.add_argument("--rebuild", action="store_true")
        which = parser.add_mutually_exclusive_group()
        which.add_argument("--stream", help="only this stream, e.g. match-0193…")
        which.add_argument("--kind", choices=sorted(AGGREGATES), help="only streams of this kind")
        parser.add_argument(
            "--after", default="", help="goes on after this stream, where an earlier run stopped"
        )

    def handle(self, *args: Any, stream: str | None, after: str, **options: Any) -> None:
        prefix = f"{options['kind']}-" if options["kind"] else ""
        wanted = (name for name in streams() if name > after and name.startswith(prefix))
        chosen = [stream] if stream else list(wanted)
        facts, faults, last = 0, 0, after
        bar = tqdm(chosen, unit=" streams", file=sys.stderr, disable=None)
        try:
            for name in bar:
                done, fault = self._replay(name, options["rebuild"])
                facts += done
                if fault:
                    faults += 1
                    with bar.external_write_mode():
                        self.stdout.write(self.style.ERROR(fault))
                last = name
        except KeyboardInterrupt:
            self.stderr.write(f"Stopped. To go on: --after {last}")
            sys.exit(130)
        if faults:
            self.stdout.write(f"{faults} of {len(chosen)} streams are not as they should be")
            sys.exit(1)
        done_to = "rebuilt" if options["rebuild"] else "as they should be"
        self.stdout.write(self.style.SUCCESS(f"{len(chosen)} streams, {facts} facts: {done_to}"))

    def _replay(self, stream: str, anew: bool) -> tuple[int, str | None]:
        aggregate = AGGREGATES.get(stream.partition("-")[0])
        if aggregate is None:
            return 0, f"{stream}: there is no such kind of stream"
        if anew:
            return rebuild(aggregate, stream), None
        checked = check(aggregate, stream)
        return checked.facts, str(checked.fault) if checked.fault else None
