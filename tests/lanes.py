"""All tests on SQLite and, beside them, those of the store on PostgreSQL: two lanes of workers.

`python -m tests.lanes -k sweep` (`make test`) gives both lanes the options of pytest; each worker
has a database and a Redis of its own. What a lane has to say is told in one piece when it has
ended, and both verdicts stand last. A lane that has nothing to run leaves the verdict to the other.
With LONG set (`make long`) both run the tests marked so, which then try more.
"""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock, Thread

import psutil
import pytest

from casino_site.children import tether
from tests.long import LONG

# Said, since importing the product sets DJANGO_SETTINGS_MODULE to that of the product.
SETTINGS = "--ds=tests.settings"
UNKEPT = "PYTHONDONTWRITEBYTECODE"
NAME_WIDTH = 12
SOON = 60
# Where nothing touches the store, and collecting takes long.
UNSTORED = ["--ignore=tests/engine", "--ignore=tests/browser"]
PROGRESS = re.compile(r"\[ *\d+%\]$|^\d+ workers? \[")


@dataclass(frozen=True)
class Lane:
    name: str
    share: float
    marks: Sequence[str] = ()
    options: Sequence[str] = ()

    def argv(self, options: Sequence[str]) -> list[str]:
        marks = [*self.marks, *(["long"] if LONG else [])]
        chosen = ["-m", " and ".join(marks)] if marks else []
        argv = [sys.executable, "-m", "pytest", SETTINGS, "-n", str(workers(self.share)), *chosen]
        return [*argv, *self.options, *options]

    def environment(self, shared: Path) -> dict[str, str]:
        """Ours, and a folder that all workers share; compiled modules are kept, since a run starts
        a hundred processes that import the same.
        """
        kept = {name: value for name, value in os.environ.items() if name != UNKEPT}
        ours = {"TEST_DATABASE": self.name.lower(), "TEST_RUN_FOLDER": str(shared)}
        return kept | ours | {"PYTHONUNBUFFERED": "1"}


# Those who wait for processes, or for a browser, let the others work. With one more on SQLite all
# take turns so often that the same tests cost a sixth more of the processor.
LANES = (
    Lane("SQLite", 1, ["not postgresql", "not deferred"]),
    Lane("PostgreSQL", 0.5, ["store", "not deferred"], UNSTORED),
)


class Run:
    """A lane's pytest, what it has said, and what came of it."""

    def __init__(self, lane: Lane, options: Sequence[str], shared: Path, speaking: Lock) -> None:
        self.lane, self._speaking = lane, speaking
        self.process = subprocess.Popen(
            lane.argv(options),
            env=lane.environment(shared),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            preexec_fn=tether(signal.SIGTERM),
        )
        self._listener = Thread(target=self._listen)
        self._listener.start()

    def wait(self) -> int:
        self._listener.join()
        return self.process.wait()

    def end(self, until: float) -> None:
        """Lets the lane, which Ctrl-C reaches as well, end by itself until then."""
        try:
            self.process.wait(max(0, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            self.process.terminate()
        self._listener.join()

    def _listen(self) -> None:
        """Passes on how far it is, line by line, and what it has to say of it in one piece."""
        assert self.process.stdout
        told: list[str] = []
        for line in self.process.stdout:
            if PROGRESS.search(line):
                self._say(f"{self.lane.name:<{NAME_WIDTH}}{line}")
            else:
                told.append(line)
        headings = [at for at, line in enumerate(told) if line.startswith("==")]
        if self.process.wait() == 0:
            del told[: headings[1]]
        *report, verdict = told or ["it said nothing"]
        self.verdict = verdict.strip("= \n")
        if report:
            self._say(f"\n{self.lane.name}\n{''.join(report)}\n")

    def _say(self, text: str) -> None:
        with self._speaking:
            sys.stdout.write(text)
            sys.stdout.flush()


def workers(share: float) -> int:
    """How many, where the whole share has one for each processor."""
    processors = len(psutil.Process().cpu_affinity()) if sys.platform == "linux" else os.cpu_count()
    return max(1, round((processors or 1) * share))


@contextmanager
def lanes(options: Sequence[str]) -> Iterator[list[Run]]:
    """Both lanes, of which none is left when the block is."""
    speaking = Lock()
    with TemporaryDirectory(prefix="good-ten-lanes-") as shared:
        running = [Run(lane, options, Path(shared), speaking) for lane in LANES]
        try:
            yield running
        finally:
            until = time.monotonic() + SOON
            for run in running:
                run.end(until)


def exit_code(codes: Sequence[int]) -> int:
    """The worst of what the lanes ended with; nothing to run is no failure of one lane alone."""
    ran = [code for code in codes if code != pytest.ExitCode.NO_TESTS_COLLECTED]
    return next((code for code in ran if code), 0) if ran else codes[0]


def _ended(*_: object) -> None:
    """By a signal to this process alone: the lanes are told as Ctrl-C would tell them."""
    for child in psutil.Process().children():
        child.send_signal(signal.SIGINT)
    raise KeyboardInterrupt


def main(options: Sequence[str]) -> int:
    if not {"-h", "--help"}.isdisjoint(options):
        print(__doc__)
        return 0
    signal.signal(signal.SIGTERM, _ended)
    try:
        with lanes(options) as running:
            codes = [run.wait() for run in running]
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    for run in running:
        print(f"{run.lane.name:<{NAME_WIDTH}}{run.verdict}")
    return exit_code(codes)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
