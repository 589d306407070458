"""`/ws/tournaments/<id or slug>/`: following a tournament (docs/protocol.md, Sockets)."""

from typing import Any
from uuid import UUID

from games.live.database import in_database
from games.live.frames import UnknownFrame
from games.live.sockets import StreamConsumer
from tournaments.documents.facts import SnapshotDocument
from tournaments.live.broadcast import TOURNAMENT
from tournaments.read import paged_brackets, queries, standings_views, summaries
from tournaments.read.heads import head_of

# A bracket of thousands has megabytes, and everybody joins anew when a connection is lost.
LARGEST_BRACKET = 64


class TournamentConsumer(StreamConsumer):
    source = TOURNAMENT
    tournament_id: UUID

    async def enter(self) -> tuple[UUID, None]:
        name = self.scope["url_route"]["kwargs"]["name"]
        self.tournament_id = (await in_database(queries.find, name)).pk
        return self.tournament_id, None

    async def snapshot(self) -> tuple[int, SnapshotDocument]:
        return await in_database(snapshot_of, self.tournament_id)

    async def act(self, frame: dict[str, Any]) -> None:
        raise UnknownFrame()


def snapshot_of(tournament_id: UUID) -> tuple[int, SnapshotDocument]:
    """The version, and how everything stands at it, or a moment later."""
    tournament = queries.find(tournament_id.hex)
    stage, summary = queries.find_stage(tournament), summaries.of(tournament)
    is_small = summary["entrants"] <= LARGEST_BRACKET
    return tournament.version, {
        "tournament": summary,
        "bracket": paged_brackets.whole(head_of(tournament_id.hex), stage) if is_small else None,
        "standings": standings_views.document(tournament, stage),
    }
