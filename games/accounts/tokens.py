"""Personal tokens: what a script signs in with; at rest there is only their hash (knox)."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from knox.auth import TokenAuthentication as KnoxAuthentication
from knox.models import AbstractAuthToken, get_token_model
from knox.settings import knox_settings
from rest_framework.exceptions import AuthenticationFailed

from engine.errors import Kind, Refusal
from games.models import Player


class TokenAuthentication(KnoxAuthentication):  # type: ignore[misc] # untyped
    """Signs in by a token. What can be none is refused like one that nobody issued."""

    def authenticate_credentials(self, token: bytes) -> tuple[Player, AbstractAuthToken]:
        if not (token.isascii() and token.decode().isprintable()):
            raise AuthenticationFailed("Invalid token.")
        found: tuple[Player, AbstractAuthToken] = super().authenticate_credentials(token)
        return found


class TooManyTokens(Refusal):
    code = "too_many_tokens"
    kind = Kind.CONFLICT
    template = "You have {limit} tokens, and more are not given: revoke one first."


@dataclass(frozen=True, slots=True)
class Issued:
    """A token in clear, which nobody can show again, and when it ends."""

    token: str
    expires: datetime


def issue(player: Player) -> Issued:
    """A new token for the player. Refuses `too_many_tokens`."""
    limit = knox_settings.TOKEN_LIMIT_PER_USER
    if limit is not None and len(living(player)) >= limit:
        raise TooManyTokens(limit=limit)
    row, token = get_token_model().objects.create(player)
    return Issued(token, row.expiry)


def living(player: Player) -> list[AbstractAuthToken]:
    """The player's tokens that have not expired, newest first."""
    rows = get_token_model().objects.filter(user=player, expiry__gt=timezone.now())
    return list(rows.order_by("-created"))


def revoke(player: Player, key: str) -> None:
    """Ends the player's token of this key; nothing where they have none."""
    get_token_model().objects.filter(user=player, token_key=key).delete()
