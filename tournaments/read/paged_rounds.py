"""Rounds a page at a time: pairings in the order of their rounds, as many as a page holds, each
round with those of its pairings that are on the page.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from games.envelopes import timestamp
from games.models import Match
from games.paging import BYTES_OF_RESULTS, ON_A_PAGE, cursor_of, encoded, picked, place_of
from tournaments.documents.events import EntrantFields, PairingDocument, RoundFields
from tournaments.models import Pairing, Round
from tournaments.read import round_views
from tournaments.read.bare_rows import as_stored, of_matches
from tournaments.read.heads import Head
from tournaments.read.stage_rows import Names, names_of
from tournaments.read.touched import touched_since
from tournaments.store.entrant_views import entrant_documents
from tournaments.store.slugs import as_id

Place = tuple[int, int, int]
BEGINNING: Place = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody asks for of the pairings of a tournament."""

    stage: int | None = None
    round: int | None = None
    entrant: UUID | None = None
    since: int | None = None
    cursor: str | None = None
    limit: int = ON_A_PAGE
    fields: frozenset[str] | None = None
    drafts: bool = False


@dataclass(frozen=True, slots=True)
class Watched:
    """The matches that may still change a page, by their ids as they are stored, and what was seen
    of those that there were, both in the order of the ids.
    """

    ids: tuple[Any, ...] = ()
    seen: tuple[object, ...] = ()


NOTHING = Watched()


@dataclass(frozen=True, slots=True)
class Made:
    """A page: the JSON of it without the closing brace, the cursor of the next, and what else it
    hangs on.
    """

    start: bytes
    cursor: str | None
    watched: Watched = NOTHING


def page(head: Head, wanted: Wanted) -> Made:
    """A page of rounds. Refuses `bad_cursor`."""
    after = place_after(wanted)
    rows = _rows(head.id, wanted, after)
    some = list(rows[: wanted.limit + 1])
    documents = documents_of(head.id, some)
    shown, told = _fitting(some, documents, wanted.limit)
    more = len(shown) < len(some)
    rounds = _rounds(head.id, wanted, after, shown, more)
    names = names_of(head.id, rounds, shown)
    results = encoded(
        [picked(one, wanted.fields) for one in _in_rounds(rounds, shown, told, names)]
    )
    start = b'{"version":%d,"results":%s' % (head.version, results)
    return Made(start, _cursor(shown, more), watched(shown))


def place_after(wanted: Wanted) -> Place:
    """Where the page begins."""
    if wanted.cursor is None:
        return BEGINNING
    stage, round_, number = place_of(wanted.cursor, int, int, int)
    return (min(stage, 2**15 - 1), min(round_, 2**15 - 1), min(number, 2**31 - 1))


def beyond(after: Place) -> Q:
    """The pairings that stand behind this one."""
    stage, round_, number = after
    here = Q(stage=stage, round__gt=round_) | Q(stage=stage, round=round_, number__gt=number)
    return Q(stage__gte=stage) & (Q(stage__gt=stage) | here)


def _rows(tournament: UUID, wanted: Wanted, after: Place) -> QuerySet[Pairing]:
    found = chosen(tournament, wanted)
    if after != BEGINNING:
        found = found.filter(beyond(after))
    return found.select_related("match").prefetch_related("seatings").order_by(*_ORDER)


_ORDER = ("stage", "round", "number")


def chosen(tournament: UUID, wanted: Wanted) -> QuerySet[Pairing]:
    """The pairings that are asked for, of all pages."""
    found = Pairing.objects.filter(tournament=tournament)
    if wanted.stage is not None:
        found = found.filter(stage=wanted.stage)
    if wanted.round is not None:
        found = found.filter(round=wanted.round)
    if wanted.entrant is not None:
        found = found.filter(pk__in=of_entrant(wanted.entrant))
    if wanted.since is not None:
        touched = touched_since(tournament, wanted.since)
        found = found if touched is None else found.filter(touched)
    if not wanted.drafts:
        for stage, round_ in _drafts(tournament):
            found = found.exclude(stage=stage, round=round_)
    return found


def of_entrant(entrant: UUID) -> QuerySet[Pairing, Any]:
    return Pairing.objects.filter(seatings__entrant=entrant).values("pk")


def _drafts(tournament: UUID) -> list[tuple[int, int]]:
    rows = Round.objects.filter(tournament=tournament, state=Round.State.DRAFT)
    return list(rows.values_list("stage", "number"))


def documents_of(tournament: UUID, rows: Sequence[Pairing]) -> dict[str, EntrantFields]:
    """The entrants that these pairings name, and no others."""
    ids = {seating.entrant_id for row in rows for seating in row.seatings.all()}
    named = (value for row in rows for why in row.why for value in why["params"].values())
    ids |= {id_ for one in named if isinstance(one, str) and (id_ := as_id(one)) is not None}
    return entrant_documents(tournament, ids) if ids else {}


def _fitting(
    rows: Sequence[Pairing], documents: dict[str, EntrantFields], limit: int
) -> tuple[list[Pairing], list[PairingDocument]]:
    """Those that fit a page, one at least."""
    shown: list[Pairing] = []
    told: list[PairingDocument] = []
    left = BYTES_OF_RESULTS
    heads = 0
    for row in rows[:limit]:
        one = round_views.pairing_json(row, documents)
        new = not shown or (shown[-1].stage, shown[-1].round) != (row.stage, row.round)
        left -= len(encoded(one)) + 1 + new * _BYTES_OF_A_HEAD
        heads += new
        if left < 0 and shown:
            break
        shown.append(row)
        told.append(one)
    return shown, told


# What a round says beside its pairings, as far as one can tell.
_BYTES_OF_A_HEAD = 500


def _rounds(
    tournament: UUID, wanted: Wanted, after: Place, shown: Sequence[Pairing], more: bool
) -> list[Round]:
    """The rounds that belong on the page: those of what is shown, and those that have no pairing
    yet and stand between.
    """
    rows = Round.objects.filter(tournament=tournament).order_by("stage", "number")
    if wanted.stage is not None:
        rows = rows.filter(stage=wanted.stage)
    if wanted.round is not None:
        rows = rows.filter(number=wanted.round)
    if not wanted.drafts:
        rows = rows.exclude(state=Round.State.DRAFT)
    keys = {(one.stage, one.round) for one in shown}
    if wanted.entrant is not None or wanted.since is not None:
        stages, numbers = {one for one, _ in keys}, {one for _, one in keys}
        rows = rows.filter(stage__in=stages, number__in=numbers)
        return [row for row in rows if (row.stage, row.number) in keys]
    if after != BEGINNING:
        stage, number, _ = after
        rows = rows.filter(Q(stage__gt=stage) | Q(stage=stage, number__gte=number))
    if more and shown:
        stage, number = shown[-1].stage, shown[-1].round
        rows = rows.filter(Q(stage__lt=stage) | Q(stage=stage, number__lte=number))
    found = list(rows[: 2 * wanted.limit])
    return [row for row in found if (row.stage, row.number) in keys or not _is_behind(row, after)]


def _is_behind(row: Round, after: Place) -> bool:
    """Whether an earlier page has shown it."""
    return (row.stage, row.number) <= after[:2] and after != BEGINNING


def _in_rounds(
    rounds: Iterable[Round],
    shown: Sequence[Pairing],
    told: Sequence[PairingDocument],
    names: Names,
) -> list[dict[str, Any]]:
    pairs = zip(shown, told, strict=True)
    by_round = {
        key: [document for _, document in some]
        for key, some in groupby(pairs, key=lambda pair: (pair[0].stage, pair[0].round))
    }
    return [
        {**round_fields(row, names), "pairings": by_round.get((row.stage, row.number), [])}
        for row in rounds
    ]


def round_fields(row: Round, names: Names) -> RoundFields:
    """What is said of a round beside its pairings."""
    return {
        "stage": row.stage,
        "round": row.number,
        "name": names(row.stage, row.number),
        "state": round_views.round_state(row),
        "starts_at": timestamp(row.starts_at) if row.starts_at else None,
        "closed_at": timestamp(row.closed_at) if row.closed_at else None,
        "expected": row.expected,
        "engine": row.engine,
        "inputs": row.inputs,
        "deck": row.deck or None,
    }


def _cursor(shown: Sequence[Pairing], more: bool) -> str | None:
    if not more:
        return None
    last = shown[-1]
    return cursor_of(last.stage, last.round, last.number)


def watched(shown: Iterable[Pairing]) -> Watched:
    """The matches of pairings that are not decided, by whether they are being played: no fact of
    the tournament says when that changes.
    """
    rows = [row for row in shown if row.match_id is not None and not row.decided]
    rows.sort(key=_match_id)
    made = [match for row in rows if (match := getattr(row, "match", None)) is not None]
    return Watched(as_stored(list(map(_match_id, rows))), _are_played(one.status for one in made))


def _match_id(row: Pairing) -> UUID:
    assert row.match_id is not None
    return row.match_id


def _are_played(statuses: Iterable[str]) -> tuple[bool, ...]:
    return tuple(status != Match.Status.WAITING for status in statuses)


def look(ids: Sequence[Any]) -> tuple[object, ...]:
    """How these matches stand now, as `watched` says it."""
    return _are_played(of_matches("status", ids))
