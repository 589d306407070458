"""What the two commands that check the log share: a run over streams that names each fault and goes
on, with a progress bar and an exit code.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, OperationalError, connection
from tqdm import tqdm

from games.store.readable import UnreadableDatabase, require_known_migrations
from games.store.verification import Fault

SOUND, FAULTY, BLIND, STOPPED = 0, 1, 2, 130
EXIT_CODES = "Exit code 0: all sound; 1: something is not; 2: it could not look; 130: stopped."


@contextmanager
def looking() -> Iterator[None]:
    """Around a run: ends the command with `BLIND` where the database does not answer, or is one
    that this version cannot read.
    """
    try:
        # What facts this version does not know is for the run to name.
        require_known_migrations(connection)
        yield
    except UnreadableDatabase as refused:
        raise CommandError(str(refused), returncode=BLIND) from refused
    except DatabaseError as fault:
        reason = str(fault).strip().splitlines()[0]
        raise CommandError(f"The database cannot be used: {reason}", returncode=BLIND) from fault


class Run:
    """One run of a command, and how many faults it has named."""

    def __init__(self, command: BaseCommand) -> None:
        self._command = command
        self.faults = 0
        # The last stream that was looked at whole.
        self.last = ""

    def over(self, streams: Sequence[str], look: Callable[[str], Iterable[Fault]]) -> set[str]:
        """Looks at each stream; answers those that are not sound. One that cannot be looked at at
        all is such a stream, and the run goes on.
        """
        broken = set[str]()
        bar = tqdm(streams, unit=" streams", file=sys.stderr, disable=None)
        for stream in bar:
            try:
                faults = list(look(stream))
            except OperationalError:
                raise
            except Exception as failure:
                problem = f"it cannot be checked: {type(failure).__name__}: {failure}"
                faults = [Fault(stream, 0, " ".join(problem.split()))]
            if faults:
                broken.add(stream)
                with bar.external_write_mode():
                    self.name(faults)
            self.last = stream
        return broken

    def name(self, faults: Iterable[Fault]) -> None:
        """Says each fault, in a line of its own."""
        for fault in faults:
            self.faults += 1
            self._command.stdout.write(self._command.style.ERROR(str(fault)))
