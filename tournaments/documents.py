"""The documents of docs/protocol.md about tournaments: the one definition of each, for what builds
it, for what reads it, and for the schema.
"""

from typing import Annotated, Any, Literal, NotRequired, TypedDict, get_args

from games.documents import Choices, Help, Slug, Timestamp, Url
from games.envelopes import Envelope
from games.models import Match
from tournaments.core.stages import Status
from tournaments.models import Entrant, Tournament

StageState = Literal["running", "completed"]
RoundState = Literal["waiting", "draft", "running", "closed"]
PairingState = Literal["draft", "waiting", "bye", "playing", "finished"]
BracketPairingState = Literal[
    "to_come", "conditional", "draft", "waiting", "bye", "playing", "finished"
]
# By these the schema names the enumerations.
STAGE_STATES, ROUND_STATES = get_args(StageState), get_args(RoundState)
PAIRING_STATES = get_args(PairingState)

TournamentState = Annotated[str, Choices(Tournament.State.choices)]
EntrantState = Annotated[str, Choices(Entrant.State.choices)]
SeatingStatus = Annotated[str | None, Choices([status.value for status in Status])]


class OrganiserDocument(TypedDict):
    id: str
    handle: str


class PlayerDocument(TypedDict):
    id: str
    handle: str
    kind: Annotated[str, Choices(["person", "bot", "guest", "former"])]
    bot: str | None


class EntrantFields(TypedDict):
    id: str
    number: int
    seed: int | None
    name: str
    club: str
    members: list[PlayerDocument]
    player: Annotated[PlayerDocument | None, Help("The first member.")]


class EntrantDocument(EntrantFields):
    state: EntrantState


class RulesetDocument(TypedDict):
    key: str
    overrides: dict[str, Any]
    rules: Annotated[dict[str, Any], Help("Every field, resolved.")]
    words: Annotated[list[str], Help("A sentence for each field that differs from the ruleset.")]


class StageSettingsDocument(TypedDict):
    number: int
    name: str
    format: str
    options: dict[str, Any]
    advance: int


class TournamentDocument(TypedDict):
    id: str
    slug: Slug
    name: str
    state: TournamentState
    organiser: OrganiserDocument
    format: str
    stages: list[StageSettingsDocument]
    ruleset: RulesetDocument
    capacity: int
    entrants: int
    waiting: int
    team: int
    turn_seconds: int
    bot_pace_ms: int
    autostart: str
    fill_with_bots: str | None
    starts_at: Timestamp | None
    check_in_minutes: int
    provisional_minutes: int
    round_gap_seconds: int
    starts: str
    publish: str
    dealing: str
    mirrored: bool
    rated: bool
    scale: list[int]
    policies: dict[str, Any]
    directors: Annotated[list[str], Help("Handles.")]
    description: Annotated[str, Help("Markdown.")]
    stage: int
    round: int
    failed: str | None
    champion: EntrantDocument | None
    champions: Annotated[list[EntrantDocument], Help("Several, where they share the title.")]
    decided: Annotated[
        str | None, Help("By what the first place was: play, lot, shared, alone, nobody.")
    ]
    final_at: Annotated[
        Timestamp | None, Help("When provisional results become final, if by themselves.")
    ]
    version: int
    created_at: Timestamp
    started_at: Timestamp | None
    completed_at: Timestamp | None


class TournamentReference(TypedDict):
    id: str
    slug: str
    name: str


class TournamentList(TypedDict):
    results: list[TournamentDocument]
    next: Url | None


class EntrantList(TypedDict):
    results: list[EntrantDocument]
    next: int | None


class StageDocument(TypedDict):
    number: int
    name: str
    format: str
    options: dict[str, Any]
    rounds: int | None
    entrants: int
    ends_at: Timestamp | None
    state: StageState


class StagesDocument(TypedDict):
    results: list[StageDocument]


class SideDocument(TypedDict):
    entrants: list[EntrantFields]
    place: int | None
    points: int | None
    score: Annotated[int | None, Help("Sixtieths.")]
    status: SeatingStatus


class WhyDocument(TypedDict):
    code: str
    params: dict[str, Any]
    text: str


class PairingFields(TypedDict):
    stage: int
    round: int
    pairing: int
    group: int
    match: str | None
    sides: list[SideDocument]
    winner: Annotated[int | None, Help("The number of the side.")]
    reason: str | None
    corrected: bool
    disputed: bool
    why: list[WhyDocument]


class PairingDocument(PairingFields):
    state: PairingState


class RoundFields(TypedDict):
    stage: int
    round: int
    name: str
    state: RoundState
    starts_at: Timestamp | None
    closed_at: Timestamp | None
    expected: int
    engine: str
    inputs: str
    deck: str | None


class RoundDocument(RoundFields):
    pairings: list[PairingDocument]


class RoundsDocument(TypedDict):
    version: int
    results: list[RoundDocument]


class SourceDocument(TypedDict, total=False):
    """Where a side of a bracket's pairing comes from: a seed, or an earlier pairing."""

    seed: int
    round: int
    pairing: int
    loser: bool


class BracketPairingDocument(PairingFields):
    state: BracketPairingState
    sources: NotRequired[list[SourceDocument]]


class BracketRoundDocument(RoundFields):
    pairings: list[BracketPairingDocument]


class BracketDocument(TypedDict):
    version: int
    stage: int
    format: str | None
    rounds: list[BracketRoundDocument]


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


class ExplanationDocument(TypedDict):
    version: int
    stage: int
    entrant: EntrantFields
    line: StandingDocument
    tie_breaks: list[ExplainedTieBreakDocument]


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


class FactDocument(Envelope):
    pass


class FactsDocument(TypedDict):
    results: list[FactDocument]
    version: int


class SnapshotDocument(TypedDict):
    """What a socket sends of a tournament to begin with."""

    tournament: TournamentDocument
    bracket: BracketDocument | None
    standings: StandingsDocument
