"""`manage.py replay --check | --rebuild`: the log against everything that is derived from it."""

import sys
from collections.abc import Iterable
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.match.match_log import MATCHES
from games.store.aggregate import AnyAggregate
from games.store.checking import EXIT_CODES, FAULTY, STOPPED, Run, looking
from games.store.identities import identity_faults
from games.store.replay import check, rebuild
from games.store.sealing import key_of
from games.store.verification import Fault, house_faults, streams
from tournaments.ratings.ladder_log import RATINGS
from tournaments.store.tournament_log import TOURNAMENTS

AGGREGATES: dict[str, AnyAggregate] = {
    aggregate.kind: aggregate for aggregate in (MATCHES, TOURNAMENTS, RATINGS)
}


class Command(BaseCommand):
    help = (
        "--check decides every recorded command again and compares facts, hashes, read models, "
        "standings and the handles of players; it changes nothing, names each fault, and goes on. "
        "--rebuild writes the read models anew, stream by stream. "
        f"{EXIT_CODES}"
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

    def handle(self, *args: Any, **options: Any) -> None:
        with looking():
            self._look(**options)

    def _look(self, stream: str | None, after: str, **options: Any) -> None:
        kind, anew = options["kind"], options["rebuild"]
        prefix = f"{kind}-" if kind else ""
        wanted = (name for name in streams() if name > after and name.startswith(prefix))
        chosen = [stream] if stream else list(wanted)
        self.facts, run = 0, Run(self)
        run.last = after
        # A key that was put in another's place is to be noticed, whatever was opened before.
        key_of.cache_clear()
        try:
            broken = run.over(chosen, self._rebuilt if anew else self._checked)
            if not (anew or stream or kind or after):
                run.name(house_faults())
                run.name(identity_faults())
        except KeyboardInterrupt:
            self.stderr.write(f"Stopped. To go on: --after {run.last}")
            sys.exit(STOPPED)
        if broken:
            self.stdout.write(f"{len(broken)} of {len(chosen)} streams are not as they should be")
        if run.faults:
            sys.exit(FAULTY)
        done_to = "rebuilt" if anew else "as they should be"
        told = f"{len(chosen)} streams, {self.facts} facts: {done_to}"
        self.stdout.write(self.style.SUCCESS(told))

    def _checked(self, stream: str) -> Iterable[Fault]:
        aggregate = _aggregate_of(stream)
        if aggregate is None:
            return [_unknown(stream)]
        checked = check(aggregate, stream)
        self.facts += checked.facts
        return checked.faults

    def _rebuilt(self, stream: str) -> Iterable[Fault]:
        aggregate = _aggregate_of(stream)
        if aggregate is None:
            return [_unknown(stream)]
        self.facts += rebuild(aggregate, stream)
        return []


def _aggregate_of(stream: str) -> AnyAggregate | None:
    return AGGREGATES.get(stream.partition("-")[0])


def _unknown(stream: str) -> Fault:
    return Fault(stream, 0, "there is no such kind of stream")
