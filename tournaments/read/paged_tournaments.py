"""Tournaments a page at a time, newest first."""

from datetime import datetime
from uuid import UUID

from django.db.models import Q

from games.paging import BadCursor, cursor_of, filled, picked, place_of
from tournaments.models import Stage
from tournaments.read import queries, summaries
from tournaments.read.paged_rounds import Made

ON_A_PAGE = 50


def page(
    *,
    cursor: str | None = None,
    limit: int = ON_A_PAGE,
    fields: frozenset[str] | None = None,
    state: str | None = None,
    format: str | None = None,
    organiser: str | None = None,
    q: str | None = None,
    since: datetime | None = None,
) -> Made:
    """Those that are so; `q` is looked for in names and in the organisers' handles. Refuses
    `bad_cursor`.
    """
    found = queries.rows(state)
    if format is not None:
        of_stages = Stage.objects.filter(format=format).values("tournament")
        found = found.filter(Q(format=format) | Q(pk__in=of_stages))
    if organiser is not None:
        found = found.filter(organiser__handle__iexact=organiser)
    if q:
        found = found.filter(Q(name__icontains=q) | Q(organiser__handle__icontains=q))
    if since is not None:
        found = found.filter(created_at__gte=since)
    if cursor is not None:
        found = found.filter(pk__lt=_id(*place_of(cursor, str)))
    rows = list(found[: limit + 1])
    told = summaries.of_all(rows[:limit])
    made = filled(told, lambda one: picked(one, fields), limit)
    more = made.more or len(rows) > limit
    last = rows[len(made.results) - 1] if more else None
    start = b'{"results":' + made.text
    return Made(start, None if last is None else cursor_of(last.pk.hex))


def _id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise BadCursor() from None
