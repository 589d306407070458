"""`manage.py stuck`: the background work that failed, and a way to have it tried again."""

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.jobs import stuck_work
from games.models import StuckWork


class Command(BaseCommand):
    help = (
        "Names the matches and events whose work in the background failed: how often, where, and "
        "when it is tried next. After ten failures it is parked until --again names it. The exit "
        "status is 1 where something is parked."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--again", metavar="ID", help="have this match or event tried again; `all` for each"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["again"]:
            self._again(options["again"])
            return
        for work in StuckWork.objects.all():
            self.stdout.write(_line(work))
        if stuck_work.parked().exists():
            raise CommandError("Some work is parked: mend its cause, then name it by --again.")
        self.stdout.write("Nothing is parked.")

    def _again(self, wanted: str) -> None:
        work = StuckWork.objects.all()
        if wanted != "all":
            try:
                work = work.filter(subject=UUID(wanted))
            except ValueError as fault:
                raise CommandError(f"{wanted} is not the id of a match or event.") from fault
        count = stuck_work.try_again(work, timezone.now())
        if not count:
            raise CommandError("No work of that id has failed.")
        self.stdout.write(f"The next sweep tries {count} again.")


def _line(work: StuckWork) -> str:
    often = "once" if work.failures == 1 else f"{work.failures} times"
    if work.next_try_at is None:
        then = "parked"
    else:
        wait = max(work.next_try_at - timezone.now(), timedelta())
        then = f"tried again in {wait.total_seconds():.0f} s"
    return f"{work.get_kind_display()} {work.subject.hex}: failed {often}, {work.error}; {then}"
