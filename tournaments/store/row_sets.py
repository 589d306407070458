"""All rows of a tournament together: compared, removed and written anew by who checks the log."""

from itertools import groupby
from uuid import UUID

from games.store.aggregate import Rows
from games.store.eventstore import Recorded
from tournaments.domain.events import TournamentEvent
from tournaments.domain.state import NEW, State
from tournaments.models import (
    Entrant,
    Member,
    Pairing,
    Round,
    Seating,
    Stage,
    SupersededMatch,
    Tournament,
)
from tournaments.store import projections
from tournaments.store.renaming import some_wording

AT_ONCE = 500


def lock(tournament_id: UUID) -> None:
    Tournament.objects.select_for_update().filter(id=tournament_id).first()


def rows(tournament_id: UUID) -> Rows:
    """Every value of every row by table, key and column; counters of the tables mean nothing, and
    how far the editions have come is no consequence of the facts, nor how often a player was
    renamed.
    """
    found: dict[str, object] = {}
    of = {"tournament": tournament_id}
    for name, rows, keys, hidden in (
        ("tournament", Tournament.objects.filter(id=tournament_id), ("id",), ("renamings",)),
        ("entrant", Entrant.objects.filter(**of), ("number",), ()),
        ("member", Member.objects.filter(**of), ("entrant_id", "player_id"), ("id",)),
        ("stage", Stage.objects.filter(**of), ("number",), ("id", "edition")),
        ("round", Round.objects.filter(**of), ("stage", "number"), ("id",)),
        ("pairing", Pairing.objects.filter(**of), ("stage", "round", "number"), ("id",)),
        ("superseded match", SupersededMatch.objects.filter(**of), ("match_id",), ()),
    ):
        found[f"{name} rows"] = rows.count()
        for values in rows.values():
            row: dict[str, object] = {**values}
            place = tuple(row[key] for key in keys)
            for column, value in row.items():
                if column not in hidden:
                    found[f"{name} {place} {column}"] = value
    seatings = Seating.objects.filter(pairing__tournament=tournament_id).values_list(
        "pairing__stage", "pairing__round", "pairing__number", "side", "position",
        "entrant_id", "place", "points", "score", "status",
    )  # fmt: skip
    for *seat, entrant, rank, points, score, status in seatings:
        found[f"seating {tuple(seat)}"] = (entrant, rank, points, score, status)
    return found


def remove_rows(tournament_id: UUID) -> None:
    Tournament.objects.filter(id=tournament_id).update(champion=None)
    Seating.objects.filter(pairing__tournament=tournament_id).delete()
    Tournament.objects.filter(id=tournament_id).delete()


def write_rows_anew(
    tournament_id: UUID, history: list[tuple[Recorded, TournamentEvent, State]]
) -> None:
    """Facts of one moment are written together, as they were when they came about."""
    # Also where their row says that they were superseded in another tournament.
    matches = [
        UUID(table.match)
        for _, event, _ in history
        for table in getattr(event, "tables", ())
        if table.match is not None
    ]
    for first in range(0, len(matches), AT_ONCE):
        some = matches[first : first + AT_ONCE]
        SupersededMatch.objects.filter(match__in=some).delete()
    before = NEW
    for at, same in groupby(history, key=lambda one: one[0].recorded_at):
        batch = list(same)
        after = batch[-1][2]
        projections.project(before, after, [event for _, event, _ in batch], at)
        before = after
    # A name may have changed since somebody's ETag: none of before is to be taken for one of now.
    Tournament.objects.filter(id=tournament_id).update(renamings=some_wording())
