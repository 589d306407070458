"""Who is staff: said on the machine itself, by `manage.py staff`."""

from datetime import datetime

from django.db import transaction

from casino_site.staff import record
from casino_site.staff.models import Act
from engine.errors import Kind, Refusal
from games.models import Player


class NotAPerson(Refusal):
    code = "not_a_person"
    kind = Kind.CONFLICT
    template = "Only who has signed up and may sign in can be staff; {handle} is no such person."


class IsAlready(Refusal):
    code = "is_already"
    kind = Kind.CONFLICT
    template = "{handle} {is_what} already."


def set_staff(player: Player, is_staff: bool, *, reason: str, now: datetime) -> None:
    """Makes the player staff, or no longer so. Refuses `not_a_person` and `is_already`."""
    with transaction.atomic():
        found = Player.objects.select_for_update().get(pk=player.pk)
        if is_staff and not (found.kind == Player.Kind.PERSON and found.is_active):
            raise NotAPerson(handle=found.handle)
        if found.is_staff == is_staff:
            raise IsAlready(handle=found.handle, is_what="is staff" if is_staff else "is not staff")
        found.is_staff = is_staff
        found.save(update_fields=["is_staff"])
        what = Act.What.ADD_STAFF if is_staff else Act.What.REMOVE_STAFF
        record.record(what, Act.About.PLAYER, found.pk.hex, by=None, reason=reason, now=now)
    player.is_staff = is_staff
