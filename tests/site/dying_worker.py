"""Workers that are killed, as by kill -9, each at the first step that none was killed at before.

`python -m tests.site.dying_worker FILE` loads the product once and starts its worker, by its own
command but with one thread, whenever the last one was killed. FILE has a line for each step at
which one was.
"""

import os
import signal
import sys
from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path
from threading import Lock
from typing import Any

import celery.__main__
import django
from celery.bin import celery as _commands  # noqa: F401
from django.core.checks import run_checks

from casino_site import processes
from casino_site.children import tether


class Steps:
    """The steps of a round that a worker has been killed at, kept in a file."""

    def __init__(self, file: Path) -> None:
        self._file, self._lock = file, Lock()

    def reach(self, step: str) -> None:
        with self._lock:
            if step in self._file.read_text().splitlines():
                return
            with self._file.open("a") as told:
                print(step, file=told, flush=True)
                os.fsync(told.fileno())
            os.kill(os.getpid(), signal.SIGKILL)

    def around(
        self, place: Any, name: str, key: Callable[..., str | None], inside: str = ""
    ) -> None:
        """Makes a step of the moment before and of the one after each call that has a key."""
        work = getattr(place, name)

        def stepped(*args: Any, **names: Any) -> Any:
            about = key(*args, **names)
            if about is not None:
                self.reach(f"before {name}{inside}: {about}")
            done = work(*args, **names)
            if about is not None:
                self.reach(f"after {name}{inside}: {about}")
            return done

        setattr(place, name, stepped)


def step_everywhere(steps: Steps) -> None:
    """Where a round is written: in a transaction, around it, and between two of them.

    What a dead worker had claimed is free after a second, so that it does not take all day.
    """
    from games.jobs import work_queue
    from games.match import projections as match_rows
    from games.store.stream_log import StreamLog
    from tournaments.progress import match_creation
    from tournaments.ratings import progress as rating_duties
    from tournaments.ratings import projections as ladder_rows
    from tournaments.store import projections as tournament_rows
    from tournaments.store import standings_snapshots

    work_queue.QUEUED_LEASE = timedelta(seconds=1)

    def of_a_change(
        log: Any, id_: Any, before: Any, after: Any, events: Sequence[Any]
    ) -> str | None:
        """Of a match its opening, its first plays and its end; of others every change."""
        kind = log.aggregate.kind
        if kind != "match":
            return f"{kind} {events[0].type} at {before.version}"
        if before.status != after.status:
            return f"{kind} {after.status} {id_.hex}"
        return None if before.sheets else f"{kind} begun {id_.hex}"

    def rated(results: Sequence[Any], now: Any) -> str | None:
        return " ".join(result.match.hex for result in results) or None

    def moves(changes: Sequence[Any]) -> str | None:
        """Of matches whose rows are written together: what is alike of them, once."""
        found = [(move(change), change.id.hex) for change in changes]
        kinds = dict.fromkeys(kind for kind, _ in found if kind is not None)
        return " ".join([*kinds, *(id_ for kind, id_ in found if kind)]) or None

    def move(change: Any) -> str | None:
        if change.before.status != change.after.status:
            return str(change.after.status)
        return None if change.before.sheets else "begun"

    steps.around(
        StreamLog,
        "append",
        lambda log, id_, head, decision, _: of_a_change(
            log, id_, head.state, decision.after, decision.events
        ),
    )

    def opened(_: Any, prepared: Sequence[Any]) -> str:
        """Of matches that are opened together."""
        status, *_ = {one.decision.after.status for one in prepared}
        return " ".join(["match", status, *(one.id.hex for one in prepared)])

    steps.around(StreamLog, "append_together", opened)

    def told(log: Any, id_: Any, _: Any, change: Any) -> str | None:
        """Of any stream of the kind: what is committed is told once, so each time one dies."""
        step = of_a_change(log, id_, change.before, change.after, change.events)
        return None if step is None else " ".join(step.split()[:2])

    steps.around(StreamLog, "_committed", told)
    steps.around(
        tournament_rows,
        "project",
        lambda before, _, events, __: f"{events[0].type} at {before.version}",
        " of tournament",
    )
    steps.around(match_creation, "open_matches", lambda new, _: " ".join(one.id.hex for one in new))
    steps.around(match_rows, "project", moves, " of match")
    steps.around(
        standings_snapshots, "keep", lambda _, state, number: f"{number} at {state.version}"
    )
    steps.around(
        standings_snapshots, "publish", lambda _, state, number: f"{number} at {state.version}"
    )
    steps.around(rating_duties, "rate", rated)
    steps.around(ladder_rows, "project", lambda *given: " ".join(sorted(given[-1])), " of ladder")


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "casino_site.settings"
    django.setup()
    step_everywhere(Steps(Path(sys.argv[1])))
    # Every worker makes these checks as it starts; what they import it then has from its parent.
    run_checks()
    # One thread: of several one could be past a step when another is killed at its own.
    sys.argv = ["celery", *processes.worker()[3:], "--concurrency", "1"]
    status = -signal.SIGKILL
    while status == -signal.SIGKILL:
        hold = tether(signal.SIGKILL)
        worker = os.fork()
        if not worker:
            hold()
            celery.__main__.main()
        status = os.waitstatus_to_exitcode(os.waitpid(worker, 0)[1])
    sys.exit(f"a worker ended by itself: {status}")


if __name__ == "__main__":
    main()
