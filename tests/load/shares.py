"""Where the web process's time goes while people play: shares by what it does, from samples."""

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from tests.patience import PATIENCE
from tests.product import eventually

SAMPLES_A_SECOND = 200
# What a sample is counted as: the first of these of which a frame is found, the innermost first.
KINDS: Sequence[tuple[str, Sequence[str]]] = (
    ("deciding a move and folding it (engine)", ("engine/",)),
    (
        "writing facts: hashes, sealing, statements, commits",
        ("games/store/", "games/match/projections", "psycopg", "django/db/"),
    ),
    (
        "telling: frames, encoded once an audience, and their bytes",
        ("games/live/following", "games/live/broadcast", "games/live/lines", "games/live/hub",
         "games/envelopes"),
    ),
    ("hints to other processes, by Redis", ("games/live/hints", "redis/", "channels_redis/")),
    ("reading a client's frame", ("games/live/", "games/match/", "games/")),
    ("the server of sockets: uvicorn, websockets, Channels",
     ("uvicorn/protocols/", "websockets/", "channels/", "casino_site/")),
)  # fmt: skip
LOOP = "the event loop, and threads that hand over"
# A thread that waits is not at work.
IDLE = ("wait (threading.py", "_worker (concurrent/futures/thread.py", "select (selectors.py")


@contextmanager
def sampled(pid: int, seconds: float, ready: Path, file: Path) -> Iterator[None]:
    """Samples the process for so long from when `ready` is there; the file stays away where that is
    not allowed.
    """
    with ThreadPoolExecutor(1) as threads:
        sampling = threads.submit(_sample, pid, seconds, ready, file)
        yield
        sampling.result()


def _sample(pid: int, seconds: float, ready: Path, file: Path) -> None:
    eventually(ready.exists, PATIENCE, "players who are seated")
    argv = (
        str(Path(sys.executable).with_name("py-spy")), "record", "--pid", str(pid),
        "--duration", str(round(seconds)), "--rate", str(SAMPLES_A_SECOND),
        "--format", "raw", "--gil", "--output", str(file),
    )  # fmt: skip
    subprocess.run(argv, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


def shares(file: Path) -> list[tuple[str, float]]:
    """The share of each kind of work, the largest first; nothing where there is no sample."""
    counted: Counter[str] = Counter()
    for line in file.read_text().splitlines() if file.exists() else ():
        stack, _, count = line.rpartition(" ")
        frames = stack.split(";")
        if not frames[-1].startswith(IDLE):
            counted[kind_of(frames)] += int(count)
    total = counted.total()
    return [(kind, count / total) for kind, count in counted.most_common()]


def kind_of(frames: Sequence[str]) -> str:
    """What the work was for, by its innermost frame that says so."""
    for frame in reversed(frames):
        _, _, place = frame.partition(" (")
        for kind, marks in KINDS:
            if any(mark in place for mark in marks):
                return kind
    return LOOP
