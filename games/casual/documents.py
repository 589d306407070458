"""The documents of docs/protocol.md about casual tables."""

from typing import Annotated, Any, TypedDict

from games.casual.models import Chair, Table
from games.documents import Choices, Help, Timestamp
from games.envelopes import timestamp
from games.match.documents import GoesWith, ToldMove
from games.models import Player

# By this the schema names the enumeration.
PLAYER_KINDS = ("person", "bot", "guest", "program", "former")


class SeatedDocument(TypedDict):
    id: str
    handle: str
    kind: Annotated[str, Choices(PLAYER_KINDS)]
    bot: str | None


class ChairDocument(TypedDict):
    seat: int
    player: SeatedDocument | None
    waits_for: Annotated[str | None, Choices(["open", "link", "player"])]


class ClockDocument(TypedDict):
    turn_seconds: int
    bank_seconds: Annotated[int, Help("Beside the turns' own time, for all of them together.")]
    bot_pace_ms: int


class NamedRulesetDocument(TypedDict):
    key: str
    overrides: dict[str, Any]


class CasualTableDocument(TypedDict):
    id: Annotated[str, Help("Also that of its match.")]
    code: Annotated[str | None, Help("That of the link; null for who has no seat and no link.")]
    state: Annotated[str, Choices(Table.State.values)]
    match: Annotated[str | None, Help("Null until the match has begun.")]
    joined: Annotated[str | None, Help("The table that its person was moved to.")]
    ruleset: NamedRulesetDocument
    clock: ClockDocument
    rated: bool
    seats: list[ChairDocument]
    created_at: Timestamp
    ends_at: Timestamp


class CasualTableList(TypedDict):
    results: list[CasualTableDocument]


class HintDocument(TypedDict):
    version: int
    bot: Annotated[str, Help("Who says so.")]
    move: ToldMove


class LessonDeal(TypedDict):
    loose: list[str]
    builds: list[dict[str, Any]]
    hand: list[str]


class LessonDocument(TypedDict):
    key: str
    title: str
    text: str
    task: str
    deal: LessonDeal


class LessonList(TypedDict):
    results: list[LessonDocument]


class OfferedDocument(TypedDict):
    moves: list[ToldMove]
    why: Annotated[str, Help("Why there is none; empty where there are.")]
    goes_with: Annotated[GoesWith, Help("What the card goes with beside what is chosen.")]


class TriedDocument(TypedDict):
    why: Annotated[str, Help("Why the move is refused; empty where it is legal.")]
    done: Annotated[bool, Help("Whether it was what the lesson asks for.")]
    after: Annotated[LessonDeal | None, Help("What lies on the table and in the hand then.")]


class WatchedDocument(TypedDict):
    match: Annotated[str, Help("The exhibition that goes on while somebody looks on.")]


def table_json(table: Table, *, code: bool) -> CasualTableDocument:
    """The table; with its `code` for who has a seat or the link."""
    return {
        "id": table.pk.hex,
        "code": table.code if code else None,
        "state": table.state,
        "match": table.pk.hex if table.state == Table.State.OPENED else None,
        "joined": table.joined_id.hex if table.joined_id else None,
        "ruleset": {"key": table.ruleset, "overrides": table.overrides},
        "clock": {
            "turn_seconds": table.turn_seconds,
            "bank_seconds": table.bank_seconds,
            "bot_pace_ms": table.bot_pace_ms,
        },
        "rated": table.rated,
        "seats": [_chair_json(chair) for chair in table.chairs.all()],
        "created_at": timestamp(table.created_at),
        "ends_at": timestamp(table.ends_at),
    }


def _chair_json(chair: Chair) -> ChairDocument:
    return {
        "seat": chair.number,
        "player": player_json(chair.player) if chair.player else None,
        "waits_for": chair.waits_for or None,
    }


def player_json(player: Player) -> SeatedDocument:
    return {
        "id": player.pk.hex,
        "handle": player.handle,
        "kind": player.kind,
        "bot": player.bot or None,
    }
