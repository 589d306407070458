"""The facts of a tournament a page at a time. A fact is never cut: one that is larger than a page
comes alone.
"""

from collections.abc import Iterator
from uuid import UUID

from games.envelopes import Envelope
from games.paging import filled, picked
from games.store import eventstore
from tournaments.read.frames import frame_of
from tournaments.read.heads import Head
from tournaments.read.paged_rounds import Made
from tournaments.store.tournament_log import tournament_log

# Facts read at once: those of a large event have megabytes.
AT_ONCE = 50


def page(head: Head, after: int, limit: int, fields: frozenset[str] | None) -> Made:
    """The facts with version > after, at most `limit`, and the version of the newest."""

    def told(frame: Envelope) -> object:
        return picked(frame, fields)

    found = filled(_frames(head.id, after, limit + 1), told, limit)
    seen = after + len(found.results)  # versions have no gaps
    newest = max(head.version, seen) if found.results else head.version
    start = b'{"results":%s,"version":%d' % (found.text, newest)
    return Made(start, str(seen) if found.more else None)


def _frames(tournament: UUID, after: int, most: int) -> Iterator[Envelope]:
    stream, left = tournament_log.stream_of(tournament), most
    while left > 0:
        some = eventstore.public(stream, after, min(AT_ONCE, left))
        yield from map(frame_of, some)
        if len(some) < AT_ONCE:
            return
        after, left = some[-1].version, left - len(some)
