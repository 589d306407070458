"""The data of the facts of a match (docs/events.md), as a viewer may see it."""

from collections.abc import Mapping
from typing import Annotated, Any, NotRequired, TypedDict

from games.documents import Card, Help
from games.match.view_documents import (
    PlayData,
    ResidueDocument,
    ResultDocument,
    RulesDocument,
    SheetRowDocument,
)


class TimeoutsData(TypedDict):
    limit: int
    then: str
    bot: NotRequired[str]
    both: str


class ClockData(TypedDict):
    turn_seconds: int
    bot_pace_ms: int
    bank_seconds: int


class MatchCreatedData(TypedDict):
    match: str
    ruleset: str
    overrides: dict[str, Any]
    rules: RulesDocument
    seats: int
    commitment: str
    timeouts: TimeoutsData
    clock: ClockData
    stand_in: str | None
    board: str | None
    mirrored: bool
    reveal: str
    digests: list[str] | None


class SeatTakenData(TypedDict):
    seat: int
    player: str
    bot: str | None


class CutCommittedData(TypedDict):
    seat: int
    digest: str


class CutMadeData(TypedDict):
    seat: int
    cut: str
    by: str


class MatchStartedData(TypedDict):
    dealer: int


class DealStartedData(TypedDict):
    deal: int
    dealer: int


class PacketDealtData(TypedDict):
    deal: int
    packet: int
    last: bool
    table: list[Card]
    stock: int
    turn: int
    hand: NotRequired[Annotated[list[Card], Help("The viewer's own, if it has a seat.")]]


class CardDrawnData(TypedDict):
    seat: int
    stock: int
    card: NotRequired[Annotated[Card, Help("To the seat that drew it.")]]


class DealScoredData(TypedDict):
    deal: int
    residue: ResidueDocument
    sheet: list[SheetRowDocument]
    scores: list[int]
    piles: list[list[Card]]
    secret: str | None


class ClockRanOutData(TypedDict):
    seat: int
    in_a_row: int


class ClockChargedData(TypedDict):
    seat: int
    over_ms: int
    lag_ms: int
    bank_ms: int


class TimeGivenBackData(TypedDict):
    seat: int | None
    ms: int
    reason: str


class SeatOnlyData(TypedDict):
    seat: int


class SeatHandedOverData(TypedDict):
    seat: int
    bot: str


class MatchFinishedData(ResultDocument):
    secret: str | None


class MatchAbandonedData(TypedDict):
    scores: list[int]
    secret: str | None


class MatchAnnulledData(TypedDict):
    reason: str
    secret: str | None


# By type of the fact.
MATCH_FACTS: Mapping[str, type] = {
    "match_created": MatchCreatedData,
    "seat_taken": SeatTakenData,
    "cut_committed": CutCommittedData,
    "cut_made": CutMadeData,
    "match_started": MatchStartedData,
    "deal_started": DealStartedData,
    "packet_dealt": PacketDealtData,
    "card_played": PlayData,
    "card_drawn": CardDrawnData,
    "deal_scored": DealScoredData,
    "clock_ran_out": ClockRanOutData,
    "clock_charged": ClockChargedData,
    "time_given_back": TimeGivenBackData,
    "seat_taken_back": SeatOnlyData,
    "seat_resigned": SeatOnlyData,
    "seat_forfeited": SeatOnlyData,
    "seat_handed_over": SeatHandedOverData,
    "match_finished": MatchFinishedData,
    "match_abandoned": MatchAbandonedData,
    "match_annulled": MatchAnnulledData,
}
