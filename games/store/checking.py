"""What the two commands that check the log share: a run over streams that names each fault and goes
on, with a progress bar and an exit code.
"""

import sys
from collections.abc import Callable, Iterable, Sequence

from django.core.management.base import BaseCommand
from tqdm import tqdm

from games.store.verification import Fault

SOUND, FAULTY, STOPPED = 0, 1, 130
EXIT_CODES = "Exit code 0: all sound; 1: something is not; 2: it could not look; 130: stopped."


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
