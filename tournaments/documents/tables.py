"""The documents of docs/protocol.md about the tables of tournaments: as they are played, on the
wall, and in the archive.
"""

from typing import Annotated, TypedDict

from games.documents import Choices, Help, Timestamp, Url
from games.models import Match
from tournaments.documents.events import PlayerDocument, TournamentReference


class TableSeat(TypedDict):
    seat: int
    player: PlayerDocument
    score: int


class TableDocument(TypedDict):
    id: str
    stage: int
    round: int
    pairing: int
    status: Annotated[str, Choices(Match.Status.values)]
    version: int
    seats: list[TableSeat]


class TablesDocument(TypedDict):
    version: int
    results: list[TableDocument]
    next: Url | None


class ArchivedSide(TypedDict):
    players: Annotated[list[PlayerDocument], Help("In the order of their seats.")]
    score: int


class ArchivedMatchDocument(TypedDict):
    """A match that is over. `tournament` is null of one that was played at a casual table."""

    id: str
    finished_at: Timestamp | None
    ruleset: str
    sides: list[ArchivedSide]
    winner: Annotated[int | None, Help("The number of the side, from 0; null if nobody has won.")]
    reason: str
    tournament: TournamentReference | None


class ArchivedMatchList(TypedDict):
    results: list[ArchivedMatchDocument]
    next: Url | None


class Later(TypedDict):
    """How much later than its seats others see a match."""

    policy: str
    by: int


class WallTable(TypedDict):
    id: str
    tournament: Annotated[TournamentReference | None, Help("Null of a casual match.")]
    stage: int | None
    round: int | None
    round_name: str
    pairing: int | None
    seats: list[TableSeat]
    later: Annotated[Later | None, Help("Null where it is seen as it is played.")]
    is_closed: Annotated[bool, Help("Nobody but its seats may look at it as yet.")]
    excitement: int


class WallDocument(TypedDict):
    count: int
    next: int | None
    results: list[WallTable]
