"""`python -m tests.bench.replaying`: how many facts a second `manage.py replay --check` takes, by
what it does with them, on one core and SQLite.
"""

import logging
import os
import tempfile
import time
from collections.abc import Callable

MATCHES_PLAYED = 20
RUNS = 5


def main() -> None:
    logging.disable(logging.WARNING)  # there is no Redis to be told
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "GOODTEN_DATA_DIR": folder,
            "DJANGO_SETTINGS_MODULE": "casino_site.settings",
        }
        os.environ.pop("DATABASE_URL", None)
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0, skip_checks=True)
        measure()


def measure() -> None:
    from games.match.match_log import MATCHES
    from games.models import Event, Player
    from games.store import eventstore
    from games.store.replay import check, folded, redecided
    from games.store.verification import faults_of
    from tests.games.exports import bots_match

    bots = [
        Player.objects.create(handle=key, kind=Player.Kind.BOT, bot=key)
        for key in ("greedy", "random")
    ]
    streams = [f"match-{bots_match(bots).hex}" for _ in range(MATCHES_PLAYED)]
    facts = [eventstore.read(stream) for stream in streams]
    count = Event.objects.count()
    works: list[tuple[str, Callable[[], object]]] = [
        ("folding facts", lambda: [folded(MATCHES, each) for each in facts]),
        (
            "reading and folding",
            lambda: [folded(MATCHES, eventstore.read(stream)) for stream in streams],
        ),
        ("verifying the chain", lambda: [list(faults_of(stream)) for stream in streams]),
        ("deciding again", lambda: [redecided(MATCHES, each) for each in facts]),
        ("replay --check, whole", lambda: [check(MATCHES, stream) for stream in streams]),
    ]
    for name, work in works:
        print(f"{name:<28}{count / best_of(work):>12,.0f} facts/s")


def best_of(work: Callable[[], object]) -> float:
    """The least processor time of some runs, in seconds."""
    spent = []
    for _ in range(RUNS):
        began = time.process_time()
        work()
        spent.append(time.process_time() - began)
    return min(spent)


if __name__ == "__main__":
    main()
