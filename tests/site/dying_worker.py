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
    from games.match import commands
    from games.store import writing
    from tournaments.actions import services
    from tournaments.progress import match_creation
    from tournaments.ratings import progress as rating_duties
    from tournaments.ratings import services as ratings
    from tournaments.store import standings_snapshots

    work_queue.QUEUED_LEASE = timedelta(seconds=1)

    def facts(before: Any, events: list[Any]) -> str:
        return f"{events[0].type} at {before.version}"

    def move(match_id: Any, before: Any, after: Any) -> str | None:
        """Of a match its opening, its first plays and its end."""
        if before.status != after.status:
            return f"{match_id.hex} {after.status}"
        return None if before.sheets else f"{match_id.hex} begun"

    def rated(results: Sequence[Any], now: Any) -> str | None:
        return " ".join(result.match.hex for result in results) or None

    steps.around(services, "_commit", lambda before, events, **_: facts(before, events))
    steps.around(
        services, "project", lambda before, _, events, __: facts(before, events), " of tournament"
    )
    steps.around(services, "_hand_on", lambda after, events, _: facts(after, events), " of it")
    steps.around(match_creation, "create_match", lambda match_id, **_: match_id.hex)
    for place in (commands, writing):
        steps.around(
            place, "commit", lambda id_, old, new, *_, **__: move(id_, old, new), " of match"
        )
    steps.around(
        writing, "project", lambda id_, after, before, _: move(id_, before, after), " of match"
    )
    steps.around(
        standings_snapshots, "keep", lambda _, state, number: f"{number} at {state.version}"
    )
    steps.around(
        standings_snapshots, "publish", lambda _, state, number: f"{number} at {state.version}"
    )
    steps.around(rating_duties, "rate", rated)
    steps.around(
        ratings, "project", lambda ladder, _, matches: " ".join(sorted(matches)), " of ladder"
    )


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "casino_site.settings"
    django.setup()
    step_everywhere(Steps(Path(sys.argv[1])))
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
