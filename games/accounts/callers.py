"""Who makes a request: Django knows them as a player or as nobody."""

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied

from games.models import Player


def viewer(user: Player | AnonymousUser) -> Player | None:
    """The player who looks; None for who has not signed in."""
    return user if isinstance(user, Player) else None


def signed_in(user: Player | AnonymousUser) -> Player:
    """The player who acts. Refuses who has not signed in, where the view has not done so."""
    if not isinstance(user, Player):
        raise PermissionDenied
    return user
