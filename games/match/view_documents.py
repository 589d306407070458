"""The view of docs/protocol.md, and what it is made of."""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from games.documents import Card, Choices, Help, Timestamp

MatchStatus = Literal["waiting", "playing", "finished"]
Digest = Annotated[str, Help("Hexadecimal.")]


class TrailMove(TypedDict):
    kind: Literal["trail"]
    card: Card


class CaptureMove(TypedDict):
    kind: Literal["capture"]
    card: Card
    loose: list[Card]
    builds: list[int]


class BuildMove(TypedDict):
    kind: Literal["build"]
    card: Card
    loose: list[Card]
    raises: NotRequired[int]
    value: int


Move = TrailMove | CaptureMove | BuildMove


class PlayedBuild(TypedDict):
    value: int
    owner: int
    kind: Literal["single", "multiple"]
    cards: list[Card]


class SeenBuild(PlayedBuild):
    contributors: Annotated[list[int], Help("The seats that made it what it is.")]


class SheetRowDocument(TypedDict):
    side: int
    cards: int
    spades: int
    most_cards: int
    most_spades: int
    big_casino: int
    little_casino: int
    aces: int
    sweeps: int
    each_spade: NotRequired[int]
    total: int


class ResidueDocument(TypedDict):
    seat: int | None
    cards: list[Card]


class SheetDocument(TypedDict):
    deal: int
    sheet: list[SheetRowDocument]
    scores: list[int]
    residue: ResidueDocument
    secret: str | None


class PlayData(TypedDict):
    """A card that was played."""

    seat: int
    move: Move
    text: str
    captured: list[Card]
    build: PlayedBuild | None
    sweep: bool
    default: Annotated[bool, Help("The clock played it.")]
    turn: int | None


class PointsDocument(TypedDict):
    cards: int
    spades: int
    big_casino: int
    little_casino: int
    ace: int
    each_spade: int
    spade_jack: int


class RulesDocument(TypedDict):
    """Every field of a ruleset, resolved."""

    players: list[int]
    partnership: bool
    face_values: bool
    ace_values: list[int]
    face_capture: str
    build_in_sum: str
    one_action: bool
    own_raise_keeps_both: bool
    multiple_builds: bool
    no_trail: str
    deal_order: str
    draws: bool
    sweep_points: int
    last_card_sweep: bool
    points: PointsDocument
    first_to: int | None
    deals_each: int | None


class MatchRulesetDocument(TypedDict):
    key: str
    overrides: dict[str, Any]
    rules: RulesDocument
    words: list[str]
    first_to: int | None
    draws: bool


class SeatDocument(TypedDict):
    seat: int
    side: int
    player: str | None
    bot: str | None
    cut: bool
    committed: Digest | None
    cards: int
    timeouts: int
    bank_ms: Annotated[int, Help("What its bank still has.")]
    left: Annotated[str | None, Help("Why its player left, where a bot plays on.")]


class SideOfMatch(TypedDict):
    side: int
    seats: list[int]
    score: int
    pile: int
    sweeps: int


class DealDocument(TypedDict):
    number: int
    dealer: int
    packet: int
    packets: int
    last: bool
    stock: int
    turn: int | None
    loose: list[Card]
    builds: list[SeenBuild]
    last_capture: int | None
    hand: Annotated[list[Card] | None, Help("The viewer's own; null of who looks on.")]


class DealingDocument(TypedDict):
    board: str | None
    mirrored: bool


class ResultDocument(TypedDict):
    winner: int | None
    reason: str
    scores: list[int]


class MatchPlayerDocument(TypedDict):
    seat: int
    id: str
    handle: str
    kind: Annotated[str, Choices(["person", "bot", "guest", "former", "program"])]


class MatchClockDocument(TypedDict):
    turn_seconds: int
    bank_seconds: int
    deadline: Timestamp | None


class LaterDocument(TypedDict):
    """By which rule a viewer without a seat sees the match later than it is played."""

    policy: Annotated[str, Help("As `policies.watching` has it.")]
    by: int


class MatchTournamentDocument(TypedDict):
    id: str
    slug: str
    name: str


class ObservedDocument(TypedDict):
    """What the engine says of a match to its viewer."""

    match: str
    version: int
    status: MatchStatus
    ruleset: MatchRulesetDocument
    you: Annotated[int | None, Help("The viewer's seat.")]
    seats: list[SeatDocument]
    sides: list[SideOfMatch]
    deal: DealDocument | None
    last_play: PlayData | None
    sheets: list[SheetDocument]
    commitment: str
    digests: list[Digest] | None
    dealing: DealingDocument
    result: ResultDocument | None


class ViewDocument(ObservedDocument):
    """A match as its viewer may see it."""

    later: Annotated[LaterDocument | None, Help("Null where it is seen as it is.")]
    players: list[MatchPlayerDocument]
    clock: MatchClockDocument
    tournament: MatchTournamentDocument | None
    now: Timestamp
