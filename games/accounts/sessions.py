"""Sessions: where a player is signed in, and ending them."""

from datetime import datetime

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.utils.crypto import get_random_string

from games.models import Player

SALT_LENGTH = 32


def end_all(player: Player, but: str | None = None) -> None:
    """Ends every session of the player, also those of before they were listed.

    The one of the key `but` goes on once `update_session_auth_hash` has told it the new salt.
    """
    player.session_salt = get_random_string(SALT_LENGTH)
    player.save(update_fields=["session_salt"])
    end_listed(player, but)


def end_listed(player: Player, but: str | None = None) -> None:
    """Ends every session of the player that is listed, but the one of the key `but`."""
    for session in UserSession.objects.filter(user=player).exclude(session_key=but or ""):
        session.end()


def forget_ended(now: datetime) -> None:
    """Forgets sessions that are over, and where they were."""
    Session.objects.filter(expire_date__lt=now).delete()
    standing = Session.objects.values("session_key")
    UserSession.objects.exclude(session_key__in=standing).delete()


def living(player: Player, key: str | None) -> list[UserSession]:
    """The player's sessions that still stand, the newest first; that of the key first of all."""
    rows = UserSession.objects.filter(user=player).order_by("-created_at")
    return sorted((row for row in rows if row.exists()), key=lambda row: row.session_key != key)


def note(request: HttpRequest) -> None:
    """Lists the session of the request, whose key may have changed."""
    UserSession.objects.create_from_request(request)
