"""`manage.py staff`: who keeps order in the house."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from casino_site.staff.members import set_staff
from engine.errors import Refusal
from games.models import Player

ADD, REMOVE, LIST = "ADD", "REMOVE", "LIST"
NOT_DONE = 1


class Command(BaseCommand):
    help = (
        "ADD makes the person of this handle staff, who sign in as everybody does and find their "
        "pages at /admin/; REMOVE takes that back; LIST names them. Exit code 1: nothing was done, "
        "and the line says why."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", type=str.upper, choices=(ADD, REMOVE, LIST))
        parser.add_argument("handle", nargs="?")
        parser.add_argument("--reason", default="by manage.py", help="goes into the list of acts")

    def handle(self, *args: Any, **options: Any) -> None:
        what, handle = options["what"], options["handle"]
        if what == LIST:
            self._list()
            return
        if handle is None:
            raise CommandError(f"{what} takes a handle.", returncode=NOT_DONE)
        player = Player.objects.filter(handle__iexact=handle).first()
        if player is None:
            raise CommandError(f"Nobody has the handle {handle}.", returncode=NOT_DONE)
        try:
            set_staff(player, what == ADD, reason=options["reason"], now=timezone.now())
        except Refusal as refused:
            raise CommandError(refused.detail, returncode=NOT_DONE) from refused
        done = "is staff now" if what == ADD else "is staff no more"
        self.stdout.write(f"{player.handle} {done}.")

    def _list(self) -> None:
        handles = Player.objects.filter(is_staff=True).order_by("handle")
        for handle in handles.values_list("handle", flat=True):
            self.stdout.write(handle)
