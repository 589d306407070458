"""What somebody has played: matches, events and titles, a page at a time, newest first."""

from collections.abc import Mapping
from datetime import datetime
from typing import TypedDict
from uuid import UUID

from django.db.models import Prefetch, Q

from games.documents import Timestamp
from games.envelopes import timestamp
from games.match.shown_tables import ShownTable, shown_tables
from games.models import Match, Player, Seat
from games.paging import BadCursor, cursor_of, filled, picked, place_of
from tournaments.documents.events import EntrantDocument, TournamentReference, TournamentState
from tournaments.documents.tables import TableSeat
from tournaments.models import Entrant, Pairing, Tournament
from tournaments.read.paged_rounds import Made
from tournaments.read.queries import reference
from tournaments.read.tables import seats_json
from tournaments.read.titles import won_by
from tournaments.store.entrant_views import entrant_json


class PlayedMatch(TypedDict):
    """`tournament`, `stage`, `round` and `pairing` are null of a casual match."""

    id: str
    status: str
    version: int
    ruleset: str
    seats: list[TableSeat]
    winner: int | None
    reason: str | None
    created_at: Timestamp
    finished_at: Timestamp | None
    tournament: TournamentReference | None
    stage: int | None
    round: int | None
    pairing: int | None


class EventReference(TournamentReference):
    state: TournamentState
    format: str


class PlayedEvent(TypedDict):
    tournament: EventReference
    entrant: EntrantDocument
    place: int | None


class TitleDocument(TypedDict):
    tournament: EventReference
    entrant: EntrantDocument
    shared: bool
    at: Timestamp | None


def matches_of(
    player: Player,
    *,
    cursor: str | None = None,
    limit: int,
    fields: frozenset[str] | None = None,
    status: str | None = None,
    since: datetime | None = None,
    own: bool = False,
) -> Made:
    """The player's matches, casual ones too, as anybody may see them or as the player does (`own`);
    `since`: made since then. Refuses `bad_cursor`.
    """
    found = Seat.objects.filter(player=player).exclude(match__pairing__tournament__hidden=True)
    if status is not None:
        found = found.filter(_is_so(status))
    if since is not None:
        found = found.filter(match__created_at__gte=since)
    if cursor is not None:
        found = found.filter(match__lt=_id(place_of(cursor, str)[0]))
    ids = list(found.order_by("-match").values_list("match", flat=True)[: limit + 1])
    seats = Prefetch("seats", Seat.objects.select_related("player"))
    rows = Match.objects.prefetch_related(seats).in_bulk(ids)
    pairings = {
        one.match_id: one
        for one in Pairing.objects.filter(match__in=ids).select_related("tournament")
    }
    later = {} if own else shown_tables(rows.values())
    told = [rows[id_] for id_ in ids[:limit] if id_ in rows]
    if status is not None:
        told = [row for row in told if (later.get(row.pk) or row).status == status]
    made = filled(told, lambda row: picked(_match(row, pairings, later), fields), limit)
    last = None
    if made.more:
        last = cursor_of(told[len(made.results) - 1].pk.hex)
    elif len(ids) > limit:
        last = cursor_of(ids[limit - 1].hex)
    return Made(b'{"results":' + made.text, last)


def _is_so(status: str) -> Q:
    """Of seats, those whose match may be told to be so."""
    found = Q(match__status=status)
    if status == Match.Status.PLAYING:
        # Whose end nobody may see as yet is still played.
        found |= Q(match__status=Match.Status.FINISHED, match__pairing__decided=False)
    return found


def _match(
    row: Match, pairings: Mapping[UUID | None, Pairing], later: Mapping[UUID, ShownTable]
) -> PlayedMatch:
    pairing, shown = pairings.get(row.pk), later.get(row.pk)
    return {
        "id": row.pk.hex,
        "status": (shown or row).status,
        "version": (shown or row).version,
        "ruleset": row.ruleset,
        "seats": seats_json(row, shown),
        "winner": None if shown else row.winner,
        "reason": None if shown else row.reason or None,
        "created_at": timestamp(row.created_at),
        "finished_at": timestamp(row.finished_at) if row.finished_at and not shown else None,
        "tournament": reference(pairing.tournament) if pairing else None,
        "stage": pairing.stage if pairing else None,
        "round": pairing.round if pairing else None,
        "pairing": pairing.number if pairing else None,
    }


def events_of(
    player: Player,
    *,
    cursor: str | None = None,
    limit: int,
    fields: frozenset[str] | None = None,
    state: str | None = None,
    format: str | None = None,
    since: datetime | None = None,
) -> Made:
    """The events that the player has entered, and as whom; `since`: made since then. Refuses
    `bad_cursor`.
    """
    found = Entrant.objects.filter(
        members__player=player, members__plays=True, tournament__hidden=False
    ).exclude(tournament__state=Tournament.State.DELETED)
    if state is not None:
        found = found.filter(tournament__state=state)
    if format is not None:
        found = found.filter(tournament__format=format)
    if since is not None:
        found = found.filter(tournament__created_at__gte=since)
    if cursor is not None:
        found = found.filter(pk__lt=_id(place_of(cursor, str)[0]))
    rows = list(
        found.select_related("tournament")
        .prefetch_related("members__player")
        .order_by("-pk")[: limit + 1]
    )
    made = filled(rows, lambda row: picked(_event(row), fields), limit)
    last = cursor_of(rows[len(made.results) - 1].pk.hex) if made.more else None
    return Made(b'{"results":' + made.text, last)


def _event(row: Entrant) -> PlayedEvent:
    return {
        "tournament": _reference(row.tournament),
        "entrant": entrant_json(row),
        "place": row.place,
    }


def _reference(row: Tournament) -> EventReference:
    return {**reference(row), "state": row.state, "format": row.format}


def titles_of(
    player: Player,
    *,
    cursor: str | None = None,
    limit: int,
    fields: frozenset[str] | None = None,
) -> Made:
    """The events that the player has won, alone or with others. Refuses `bad_cursor`."""
    found = won_by(player)
    if cursor is not None:
        found = found.filter(pk__lt=_id(place_of(cursor, str)[0]))
    rows = list(found.prefetch_related("members__player").order_by("-pk")[: limit + 1])
    made = filled(rows, lambda row: picked(_title(row), fields), limit)
    last = cursor_of(rows[len(made.results) - 1].pk.hex) if made.more else None
    return Made(b'{"results":' + made.text, last)


def _title(row: Entrant) -> TitleDocument:
    at = row.tournament.completed_at
    return {
        "tournament": _reference(row.tournament),
        "entrant": entrant_json(row),
        "shared": row.tournament.decided == "shared",
        "at": timestamp(at) if at else None,
    }


def _id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise BadCursor() from None
