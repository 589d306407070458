"""Signing in by a token, over REST and on sockets."""

from datetime import timedelta

from django.db.models import Q
from django.utils import timezone
from knox.auth import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from games.accounts.scopes import ScopeMissing, require, scopes_of, wanted_of
from games.models import Player, Token

# How often it is written down that a token is used.
NOTED_EVERY = timedelta(minutes=1)


class ScopedTokenAuthentication(TokenAuthentication):
    """Refuses `scope_missing` before the view begins, so that no view can forget to."""

    def authenticate(self, request: Request) -> tuple[Player, Token] | None:
        found: tuple[Player, Token] | None = super().authenticate(request)
        if found is not None:
            wanted = wanted_of(request.parser_context["view"], str(request.method))
            try:
                require(scopes_of(found[1]), wanted)
            except ScopeMissing:
                # As DRF does, since what answers asks for the user again.
                request._not_authenticated()  # type: ignore[attr-defined]  # not in the stubs
                raise
        return found

    def authenticate_credentials(self, token: bytes) -> tuple[Player, Token]:
        """Whose token it is. What can be none is refused like one that nobody issued."""
        if not (token.isascii() and token.decode().isprintable()):
            raise AuthenticationFailed("Invalid token.")
        player, found = super().authenticate_credentials(token)
        _note(found)
        return player, found


def _note(token: Token) -> None:
    now = timezone.now()
    before = now - NOTED_EVERY
    if token.last_used_at is None or token.last_used_at < before:
        long_ago = Q(last_used_at__isnull=True) | Q(last_used_at__lt=before)
        Token.objects.filter(long_ago, pk=token.pk).update(last_used_at=now)
