"""The standings of a stage, now or at a version: read from an edition that is kept, or folded from
the facts where none is. Reading writes nothing.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple
from uuid import UUID

from django.db.models import FilteredRelation, Q, QuerySet, Subquery

from tournaments.core.refusals import BadVersion, UnknownEntrant
from tournaments.documents.standings import StandingDocument
from tournaments.domain.state import State
from tournaments.models import Stage, StandingsEdition, StandingsPage, Tournament
from tournaments.store.standings_snapshots import LINES_OF_A_PAGE, Snapshot, snapshot
from tournaments.store.tournament_log import state_at, tournament_log

NO_PAGES = range(0)
FIRST_PAGE = range(1, 2)
EVERY_PAGE = range(1, 2**31 - 1)
# Those of a big event have megabytes.
MOST_FOLDED = 4
_ID_BYTES = 16


class Wording(NamedTuple):
    """What the words of standings depend on beside their version: how often names in the tournament
    have changed, and the version at which a text was last taken away.
    """

    renamings: int = 0
    reworded: int = 0


UNCHANGED = Wording()


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings of a stage at a version, for ever the same. `pages` are those at hand, by
    number: each the JSON of a hundred lines.

    Of an edition the rest is read when it is wanted, and folded if a newer edition has taken its
    place meanwhile: an answer made of several queries is whole, and of one version.
    """

    tournament: UUID
    stage: int
    version: int
    rounds_closed: int
    count: int
    pages: Mapping[int, str]
    order_at_hand: bytes | None = None
    wording: Wording = UNCHANGED

    @property
    def page_count(self) -> int:
        return -(-self.count // LINES_OF_A_PAGE)

    @property
    def last_page(self) -> int:
        """The number of the last page; of no lines there is one too, which is empty."""
        return max(1, self.page_count)

    @property
    def order(self) -> bytes:
        """The ids of the entrants, best first, sixteen bytes each."""
        if self.order_at_hand is not None:
            return self.order_at_hand
        found = self._edition().values_list("order", flat=True).first()
        return self._folded().order if found is None else bytes(found)

    def page(self, number: int) -> str:
        """A page as JSON; an empty list after the last."""
        return self._read(range(number, number + 1)).get(number, "[]")

    def lines(self, first: int, last: int) -> list[StandingDocument]:
        """The lines at positions first … last."""
        pages = self._read(range(page_of(first), page_of(last) + 1))
        lines: list[StandingDocument] = [
            line for number in sorted(pages) for line in json.loads(pages[number])
        ]
        return [line for line in lines if first <= line["position"] <= last]

    def position_of(self, entrant: UUID) -> int:
        """Refuses `unknown_entrant` who is not in the stage."""
        order, wanted = self.order, entrant.bytes
        at = order.find(wanted)
        while at >= 0 and at % _ID_BYTES:
            at = order.find(wanted, at + 1)
        if at < 0:
            raise UnknownEntrant()
        return at // _ID_BYTES + 1

    def positions(self) -> dict[UUID, int]:
        """Every entrant's position."""
        order = self.order
        starts = range(0, len(order), _ID_BYTES)
        return {UUID(bytes=order[at : at + _ID_BYTES]): at // _ID_BYTES + 1 for at in starts}

    def has(self, pages: range) -> bool:
        """Whether those of the pages that there are are at hand."""
        return all(number in self.pages for number in self._existing(pages))

    def _existing(self, pages: range) -> range:
        return range(max(pages.start, 1), min(pages.stop, self.page_count + 1))

    def _read(self, wanted: range) -> dict[int, str]:
        existing = self._existing(wanted)
        if self.has(wanted):
            return {number: self.pages[number] for number in existing}
        rows = StandingsPage.objects.filter(
            edition__in=self._edition(), number__gte=existing.start, number__lt=existing.stop
        )
        found = dict(rows.values_list("number", "lines"))
        return found if len(found) == len(existing) else self._folded()._read(wanted)

    def _edition(self) -> QuerySet[StandingsEdition]:
        return StandingsEdition.objects.filter(
            tournament=self.tournament, stage=self.stage, version=self.version
        )

    def _folded(self) -> "Standings":
        return _folded_at(self.tournament, self.stage, self.version, self.wording)


def wording_of(tournament: Tournament) -> Wording:
    return Wording(tournament.renamings, tournament.reworded)


def page_of(position: int) -> int:
    """The number of the page that has the line at this position."""
    return (position - 1) // LINES_OF_A_PAGE + 1


def standings_of(
    tournament: Tournament, stage: Stage, version: int | None = None, pages: range = NO_PAGES
) -> Standings:
    """The newest standings of the stage, or those at a version of the tournament; with these pages
    at hand, or else with the order.

    Refuses `bad_version` one that the stage had not started at, or that is still to come.
    """
    wording = wording_of(tournament)
    if version is None:
        newest = kept(tournament.pk, stage.number, None, pages, wording)
        return newest or _folded_first(tournament.pk, stage.number, stage.changed, wording)
    if not 1 <= version <= tournament.version:
        raise BadVersion(version=version)
    exact = kept(tournament.pk, stage.number, version, pages, wording)
    return exact or _folded_at(tournament.pk, stage.number, version, wording)


def kept(
    tournament: UUID, stage: int, version: int | None, pages: range, wording: Wording = UNCHANGED
) -> Standings | None:
    """The edition at the version, or the newest, if it is kept: read by one query, so that no other
    edition can take its place before its pages have been read.
    """
    newest = Stage.objects.filter(tournament=tournament, number=stage).values("edition")
    found = StandingsEdition.objects.filter(
        tournament=tournament,
        stage=stage,
        version=Subquery(newest) if version is None else version,
    )
    columns = ("version", "rounds_closed", "count")
    if not pages:
        row = found.values_list(*columns, "order").first()
        if row is None:
            return None
        at, closed, count, order = row
        return Standings(tournament, stage, at, closed, count, {}, bytes(order), wording)
    wanted = Q(pages__number__gte=pages.start, pages__number__lt=pages.stop)
    rows = list(
        found.annotate(wanted=FilteredRelation("pages", condition=wanted)).values_list(
            *columns, "wanted__number", "wanted__lines"
        )
    )
    if not rows:
        return None
    texts = {number: lines for *_, number, lines in rows if number is not None}
    at, closed, count, *_ = rows[0]
    edition = Standings(tournament, stage, at, closed, count, texts, None, wording)
    return edition if edition.has(pages) else None


def tournament_at(tournament: UUID, version: int, reworded: int) -> State:
    """The tournament as it was at the version, without the texts that have been taken away, the
    last one at `reworded`.
    """
    newest = tournament_log.load(tournament)
    return newest if newest.version == version else _state_at(tournament, version, reworded)


@lru_cache(maxsize=2)
def _state_at(tournament: UUID, version: int, reworded: int) -> State:
    """Kept, since whoever looks at the past looks at several lines of it."""
    return state_at(tournament, version)


@lru_cache(maxsize=MOST_FOLDED)
def _folded_at(tournament: UUID, stage: int, version: int, wording: Wording) -> Standings:
    """Kept as long as there is room, since a version never changes but in its words."""
    state = tournament_at(tournament, version, wording.reworded)
    if len(state.stages) < stage:
        raise BadVersion(version=version)
    return _whole(tournament, snapshot(tournament, state, stage), wording)


@lru_cache(maxsize=MOST_FOLDED)
def _folded_first(tournament: UUID, stage: int, changed: int, wording: Wording) -> Standings:
    """For who comes before the first edition. `changed` is the version of the last fact known to
    have changed the standings: they are folded again after a newer one only.
    """
    return _whole(tournament, snapshot(tournament, tournament_log.load(tournament), stage), wording)


def _whole(tournament: UUID, made: Snapshot, wording: Wording) -> Standings:
    at_hand = (made.rounds_closed, made.count, made.pages, made.order)
    return Standings(tournament, made.stage, made.version, *at_hand, wording)
