"""Ladders as their streams: how they are decided, folded, and written as facts and rows."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from engine.errors import Kind, Refusal
from games.store.aggregate import Aggregate, Change, Rows
from games.store.eventstore import Recorded
from games.store.stream_log import StreamLog
from tournaments.core.refusals import Busy
from tournaments.ladders.events import (
    LadderEvent,
    LadderOpened,
    MatchRated,
    RatingCorrected,
    from_fact,
    to_fact,
)
from tournaments.ladders.ladder import (
    NEW,
    Ladder,
    LadderCommand,
    Open,
    Rate,
    decide,
    evolve,
)
from tournaments.models.ratings import Ladder as LadderRow
from tournaments.models.ratings import RatedMatch, Rating, RatingChange
from tournaments.ratings import projections
from tournaments.store.renaming import some_wording


def _event_of(fact: Recorded) -> LadderEvent:
    return from_fact(fact.type, fact.data)


def _command_of(ladder: Ladder, event: LadderEvent, at: datetime) -> LadderCommand | None:
    match event:
        case LadderOpened():
            return Open(event.ladder)
        case MatchRated():
            return Rate(
                event.match, event.tournament, event.teams, event.places, event.at, event.anchor
            )
        case RatingCorrected():
            known = ladder.matches.get(event.match)
            if known is None:
                return None
            return Rate(
                event.match, known.tournament, event.teams, event.places, known.at, event.anchor
            )


def _lock(ladder_id: UUID) -> None:
    LadderRow.objects.select_for_update().filter(id=ladder_id).first()


def _rows(ladder_id: UUID) -> Rows:
    """All rows but the counters of their tables, as short texts: a ladder has a great many."""
    found: dict[str, object] = {}
    for row in LadderRow.objects.filter(id=ladder_id).values("key", "version"):
        found["ladder"] = row
    for model, key in (
        (RatedMatch, ("match",)),
        (Rating, ("player_id",)),
        (RatingChange, ("version", "player_id")),
    ):
        name = model._meta.model_name
        columns = [field.attname for field in model._meta.fields if field.attname != "id"]
        rows = model._default_manager.filter(ladder=ladder_id).values(*columns)
        for row in rows.iterator():
            place = " ".join(str(row.pop(part)) for part in key)
            found[f"{name} {place}"] = " ".join(f"{part}={row[part]}" for part in row)
    return found


def _remove_rows(ladder_id: UUID) -> None:
    for model in (RatingChange, Rating, RatedMatch):
        model._default_manager.filter(ladder=ladder_id).delete()
    LadderRow.objects.filter(id=ladder_id).delete()


def _write_rows_anew(ladder_id: UUID, history: list[tuple[Recorded, LadderEvent, Ladder]]) -> None:
    """Rates every match once, by how it stands in the end."""
    ladder = history[-1][2]
    row = LadderRow.objects.create(
        id=ladder_id, key=ladder.key, version=ladder.version, renamings=some_wording()
    )
    projections.write_anew(row, ladder.matches)


def _write_rows(changes: Sequence[Change[Ladder, LadderEvent]]) -> None:
    for change in changes:
        _write_rows_of(change)


def _write_rows_of(change: Change[Ladder, LadderEvent]) -> None:
    """The row of a new ladder, or how the matches stand that the change is about."""
    if change.before.version == 0:
        ladder = change.after
        LadderRow.objects.create(id=change.id, key=ladder.key, version=ladder.version)
        return
    rated = (event for event in change.events if not isinstance(event, LadderOpened))
    projections.project(change.id, change.before, change.after, {event.match for event in rated})


class UnknownLadder(Refusal):
    code = "unknown_ladder"
    kind = Kind.UNKNOWN
    template = "There is no such ladder."


RATINGS: Aggregate[Ladder, LadderEvent, LadderCommand] = Aggregate(
    kind="ratings",
    new=NEW,
    unknown=UnknownLadder,
    busy=Busy,
    event_of=_event_of,
    fact_of=to_fact,
    command_of=_command_of,
    decide=decide,
    evolve=evolve,
    lock=_lock,
    rows=_rows,
    remove_rows=_remove_rows,
    write_rows=_write_rows,
    write_rows_anew=_write_rows_anew,
)

# None is kept: a ladder is decided on as much of it as the commands are about (`services`).
ladder_log = StreamLog(RATINGS, most=0)
