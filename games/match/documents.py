"""The documents of docs/protocol.md about matches."""

from typing import Any, TypedDict

from games.envelopes import Envelope


class Facts(TypedDict):
    results: list[Envelope]
    version: int


class ToldMove(TypedDict):
    move: dict[str, Any]
    text: str


class Moves(TypedDict):
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
