"""What lets people in, as the database has it now."""

from collections.abc import Collection
from typing import Any

from django.contrib.sessions.models import Session
from django.utils import timezone
from knox.models import get_token_model

from games.live.presence import Pass, digest_of
from games.models import Player

# Keys in one query, of which SQLite takes so many.
AT_ONCE = 500


def pass_of(player: Player, *, session: str | None = None, token: str | None = None) -> Pass:
    """What lets the player in: a session by its key, or a token by its digest."""
    return Pass(player.pk, _secret_of(player.password, player.session_salt), session, token)


def _secret_of(password: str, session_salt: str) -> str:
    """What changes with the password, and where somebody signs out everywhere."""
    return digest_of(password + session_salt)


def lost(passes: Collection[Pass]) -> set[Pass]:
    """Which of these let nobody in any more. Queries the database."""
    held, gone = list(passes), set[Pass]()
    for at in range(0, len(held), AT_ONCE):
        gone |= _lost(held[at : at + AT_ONCE])
    return gone


def _lost(held: list[Pass]) -> set[Pass]:
    now = timezone.now()
    rows = Player.objects.filter(pk__in={one.player for one in held}, is_active=True)
    values = rows.values_list("pk", "password", "session_salt")
    passwords = {pk: _secret_of(password, salt) for pk, password, salt in values}
    tokens = _keys(
        get_token_model().objects.exclude(expiry__lte=now), "digest", [one.token for one in held]
    )
    sessions = _keys(
        Session.objects.filter(expire_date__gt=now), "session_key", [one.session for one in held]
    )
    return {
        one
        for one in held
        if passwords.get(one.player) != one.password
        or (one.token is not None and one.token not in tokens)
        or (one.session is not None and one.session not in sessions)
    }


def _keys(rows: Any, field: str, wanted: list[str | None]) -> set[str]:
    keys = {key for key in wanted if key is not None}
    if not keys:
        return set()
    return set(rows.filter(**{f"{field}__in": keys}).values_list(field, flat=True))
