"""Players by the handles that people write."""

from games.models import Player
from tournaments.core.refusals import BadField


def player_of(handle: str, field: str) -> Player:
    """Refuses `bad_field` a handle that nobody has."""
    found = Player.objects.filter(handle__iexact=handle, is_active=True).first()
    if found is None:
        raise BadField(field=field, problem=f"nobody has the handle {handle!r}")
    return found
