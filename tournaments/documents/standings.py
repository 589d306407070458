"""The documents of docs/protocol.md about who stands where: standings, their tie-breaks explained,
and the ranking over all stages.
"""

from typing import Annotated, NotRequired, TypedDict

from games.documents import Help
from tournaments.documents.events import EntrantFields, EntrantState, TournamentState


class TieBreakDocument(TypedDict):
    key: str
    value: int
    unit: int


class StandingDocument(TypedDict):
    position: int
    rank: int
    entrant: EntrantFields
    score: Annotated[int, Help("Sixtieths.")]
    played: int
    wins: int
    ties: int
    losses: int
    points_for: int
    points_against: int
    group: int
    eliminated_in: int | None
    tie_breaks: list[TieBreakDocument]


class StandingsHead(TypedDict):
    version: int
    stage: int
    state: TournamentState
    count: int


class StandingsDocument(StandingsHead):
    next: int | None
    position: NotRequired[Annotated[int, Help("Of the entrant that was asked for.")]]
    results: list[StandingDocument]


class RankedDocument(TypedDict):
    place: Annotated[int, Help("Equals share it; 1 is free where nobody has won.")]
    position: int
    entrant: EntrantFields
    state: EntrantState
    stage: Annotated[int, Help("The last one that the entrant came to.")]
    stage_name: str
    champion: bool


class RankingDocument(TypedDict):
    version: int
    state: TournamentState
    final: bool
    decided: str | None
    count: int
    next: int | None
    results: list[RankedDocument]


class TieBreakPartDocument(TypedDict):
    round: int
    opponents: list[EntrantFields]
    status: str
    score: int
    value: int
    dropped: str | None


class ExplainedTieBreakDocument(TieBreakDocument):
    method: str
    tied: list[EntrantFields]
    parts: list[TieBreakPartDocument]
    earlier: Annotated[int, Help("How many parts came before, and are left out.")]


class ExplanationDocument(TypedDict):
    version: int
    stage: int
    entrant: EntrantFields
    line: StandingDocument
    tie_breaks: list[ExplainedTieBreakDocument]
