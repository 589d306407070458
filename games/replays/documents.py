"""The documents of docs/protocol.md about replays."""

from typing import Annotated, Any, TypedDict

from games.documents import Help, Timestamp


class ReplayPly(TypedDict):
    version: int
    type: str
    data: dict[str, Any]
    at: Timestamp
    hands: Annotated[
        list[list[str]] | None, Help("By seat, after it; null while a card is hidden.")
    ]
    points: Annotated[
        list[int], Help("By side, after it: the score, and what is taken for certain in this deal.")
    ]


class Replay(TypedDict):
    view: Annotated[dict[str, Any], Help("As the match begins, seen by nobody in particular.")]
    plies: list[ReplayPly]
    complete: Annotated[bool, Help("False where the match is longer than what is told of one.")]
