"""The archive a page at a time, newest first, as JSON: matches and events that are over."""

from collections.abc import Mapping
from dataclasses import replace
from uuid import UUID

from games.envelopes import timestamp
from games.models import Match
from games.paging import BadCursor, cursor_of, filled, picked, place_of
from games.replays.seen_together import seen_now
from tournaments.documents.events import PlayerDocument, TournamentReference
from tournaments.documents.tables import ArchivedMatchDocument
from tournaments.models import Pairing
from tournaments.read import archive, queries, summaries
from tournaments.read.archive import Wanted
from tournaments.read.paged_rounds import Made
from tournaments.store.entrant_views import player_json


def matches(wanted: Wanted, limit: int, cursor: str | None, fields: frozenset[str] | None) -> Made:
    """Those that everybody may see by now; a page may hold fewer than there are until its cursor.
    Refuses `bad_cursor`.
    """
    rows = archive.match_rows(_from(wanted, cursor), limit + 1)
    shown = seen_now(rows[:limit])
    events = _events_of(shown)
    made = filled(shown, lambda row: picked(_match(row, events), fields), limit)
    last = rows[limit - 1] if len(rows) > limit else None
    if made.more:  # by their size
        last = shown[len(made.results) - 1]
    return Made(b'{"results":' + made.text, None if last is None else cursor_of(last.pk.hex))


def events(wanted: Wanted, limit: int, cursor: str | None, fields: frozenset[str] | None) -> Made:
    """As `matches`."""
    rows, more = archive.events(_from(wanted, cursor), limit)
    made = filled(summaries.of_all(rows), lambda one: picked(one, fields), limit)
    if made.more:
        more = rows[len(made.results) - 1].pk
    return Made(b'{"results":' + made.text, None if more is None else cursor_of(more.hex))


def _from(wanted: Wanted, cursor: str | None) -> Wanted:
    if cursor is None:
        return wanted
    (text,) = place_of(cursor, str)
    try:
        return replace(wanted, before=UUID(text))
    except ValueError:
        raise BadCursor() from None


def _events_of(shown: list[Match]) -> Mapping[UUID, TournamentReference]:
    rows = Pairing.objects.filter(match__in=[match.pk for match in shown])
    return {
        row.match_id: queries.reference(row.tournament)
        for row in rows.select_related("tournament")
        if row.match_id
    }


def _match(row: Match, events: Mapping[UUID, TournamentReference]) -> ArchivedMatchDocument:
    seats, count = list(row.seats.all()), len(row.scores)
    sides: list[list[PlayerDocument]] = [[] for _side in range(count or len(seats))]
    for seat in seats:
        sides[seat.number % len(sides)].append(player_json(seat.player))
    return {
        "id": row.pk.hex,
        "finished_at": timestamp(row.finished_at) if row.finished_at else None,
        "ruleset": row.ruleset,
        "sides": [
            {"players": players, "score": row.scores[number] if count else 0}
            for number, players in enumerate(sides)
        ],
        "winner": row.winner,
        "reason": row.reason,
        "tournament": events.get(row.pk),
    }
