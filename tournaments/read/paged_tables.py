"""The tables of a tournament a page at a time, newest round first."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import F, Prefetch, Q

from games.models import Match, Seat
from games.paging import cursor_of, filled, picked, place_of
from tournaments.models import Pairing
from tournaments.read.bare_rows import as_stored, of_matches
from tournaments.read.heads import Head
from tournaments.read.paged_rounds import Made, Wanted, Watched, chosen
from tournaments.read.tables import is_so, shown_of, table_json

# What is seen later changes by itself, without a fact: nothing that is looked at is like this.
ALWAYS_NEW = Watched(seen=("later",))


def page(head: Head, wanted: Wanted, status: str | None = None) -> Made:
    """A page of tables, of those whose match is so, if a `status` is given. Refuses `bad_cursor`.

    A table is listed as soon as its match can be asked for, which is a moment after its pairing:
    until then a page holds fewer. What begins after a page was read stands before it.
    """
    # By the pairing's own column, so that the page knows for which matches it waits.
    found = chosen(head.id, wanted).annotate(named=F("match_id"))
    found = found.filter(named__isnull=False, starts_at__isnull=False)
    if status is not None:
        found = found.filter(is_so(status))
    if wanted.cursor is not None:
        found = found.filter(_beyond(*place_of(wanted.cursor, int, int, int)))
    seats = Prefetch("match__seats", Seat.objects.select_related("player"))
    rows = list(
        found.select_related("match")
        .prefetch_related(seats)
        .order_by("-stage", "-round", "number")[: wanted.limit + 1]
    )
    page_of = rows[: wanted.limit]
    there = [row for row in page_of if _match_of(row) is not None]
    later = shown_of(there)
    made = filled(
        there, lambda row: picked(table_json(row, later.get(row.pk)), wanted.fields), wanted.limit
    )
    if made.more:  # by their size
        page_of = page_of[: page_of.index(there[len(made.results)])]
    start = b'{"version":%d,"results":%s' % (head.version, made.text)
    cursor = None
    if len(page_of) < len(rows):
        last = page_of[-1]
        cursor = cursor_of(last.stage, last.round, last.number)
    return Made(start, cursor, ALWAYS_NEW if later else _watched(page_of))


def _beyond(stage: int, round_: int, number: int) -> Q:
    here = Q(stage=stage, round__lt=round_) | Q(stage=stage, round=round_, number__gt=number)
    return Q(stage__lte=stage) & (Q(stage__lt=stage) | here)


def _watched(rows: Iterable[Pairing]) -> Watched:
    """The matches that are not over or not there yet, by the versions of those that are there: each
    move changes what is told of one.
    """
    known = {row.match_id: _match_of(row) for row in rows if row.match_id}
    ids = sorted(id_ for id_, match in known.items() if not _is_over(match))
    there = [match for id_ in ids if (match := known[id_]) is not None]
    return Watched(as_stored(ids), tuple(match.version for match in there))


def _match_of(row: Pairing) -> Match | None:
    return getattr(row, "match", None)


def _is_over(match: Match | None) -> bool:
    return match is not None and match.status == Match.Status.FINISHED


def look(ids: Sequence[Any]) -> tuple[object, ...]:
    """How these matches stand now, as a page notes it."""
    return of_matches("version", ids)
