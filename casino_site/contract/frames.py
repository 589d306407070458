"""The frames of the sockets (docs/protocol.md, Sockets): what each side says, by type."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from games.documents import Card, Help, Pattern, Shape, Timestamp
from games.live.consumers import SAYINGS
from games.match.documents import Considered
from games.match.view_documents import ViewDocument
from tournaments.documents.facts import SnapshotDocument

CommandId = Annotated[str, Pattern("^[A-Za-z0-9._-]{1,64}$")]


class JoinFrame(TypedDict):
    """The first thing that a client says."""

    type: Literal["join"]
    token: NotRequired[str]
    after: NotRequired[Annotated[int, Help("The version that the client has: it comes back.")]]
    pulse: NotRequired[Annotated[bool, Help("On a match: to be told who is there.")]]


class PingFrame(TypedDict):
    type: Literal["ping"]


class MoveFrame(TypedDict):
    type: Literal["move"]
    command_id: CommandId
    version: int
    move: Annotated[Any, Shape("GivenMove")]


class ShowCutFrame(TypedDict):
    type: Literal["cut"]
    cut: Annotated[str, Pattern("^[0-9a-f]{32}$")]


class CommitCutFrame(TypedDict):
    type: Literal["cut"]
    digest: Annotated[str, Pattern("^[0-9a-f]{64}$")]


class SpareCutFrame(TypedDict):
    type: Literal["cut"]
    spare: Literal[True]


class ResignFrame(TypedDict):
    type: Literal["resign"]
    command_id: CommandId


class TakeBackFrame(TypedDict):
    type: Literal["take_back"]
    command_id: CommandId


class FollowFrame(TypedDict):
    """What is to be told from now on: names, or the version of each that the client has."""

    type: Literal["follow"]
    streams: list[str] | Annotated[dict[str, int | None], Shape("KnownStreams")]
    pulse: NotRequired[Annotated[bool, Help("To be told how many look on.")]]


class UnfollowFrame(TypedDict):
    type: Literal["unfollow"]
    streams: list[str]


class ConsiderFrame(TypedDict):
    type: Literal["consider"]
    card: Card
    loose: NotRequired[list[Card]]
    builds: NotRequired[list[int]]
    request: NotRequired[int | str | None]


class SayFrame(TypedDict):
    type: Literal["say"]
    what: Annotated[str, Shape("Saying")]


class AnswerPulseFrame(TypedDict):
    type: Literal["pulse"]
    n: int


class AcceptedData(TypedDict):
    command_id: str | None
    version: int


class RefusedData(TypedDict):
    """A problem document, and the command that it answers."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    params: dict[str, Any]
    command_id: NotRequired[str]


class OptionsData(Considered):
    request: int | str | None


class NothingData(TypedDict):
    pass


class PresentSeat(TypedDict):
    seat: int
    # `is` is a word of Python's: it is put in by `present_seat`.
    since: Timestamp


class PresenceData(TypedDict):
    seats: list[Annotated[PresentSeat, Shape("PresentSeat")]]
    watching: int


class PulseData(TypedDict):
    n: int
    lag: Annotated[int | None, Help("The last round trip, in milliseconds.")]


class SaidData(TypedDict):
    seat: int
    what: Annotated[str, Shape("Saying")]


class JoinedData(TypedDict):
    most: Annotated[int, Help("So many streams can be followed on one socket.")]


class RefusedStreamData(RefusedData):
    stream: NotRequired[Annotated[str, Help("Which one is not followed.")]]


# What clients say, by the name of the message.
OF_CLIENTS: Mapping[str, Mapping[str, type]] = {
    "match": {
        "join": JoinFrame,
        "ping": PingFrame,
        "move": MoveFrame,
        "showCut": ShowCutFrame,
        "commitCut": CommitCutFrame,
        "spareCut": SpareCutFrame,
        "resign": ResignFrame,
        "takeBack": TakeBackFrame,
        "consider": ConsiderFrame,
        "say": SayFrame,
        "answerPulse": AnswerPulseFrame,
    },
    "tournament": {"join": JoinFrame, "ping": PingFrame},
    "watch": {
        "join": JoinFrame,
        "follow": FollowFrame,
        "unfollow": UnfollowFrame,
        "ping": PingFrame,
    },
}
# The data of what the server says beside facts, by the type of the frame.
OF_SERVER: Mapping[str, Mapping[str, type]] = {
    "match": {
        "snapshot": ViewDocument,
        "accepted": AcceptedData,
        "refused": RefusedData,
        "options": OptionsData,
        "pong": NothingData,
        "presence": PresenceData,
        "pulse": PulseData,
        "said": SaidData,
    },
    "tournament": {"snapshot": SnapshotDocument, "refused": RefusedData, "pong": NothingData},
    "watch": {"joined": JoinedData, "refused": RefusedStreamData, "pong": NothingData},
}
FACTS: Mapping[str, str] = {"match": "MatchFact", "tournament": "TournamentFact"}
# What a socket of many streams tells of each, by the kind of the stream: as the socket of that kind
# does, with the name of the stream in front.
OF_STREAMS: Mapping[str, Mapping[str, type]] = {
    "match": {"snapshot": ViewDocument, "presence": PresenceData, "said": SaidData},
    "tournament": {"snapshot": SnapshotDocument},
}
KNOWN_STREAMS: Mapping[str, Any] = {
    "type": "object",
    "additionalProperties": {"type": ["integer", "null"], "minimum": 0},
}
SAYING: Mapping[str, Any] = {"type": "string", "enum": sorted(SAYINGS)}
PRESENT: Mapping[str, Any] = {"type": "string", "enum": ["here", "slow", "gone"]}
CLOSE_CODES: Mapping[int, str] = {
    1001: "The server ends: come back.",
    1012: "The server begins anew, or the database is away: come back.",
    4400: "Three frames were not JSON.",
    4401: "A bad token, or none any more.",
    4404: "There is nothing of this name.",
    4408: "No `join` came in time.",
    4429: "Too many frames, sockets or joins.",
}
