"""Players by the handles that people write."""

from games.models import Player
from tournaments.core.refusals import BadField


def player_of(handle: str, field: str) -> Player:
    """Refuses `bad_field` a handle that nobody has."""
    found = Player.objects.filter(handle__iexact=handle).first()
    if found is None or found.kind == Player.Kind.FORMER:
        raise BadField(field=field, problem=f"nobody has the handle {handle!r}")
    return found
