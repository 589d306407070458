"""What says that worker, courier and beat still run: a row of each, with the time of its work."""

from datetime import datetime, timedelta

from games.models import SignOfLife

WORKER, COURIER, BEAT = PROCESSES = "worker", "courier", "beat"
# A sign is given every ten seconds; without one for so long a process counts as gone.
LATELY = timedelta(seconds=60)


def give(process: str, now: datetime) -> None:
    """Writes that this process was at work now."""
    SignOfLife.objects.update_or_create(process=process, defaults={"at": now})


def seen_lately(now: datetime) -> set[str]:
    """The processes, of `PROCESSES`, that were at work within the last minute."""
    seen = SignOfLife.objects.filter(at__gt=now - LATELY)
    return set(seen.values_list("process", flat=True))
