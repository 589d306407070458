"""The lines of streams over plain HTTP (docs/protocol.md, Streams): the JSON Schema of each, by the
operation that tells them.

OpenAPI 3.1 has a schema for the whole of a body, which is a text; what one of its lines is stands
in `contentSchema`.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Annotated, Any, TypedDict

from casino_site.contract.frames import NothingData
from casino_site.contract.shapes import envelope_of
from games.api.json_schemas import Schema, SchemaMaker, Schemas
from games.api.shaped import shape
from games.casual.documents import CasualTableDocument
from games.documents import Choices, Help, Shape, Timestamp
from games.live.delivery import EVENTS_TYPE, LINES_TYPE
from games.live.streams import Ended
from games.match.documents import ToldMove
from games.match.view_documents import MatchTournamentDocument, ResultDocument, ViewDocument
from games.models import Player
from tournaments.documents.events import EntrantState, TournamentState
from tournaments.documents.facts import SnapshotDocument
from tournaments.documents.standings import StandingsDocument


class EndedData(TypedDict):
    """The last line."""

    reason: Annotated[str, Choices([one.value for one in Ended])]
    come_back: Annotated[bool, Help("Whether to connect again, after a moment.")]


class ListenerDocument(TypedDict):
    id: str
    handle: str
    kind: Annotated[str, Choices(Player.Kind.values)]


class EventNews(TypedDict):
    """An event that the caller is in."""

    tournament: MatchTournamentDocument
    state: TournamentState
    stage: int
    round: int
    starts_at: Timestamp | None
    entrant: str
    entrant_state: EntrantState


class PairedData(TypedDict):
    """The caller's next table in an event."""

    tournament: MatchTournamentDocument
    stage: int
    round: int
    pairing: int
    starts_at: Timestamp | None
    match: Annotated[str | None, Help("Null until it opens.")]


class InvitedData(TypedDict):
    """Somebody challenges the caller."""

    table: str
    challenge: CasualTableDocument


class RefusedChallengeData(InvitedData):
    """What the caller asked for will not be."""

    reason: Annotated[str, Choices(["declined", "expired"])]


class RefusedCommandData(TypedDict):
    """A bot account's command on a match was refused."""

    match: str
    command_id: str | None
    problem: Annotated[dict[str, Any], Shape("Problem")]


class AtMatchData(TypedDict):
    match: str
    seat: int
    version: Annotated[int, Help("That of the match.")]


class SeatedData(AtMatchData):
    view: ViewDocument


class TurnData(AtMatchData):
    """The caller is on turn."""

    view: ViewDocument
    moves: list[ToldMove]
    complete: Annotated[bool, Help("Whether these are all legal moves.")]


class FinishedData(AtMatchData):
    result: ResultDocument | None
    tournament: MatchTournamentDocument | None


class MyStreamData(TypedDict):
    """How everything stands."""

    player: ListenerDocument
    matches: Annotated[list[str], Help("Those at which the caller sits and that are not over.")]
    awaits: list[Annotated[dict[str, Any], Shape("Awaited")]]


# What awaits somebody, by its type: told by itself, and in the snapshot.
AWAITED: Sequence[tuple[str, type]] = (
    ("event", EventNews),
    ("paired", PairedData),
    ("invited", InvitedData),
    ("refused", RefusedChallengeData),
)
EVERYWHERE: Sequence[tuple[str, type]] = (("alive", NothingData), ("ended", EndedData))
# By the operation: the name of the shape of a line, and the data of each type that is no fact.
TOLD: Mapping[str, tuple[str, Sequence[tuple[str, type]]]] = {
    "match_stream": ("MatchLine", (("snapshot", ViewDocument),)),
    "tournament_stream": (
        "TournamentLine",
        (("snapshot", SnapshotDocument), ("standings", StandingsDocument)),
    ),
    "my_stream": (
        "MyLine",
        (
            ("snapshot", MyStreamData),
            ("seated", SeatedData),
            ("cut", AtMatchData),
            ("turn", TurnData),
            ("finished", FinishedData),
            ("refused", RefusedCommandData),
            *AWAITED,
        ),
    ),
}
FACTS = {"match_stream": "MatchFact", "tournament_stream": "TournamentFact"}
SAID = {
    LINES_TYPE: "Lines of JSON, as long as there is something to tell. `contentSchema` is of one.",
    EVENTS_TYPE: "Server-Sent Events without names; `contentSchema` is of the `data` of one. Where "
    "a line would be `alive` there is a comment.",
}


@cache
def line_shapes() -> Schemas:
    """By name: the line of each stream, and what it is made of."""
    maker = SchemaMaker()
    lines: Schemas = {}
    for operation, (name, told) in TOLD.items():
        frames = [envelope_of(type_, maker.of(data)) for type_, data in (*told, *EVERYWHERE)]
        facts = [shape(FACTS[operation])] if operation in FACTS else []
        lines[name] = {"description": "A line of this stream.", "anyOf": [*frames, *facts]}
    awaited = [
        {
            "type": "object",
            "required": ["type", "data"],
            "properties": {"type": {"type": "string", "enum": [type_]}, "data": maker.of(data)},
        }
        for type_, data in AWAITED
    ]
    return {**maker.named, **lines, "Awaited": {"anyOf": awaited}}


def body_of_lines(operation: str, media_type: str) -> Schema:
    """The whole of an answer: a text of many lines."""
    return {
        "type": "string",
        "description": SAID[media_type],
        "contentMediaType": media_type,
        "contentSchema": shape(TOLD[operation][0]),
    }
