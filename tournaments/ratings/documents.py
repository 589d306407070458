"""The documents of docs/protocol.md about ratings."""

from typing import Annotated, TypedDict

from games.documents import Choices, Timestamp, Url
from tournaments.documents.events import PlayerDocument
from tournaments.ladders.ladder import LADDERS

LadderKey = Annotated[str, Choices(LADDERS)]


class LadderDocument(TypedDict):
    ladder: LadderKey
    players: int
    version: int


class LadderList(TypedDict):
    results: list[LadderDocument]
    next: Url | None


class RatingFields(TypedDict):
    rating: int
    deviation: int
    provisional: bool
    matches: int


class RankedRating(RatingFields):
    rank: int | None


class LeaderDocument(RankedRating):
    player: PlayerDocument


class LeaderboardDocument(TypedDict):
    ladder: LadderKey
    version: int
    results: list[LeaderDocument]
    next: Url | None


class RatingChangeDocument(TypedDict):
    version: int
    match: str
    tournament: str | None
    teams: list[list[str]]
    place: int
    before: int
    after: int
    at: Timestamp


class PlayerRatingDocument(RankedRating):
    ladder: LadderKey
    history: list[RatingChangeDocument]


class PlayerRatingsDocument(TypedDict):
    player: PlayerDocument
    results: list[PlayerRatingDocument]
    next: Url | None
