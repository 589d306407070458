"""The documents of docs/protocol.md about matches."""

from typing import Annotated, Any, TypedDict

from games.documents import Shape, Url
from games.envelopes import Envelope


class Facts(TypedDict):
    results: list[Annotated[Envelope, Shape("MatchFact")]]
    version: int
    next: Url | None


class ToldMove(TypedDict):
    move: Annotated[dict[str, Any], Shape("Move")]
    text: str


class LegalMoves(TypedDict):
    version: int
    moves: list[ToldMove]
    complete: bool


class GoesWith(TypedDict):
    loose: list[str]
    builds: list[int]


class Considered(TypedDict):
    moves: list[ToldMove]
    why: str | None
    goes_with: GoesWith
