"""The messages of a webhook a page at a time, newest first."""

from uuid import UUID

from casino_site.hooks import subscriptions
from casino_site.hooks.documents import delivery_document
from casino_site.hooks.models import Webhook
from games.identity import ID
from games.paging import BadCursor, cursor_of, filled, place_of
from tournaments.read.paged_rounds import Made


def page(hook: Webhook, *, limit: int, state: str | None = None, cursor: str | None = None) -> Made:
    """Those after the cursor. Refuses `bad_cursor`."""
    rows = subscriptions.deliveries(hook, state)
    if cursor is not None:
        (before,) = place_of(cursor, str)
        if not ID.fullmatch(before):
            raise BadCursor()
        rows = rows.filter(pk__lt=UUID(before))
    found = list(rows[: limit + 1])
    fitting = filled(found, delivery_document, limit)
    last = found[len(fitting.results) - 1].pk.hex if fitting.more else None
    start = b'{"results":%s' % fitting.text
    return Made(start, None if last is None else cursor_of(last))
