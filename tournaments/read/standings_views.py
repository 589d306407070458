"""Standings as they are sent: pages of an edition, ready as bytes, and a neighbourhood of one."""

import json
from contextlib import suppress
from functools import lru_cache
from uuid import UUID

from django.core.validators import slug_re

from games.paging import BYTES_OF_RESULTS, Body, encoded
from tournaments.core.explanations import Explanation, explain
from tournaments.core.ranking import TIE_BREAKS
from tournaments.core.refusals import UnknownStage
from tournaments.core.stages import Stage as PlayedStage
from tournaments.documents.events import EntrantFields
from tournaments.documents.standings import (
    ExplainedTieBreakDocument,
    ExplanationDocument,
    StandingsDocument,
    StandingsHead,
    TieBreakDocument,
    TieBreakPartDocument,
)
from tournaments.formats import FORMATS
from tournaments.models import Entrant, Stage, StandingsEdition, Tournament
from tournaments.read.bare_rows import newest_edition
from tournaments.read.standings import (
    FIRST_PAGE,
    Standings,
    Wording,
    kept,
    standings_of,
    tournament_at,
)
from tournaments.store.entrant_views import entrant_documents
from tournaments.store.slugs import as_id
from tournaments.store.tournament_log import tournament_log

AROUND = 5
MOST_TIED = 20


def page(state: str, standings: Standings, number: int) -> bytes:
    """A page of a hundred lines as JSON; an empty one after the last."""
    lines = standings.page(number)
    last = number >= standings.page_count
    head = json.dumps({**_head(state, standings), "next": None if last else number + 1})
    return f'{head[:-1]}, "results": {lines}}}'.encode()


def tag_of(
    tournament_id: UUID, stage: int, version: int, state: str, renamings: int, reworded: int
) -> str:
    """The ETag of the standings at a version, with the names of now, and maybe without words that
    they had.
    """
    names = f"-n{renamings}" if renamings else ""
    words = f"-w{reworded}" if reworded > version else ""
    return f'"{tournament_id.hex}-s{stage}-v{version}-{state}{names}{words}"'


def first_page(name: str) -> tuple[str, Body, int] | None:
    """Page 1 of the newest edition of the stage being played, with its ETag and the number of
    pages: what is asked for most, for one query. None where it takes more than that to answer.
    """
    id_ = as_id(name)
    if id_ is None and not slug_re.fullmatch(name):
        return None
    key = newest_edition("slug", name) if id_ is None else newest_edition("id", id_)
    if key is None:
        return None
    with suppress(StandingsEdition.DoesNotExist):  # a newer one has just taken its place
        return tag_of(*key), *kept_first_page(*key)
    return None


@lru_cache(maxsize=256)
def kept_first_page(
    tournament: UUID, stage: int, version: int, state: str, renamings: int, reworded: int
) -> tuple[Body, int]:
    """Kept, since an edition never changes but in its words."""
    edition = kept(tournament, stage, version, FIRST_PAGE, Wording(renamings, reworded))
    if edition is None:
        raise StandingsEdition.DoesNotExist
    return Body(page(state, edition, 1)), edition.page_count


def _head(state: str, standings: Standings) -> StandingsHead:
    return {
        "version": standings.version,
        "stage": standings.stage,
        "state": state,
        "count": standings.count,
    }


def around(tournament: Tournament, standings: Standings, entrant: UUID) -> StandingsDocument:
    """The lines about an entrant. Refuses `unknown_entrant` who is not in the stage."""
    position = standings.position_of(entrant)
    found = standings.lines(max(1, position - AROUND), position + AROUND)
    head = _head(tournament.state, standings)
    return {**head, "next": None, "position": position, "results": found}


def document(tournament: Tournament, stage: Stage | None) -> StandingsDocument:
    """The first page of the newest edition as values; empty before the first stage."""
    if stage is None:
        return {
            "version": tournament.version, "stage": 0, "state": tournament.state,
            "count": 0, "next": None, "results": [],
        }  # fmt: skip
    newest = standings_of(tournament, stage, pages=FIRST_PAGE)
    found: StandingsDocument = json.loads(page(tournament.state, newest, 1))
    return found


def stage_at(tournament: Tournament, stage: Stage, version: int) -> PlayedStage:
    """The stage as it was at the version of an edition; as it is now for the newest one."""
    newest = version >= stage.edition
    if newest:
        state = tournament_log.load(tournament.pk)
    else:
        state = tournament_at(tournament.pk, version, tournament.reworded)
    return state.stages[stage.number - 1].stage


def explanation(
    tournament: Tournament, stage: Stage | None, entrant: Entrant, version: int | None = None
) -> ExplanationDocument:
    """How the entrant's line comes about: each tie-break with the parts that it is made of; now or
    at a version of the tournament.

    Refuses `unknown_stage` before the first has started, `unknown_entrant` who is not in it, and
    versions as `standings_of` does.
    """
    if stage is None:
        raise UnknownStage()
    standings = standings_of(tournament, stage, version)
    position = standings.position_of(entrant.pk)
    line = standings.lines(position, position)[0]
    current = stage_at(tournament, stage, standings.version)
    found = [_explain(current, entrant.pk.hex, one) for one in line["tie_breaks"]]
    named = {entrant.pk.hex, *(one for some in found for one in some.tied)}
    named |= {one for some in found for part in some.parts for one in part.opponents}
    documents = entrant_documents(tournament.pk, [UUID(one) for one in named])
    return {
        "version": standings.version,
        "stage": stage.number,
        "entrant": documents[entrant.pk.hex],
        "line": line,
        "tie_breaks": [_explained(one, documents, BYTES_OF_RESULTS // len(found)) for one in found],
    }


def _explain(stage: PlayedStage, entrant: str, tie_break: TieBreakDocument) -> Explanation:
    """Of what a format alone ranks by there is nothing to say but the value."""
    key = tie_break["key"]
    ranking = FORMATS[stage.format].ranking
    if ranking is None or key not in TIE_BREAKS:
        return Explanation(key, tie_break["value"], tie_break["unit"], "value")
    return explain(stage, entrant, key, ranking)


def _explained(
    found: Explanation, documents: dict[str, EntrantFields], most_bytes: int
) -> ExplainedTieBreakDocument:
    """With the last of its parts that there is room for."""
    tied = [documents[one] for one in found.tied[:MOST_TIED]]
    left = most_bytes - len(encoded(tied))
    parts: list[TieBreakPartDocument] = []
    for part in reversed(found.parts):
        told: TieBreakPartDocument = {
            "round": part.round,
            "opponents": [documents[one] for one in part.opponents],
            "status": part.status.value,
            "score": part.score,
            "value": part.value,
            "dropped": part.dropped or None,
        }
        left -= len(encoded(told)) + 1
        if left < 0:
            break
        parts.insert(0, told)
    return {
        "key": found.key,
        "value": found.value,
        "unit": found.unit,
        "method": found.method,
        "tied": tied,
        "parts": parts,
        "earlier": len(found.parts) - len(parts),
    }
