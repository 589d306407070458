"""Editions of standings: the standings of a stage at a version, as pages of JSON that are ready
to send.

An edition never changes. The newest one of each stage is made by the duty, soon after whatever
changed it; of older ones the last before each round's end is kept, and those last asked for.
"""

import json
from uuid import UUID

from django.db import transaction
from django.db.models import Max

from tournaments.core.planning import Line
from tournaments.documents import EntrantFields, StandingDocument
from tournaments.domain.state import StageState, State
from tournaments.formats import FORMATS
from tournaments.models import Stage, StandingsEdition, StandingsPage
from tournaments.store.entrant_views import entrant_documents

LINES_OF_A_PAGE = 100
# Of a stage; anybody may ask for any version, and an edition may have megabytes.
MOST_ASKED = 16


def publish_editions(tournament_id: UUID, state: State) -> None:
    """Makes the editions that are due, from a state at least as new as what made them due."""
    due = Stage.objects.filter(tournament=tournament_id, changed__gt=0)
    for stage in due:
        if stage.changed > stage.edition:
            publish(tournament_id, state, stage.number)


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
            version__lt=state.version,
        ).delete()
        keep(tournament_id, state, number)
        locked.edition = state.version
        locked.save(update_fields=["edition"])


def keep(tournament_id: UUID, state: State, number: int) -> StandingsEdition:
    """Writes the edition of the stage at this version, unless it is there."""
    current = state.stages[number - 1]
    lines = lines_of(current)
    edition, made = StandingsEdition.objects.get_or_create(
        tournament_id=tournament_id,
        stage=number,
        version=state.version,
        defaults={
            "rounds_closed": current.rounds_closed,
            "count": len(lines),
            "order": b"".join(UUID(line.entrant).bytes for line in lines),
        },
    )
    if made:
        documents = entrant_documents(tournament_id)
        StandingsPage.objects.bulk_create(
            (
                StandingsPage(
                    edition=edition,
                    number=at // LINES_OF_A_PAGE + 1,
                    lines=json.dumps(
                        [line_json(line, documents) for line in lines[at : at + LINES_OF_A_PAGE]],
                        separators=(",", ":"),
                    ),
                )
                for at in range(0, len(lines), LINES_OF_A_PAGE)
            ),
            # Of several rows at once psycopg makes arrays, and quotes their texts in Python.
            batch_size=1,
        )
    return edition


def keep_asked(tournament_id: UUID, state: State, number: int) -> StandingsEdition:
    """Writes an edition that somebody has asked for; of these only the last ones stay."""
    with transaction.atomic():
        edition = keep(tournament_id, state, number)
        all_ = StandingsEdition.objects.filter(tournament=tournament_id, stage=number)
        last_of_rounds = all_.values("rounds_closed").annotate(last=Max("version")).values("last")
        asked = all_.exclude(version__in=last_of_rounds).order_by("-pk")
        too_many = list(asked.values_list("pk", flat=True)[MOST_ASKED:])
        StandingsEdition.objects.filter(pk__in=too_many).delete()
    return edition


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
