"""The documents of docs/protocol.md about records."""

from typing import Annotated, Any, Literal, TypedDict

from games.documents import Help, Shape, Timestamp


class Ply(TypedDict):
    line: Annotated[int, Help("The line that tells it.")]
    version: int
    type: str
    data: dict[str, Any]
    at: Timestamp | None
    hands: Annotated[
        list[list[str]] | None, Help("By seat, after it; null while a card is hidden.")
    ]
    diagram: Annotated[str | None, Help("After it, where a seat is to play and no card is hidden.")]


class OpenedRecord(TypedDict):
    kind: Literal["text", "export"]
    view: Annotated[dict[str, Any], Shape("OpenedView")]
    plies: list[Ply]
