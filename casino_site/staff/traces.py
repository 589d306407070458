"""Traces of who signs in from where, for hints: salted digests, which go after thirty days."""

from datetime import datetime, timedelta
from typing import Any

from allauth.usersessions.models import UserSession
from django.utils import timezone
from django.utils.crypto import salted_hmac

from casino_site.staff.models import Trace
from games.models import Player

KEPT = timedelta(days=30)


def note(sender: object, instance: UserSession, **kwargs: Any) -> None:
    """Keeps where a session is that somebody has just begun or gone on with.

    The salt is the secret of the house: its database alone does not tell an address.
    """
    Trace.objects.update_or_create(
        player_id=instance.user_id,
        address=_digest("address", str(instance.ip)),
        browser=_digest("browser", instance.user_agent),
        defaults={"at": timezone.now()},
    )


def forget_old(now: datetime) -> None:
    """Forgets what is older than `KEPT`."""
    Trace.objects.filter(at__lt=now - KEPT).delete()


def forget_former(sender: object, player: Player, **kwargs: Any) -> None:
    """Forgets all traces of somebody who has gone for ever."""
    if player.kind == Player.Kind.FORMER:
        Trace.objects.filter(player=player).delete()


def my_data(player: Player) -> list[dict[str, Any]]:
    """When the player signed in; what else is kept can be read by nobody."""
    return [{"signed_in": one.at.isoformat()} for one in Trace.objects.filter(player=player)]


def _digest(what: str, value: str) -> str:
    return salted_hmac(f"staff.trace.{what}", value, algorithm="sha256").hexdigest()
