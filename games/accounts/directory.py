"""Who plays here: the handles that anybody may look up."""

from collections.abc import Sequence

from django.db.models import QuerySet
from django.db.models.functions import Lower

from games.models import Player
from games.paging import cursor_of, place_of

# Guests come by the hundred; who asks for them says so.
KINDS = (Player.Kind.PERSON, Player.Kind.BOT)


def listed(
    cursor: str | None, limit: int, q: str = "", kind: str | None = None
) -> tuple[Sequence[Player], str | None]:
    """Players by their handles, those that begin with `q`, and the cursor of the next page.
    Refuses `bad_cursor`.
    """
    kinds = KINDS if kind is None else (kind,)
    found: QuerySet[Player] = Player.objects.filter(kind__in=kinds, is_active=True)
    found = found.alias(lowered=Lower("handle"))
    if q:
        found = found.filter(lowered__startswith=q.lower())
    if cursor is not None:
        found = found.filter(lowered__gt=place_of(cursor, str)[0])
    rows = list(found.order_by("lowered")[: limit + 1])
    more = len(rows) > limit
    return rows[:limit], cursor_of(rows[limit - 1].handle.lower()) if more else None
