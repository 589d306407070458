"""The documents of events: their settings, entrants, stages, rounds, brackets, regulations."""

from typing import Annotated, Any, Literal, NotRequired, TypedDict, get_args

from games.documents import Choices, Help, Slug, Timestamp, Url
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
    kind: Annotated[str, Choices(["person", "bot", "guest", "program", "former"])]
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
    watching: Annotated[str, Help("When others see its tables; empty: as the event says.")]


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
    bank_seconds: int
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
    round_name: Annotated[str | None, Help("What people call the round: Semi-finals.")]
    failed: str | None
    champion: EntrantDocument | None
    champions: Annotated[
        list[EntrantDocument], Help("Several, where they share the title: the first twenty.")
    ]
    champions_count: Annotated[int, Help("How many have won; the ranking names all of them.")]
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
    called_at: Annotated[Timestamp | None, Help("When a director last called whoever was missing.")]


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
    """As many pairings as a page holds; a round may go on on the next one."""

    version: int
    results: list[RoundDocument]
    next: Url | None


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
    next: NotRequired[Url | None]


class RegulationsPart(TypedDict):
    title: str
    sentences: list[str]


class RegulationsDocument(TypedDict):
    version: int
    description: Annotated[str, Help("Of the organiser, in Markdown.")]
    results: list[RegulationsPart]
