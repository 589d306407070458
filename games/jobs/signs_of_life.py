"""What says that a worker and beat still run: a row of each, with the time of its last work."""

from datetime import datetime, timedelta

from games.models import SignOfLife

WORKER, BEAT = "worker", "beat"
# A sign is given every ten seconds; without one for so long a process counts as gone.
LATELY = timedelta(seconds=60)


def give(process: str, now: datetime) -> None:
    """Writes that this process was at work now."""
    SignOfLife.objects.update_or_create(process=process, defaults={"at": now})


def seen_lately(now: datetime) -> set[str]:
    """The processes, of `WORKER` and `BEAT`, that were at work within the last minute."""
    seen = SignOfLife.objects.filter(at__gt=now - LATELY)
    return set(seen.values_list("process", flat=True))
