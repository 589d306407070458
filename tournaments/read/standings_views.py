"""Standings as they are sent: pages of an edition, ready as bytes, and a neighbourhood of one."""

import json
from contextlib import suppress
from functools import lru_cache
from uuid import UUID

from django.core.validators import slug_re
from django.db.models import F

from tournaments.core.explanations import Explanation, explain
from tournaments.core.ranking import TIE_BREAKS
from tournaments.core.refusals import BadVersion, UnknownEntrant, UnknownStage
from tournaments.core.stages import Stage as PlayedStage
from tournaments.documents import (
    EntrantFields,
    ExplainedTieBreakDocument,
    ExplanationDocument,
    StandingDocument,
    StandingsDocument,
    StandingsHead,
    TieBreakDocument,
)
from tournaments.domain.state import State
from tournaments.formats import FORMATS
from tournaments.models import Entrant, Stage, StandingsEdition, StandingsPage, Tournament
from tournaments.store import standings_snapshots
from tournaments.store.entrant_views import entrant_documents
from tournaments.store.slugs import as_id
from tournaments.store.tournament_log import state_at, tournament_log

AROUND = 5


def edition_of(
    tournament: Tournament, stage: Stage, version: int | None = None
) -> StandingsEdition:
    """The newest edition of the stage, or the standings as they were at a version of the
    tournament: made when first asked for, kept for who asks again.

    Refuses `bad_version` one that the stage had not started at, or that is still to come.
    """
    found = StandingsEdition.objects.defer("order").filter(
        tournament=tournament, stage=stage.number
    )
    if version is None:
        newest = found.filter(version=stage.edition).first() or found.order_by("-version").first()
        if newest is not None:
            return newest
        return standings_snapshots.keep(
            tournament.pk, tournament_log.load(tournament.pk), stage.number
        )
    exact = found.filter(version=version).first()
    if exact is not None:
        return exact
    if not 1 <= version <= tournament.version:
        raise BadVersion(version=version)
    state = _state_at(tournament.pk, version)
    if len(state.stages) < stage.number:
        raise BadVersion(version=version)
    return standings_snapshots.keep_asked(tournament.pk, state, stage.number)


@lru_cache(maxsize=2)
def _state_at(tournament: UUID, version: int) -> State:
    """Kept, since whoever looks at the past looks at several lines of it."""
    return state_at(tournament, version)


def page(state: str, edition: StandingsEdition, number: int) -> bytes:
    """A page of a hundred lines as JSON; an empty one after the last."""
    lines = (
        StandingsPage.objects.filter(edition=edition, number=number)
        .values_list("lines", flat=True)
        .first()
    )
    last = number * standings_snapshots.LINES_OF_A_PAGE >= edition.count
    head = json.dumps({**_head(state, edition), "next": None if last else number + 1})
    return f'{head[:-1]}, "results": {lines or "[]"}}}'.encode()


def tag_of(tournament_id: UUID, stage: int, version: int, state: str) -> str:
    """The ETag of the standings at a version."""
    return f'"{tournament_id.hex}-s{stage}-v{version}-{state}"'


def first_page(name: str) -> tuple[str, bytes] | None:
    """Page 1 of the newest edition of the stage being played, with its ETag: what is asked for
    most, for one query. None where it takes more than that to answer.
    """
    id_ = as_id(name)
    if id_ is None and not slug_re.fullmatch(name):
        return None
    named = {"tournament__slug": name} if id_ is None else {"tournament": id_}
    found = Stage.objects.filter(**named, number=F("tournament__stage"), edition__gt=0)
    for key in found.order_by().values_list(
        "tournament_id", "number", "edition", "tournament__state"
    ):
        with suppress(StandingsEdition.DoesNotExist):  # a newer one has just taken its place
            return tag_of(*key), _first_page(*key)
    return None


@lru_cache(maxsize=256)
def _first_page(tournament: UUID, stage: int, version: int, state: str) -> bytes:
    """Kept, since an edition never changes."""
    found = StandingsEdition.objects.defer("order")
    return page(state, found.get(tournament=tournament, stage=stage, version=version), 1)


def _head(state: str, edition: StandingsEdition) -> StandingsHead:
    return {
        "version": edition.version,
        "stage": edition.stage,
        "state": state,
        "count": edition.count,
    }


def lines(edition: StandingsEdition, first: int, last: int) -> list[StandingDocument]:
    """The lines at positions first … last."""
    size = standings_snapshots.LINES_OF_A_PAGE
    pages = StandingsPage.objects.filter(
        edition=edition, number__gte=(first - 1) // size + 1, number__lte=(last - 1) // size + 1
    ).order_by("number")
    found: list[StandingDocument] = [line for one in pages for line in json.loads(one.lines)]
    return [line for line in found if first <= line["position"] <= last]


def around(tournament: Tournament, edition: StandingsEdition, entrant: UUID) -> StandingsDocument:
    """The lines about an entrant. Refuses `unknown_entrant` who is not in the stage."""
    position = position_of(edition, entrant)
    first = max(1, position - AROUND)
    found = lines(edition, first, position + AROUND)
    head = _head(tournament.state, edition)
    return {**head, "next": None, "position": position, "results": found}


def position_of(edition: StandingsEdition, entrant: UUID) -> int:
    order, wanted = bytes(edition.order), entrant.bytes
    at = order.find(wanted)
    while at >= 0 and at % len(wanted):
        at = order.find(wanted, at + 1)
    if at < 0:
        raise UnknownEntrant()
    return at // len(wanted) + 1


def document(tournament: Tournament, stage: Stage | None) -> StandingsDocument:
    """The first page of the newest edition as values; empty before the first stage."""
    if stage is None:
        return {
            "version": tournament.version, "stage": 0, "state": tournament.state,
            "count": 0, "next": None, "results": [],
        }  # fmt: skip
    found: StandingsDocument = json.loads(page(tournament.state, edition_of(tournament, stage), 1))
    return found


def stage_at(tournament: Tournament, stage: Stage, version: int) -> PlayedStage:
    """The stage as it was at the version of an edition; as it is now for the newest one."""
    newest = version >= stage.edition
    state = tournament_log.load(tournament.pk) if newest else _state_at(tournament.pk, version)
    return state.stages[stage.number - 1].stage


def explanation(
    tournament: Tournament, stage: Stage | None, entrant: Entrant, version: int | None = None
) -> ExplanationDocument:
    """How the entrant's line comes about: each tie-break with the parts that it is made of; now or
    at a version of the tournament.

    Refuses `unknown_stage` before the first has started, `unknown_entrant` who is not in it, and
    versions as `edition_of` does.
    """
    if stage is None:
        raise UnknownStage()
    edition = edition_of(tournament, stage, version)
    position = position_of(edition, entrant.pk)
    line = lines(edition, position, position)[0]
    current = stage_at(tournament, stage, edition.version)
    documents = entrant_documents(tournament.pk)
    return {
        "version": edition.version,
        "stage": stage.number,
        "entrant": documents[entrant.pk.hex],
        "line": line,
        "tie_breaks": [
            _explained(_explain(current, entrant.pk.hex, one), documents)
            for one in line["tie_breaks"]
        ],
    }


def _explain(stage: PlayedStage, entrant: str, tie_break: TieBreakDocument) -> Explanation:
    """Of what a format alone ranks by there is nothing to say but the value."""
    key = tie_break["key"]
    ranking = FORMATS[stage.format].ranking
    if ranking is None or key not in TIE_BREAKS:
        return Explanation(key, tie_break["value"], tie_break["unit"], "value")
    return explain(stage, entrant, key, ranking)


def _explained(
    found: Explanation, documents: dict[str, EntrantFields]
) -> ExplainedTieBreakDocument:
    return {
        "key": found.key,
        "value": found.value,
        "unit": found.unit,
        "method": found.method,
        "tied": [documents[one] for one in found.tied],
        "parts": [
            {
                "round": part.round,
                "opponents": [documents[one] for one in part.opponents],
                "status": part.status.value,
                "score": part.score,
                "value": part.value,
                "dropped": part.dropped or None,
            }
            for part in found.parts
        ],
    }
