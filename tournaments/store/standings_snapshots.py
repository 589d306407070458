"""Editions of standings: the standings of a stage at a version, as pages of JSON that are ready
to send.

An edition never changes. The newest one of each stage is made soon after whatever changed it, by
who advances the tournament; of older ones the last before each round's end is kept. Who reads
makes none: what is not kept is folded (`tournaments.read.standings`).
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from tournaments.core.planning import Line
from tournaments.documents.events import EntrantFields
from tournaments.documents.standings import StandingDocument
from tournaments.domain.state import StageState, State
from tournaments.formats import FORMATS
from tournaments.models import Stage, StandingsEdition, StandingsPage
from tournaments.store.entrant_views import entrant_documents
from tournaments.store.ranking_pages import publish_ranking

LINES_OF_A_PAGE = 100


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The standings of a stage at a version. `order` are the ids of the entrants, best first,
    sixteen bytes each; `pages` the JSON of a hundred lines each, by number from 1.
    """

    stage: int
    version: int
    rounds_closed: int
    count: int
    order: bytes
    pages: Mapping[int, str]


def snapshot(tournament_id: UUID, state: State, number: int) -> Snapshot:
    """The standings of the stage at this state."""
    current = state.stages[number - 1]
    lines, documents = lines_of(current), entrant_documents(tournament_id)
    return Snapshot(
        stage=number,
        version=state.version,
        rounds_closed=current.rounds_closed,
        count=len(lines),
        order=b"".join(UUID(line.entrant).bytes for line in lines),
        pages={
            at // LINES_OF_A_PAGE + 1: json.dumps(
                [line_json(line, documents) for line in lines[at : at + LINES_OF_A_PAGE]],
                separators=(",", ":"),
            )
            for at in range(0, len(lines), LINES_OF_A_PAGE)
        },
    )


def publish_editions(tournament_id: UUID, state: State) -> None:
    """Makes the editions that are due, from a state at least as new as what made them due."""
    rows = Stage.objects.filter(tournament=tournament_id, changed__gt=0)
    due = [stage.number for stage in rows if stage.changed > stage.edition]
    for number in due:
        publish(tournament_id, state, number)
    if due:
        publish_ranking(tournament_id, state)


def publish(tournament_id: UUID, state: State, number: int) -> None:
    """The edition of this stage at this state, in the place of those of the same round."""
    current = state.stages[number - 1]
    with transaction.atomic():
        locked = Stage.objects.select_for_update().get(tournament=tournament_id, number=number)
        if locked.edition >= state.version:
            return
        StandingsEdition.objects.filter(
            tournament=tournament_id,
            stage=number,
            rounds_closed=current.rounds_closed,
            version__lte=state.version,
        ).delete()
        keep(tournament_id, state, number)
        locked.edition = state.version
        locked.save(update_fields=["edition"])


def keep(tournament_id: UUID, state: State, number: int) -> None:
    """Writes the edition of the stage at this version, with its pages: inside a transaction, or
    others may see it without them.
    """
    made = snapshot(tournament_id, state, number)
    edition = StandingsEdition.objects.create(
        tournament_id=tournament_id,
        stage=number,
        version=made.version,
        rounds_closed=made.rounds_closed,
        count=made.count,
        order=made.order,
    )
    StandingsPage.objects.bulk_create(
        (
            StandingsPage(edition=edition, number=at, lines=lines)
            for at, lines in made.pages.items()
        ),
        # Of several rows at once psycopg makes arrays, and quotes their texts in Python.
        batch_size=1,
    )


def lines_of(current: StageState) -> tuple[Line, ...]:
    """The standings of the stage as its format ranks it."""
    return FORMATS[current.stage.format].standings(current.stage)


def line_json(line: Line, documents: dict[str, EntrantFields]) -> StandingDocument:
    return {
        "position": line.position,
        "rank": line.rank,
        "entrant": documents[line.entrant],
        "score": line.score,
        "played": line.played,
        "wins": line.wins,
        "ties": line.ties,
        "losses": line.losses,
        "points_for": line.points_for,
        "points_against": line.points_against,
        "group": line.group,
        "eliminated_in": line.out_in,
        "tie_breaks": [
            {"key": one.key, "value": one.value, "unit": one.unit} for one in line.tie_breaks
        ],
    }
