"""An event over plain HTTP: its facts, and its standings whenever they have changed, for who asks
(docs/protocol.md, Streams).
"""

import asyncio
from collections import OrderedDict
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from games.api.queries import Queries
from games.api.streams import (
    GOES_ON,
    LAST_EVENT_ID,
    StreamQuery,
    StreamView,
    after_in,
    nothing_more,
)
from games.live.database import in_database
from games.live.fact_streams import FactStream
from games.live.streams import Reader
from games.refusals import MalformedField
from tournaments.documents.standings import StandingsDocument
from tournaments.live.broadcast import TOURNAMENT
from tournaments.live.consumers import snapshot_of
from tournaments.models import Tournament
from tournaments.read import queries, standings_views

OVER = (Tournament.State.COMPLETED, Tournament.State.CANCELLED)
# How many events' newest standings a process keeps for their readers.
MOST_KEPT = 256
# Standings are told no more often: a round of many tables ends within a few moments.
PAUSE_SECONDS = 1.0


class TournamentStream(FactStream):
    """One that is `with_standings` is told the first page of them after they have changed."""

    told: int | None = None

    def __init__(self, reader: Reader, id_: UUID, after: int | None, with_standings: bool) -> None:
        super().__init__(
            reader,
            TOURNAMENT,
            id_,
            viewer=None,
            after=after,
            snapshot=lambda: snapshot_of(id_),
            is_over=lambda: _is_over(id_),
        )
        self.with_standings = with_standings

    async def begin(self) -> None:
        await super().begin()
        await self._tell_standings()

    async def tell_news(self) -> None:
        before = self.sent
        await super().tell_news()
        if self.sent > before and self.with_standings:
            await self._tell_standings()
            await self.pause(PAUSE_SECONDS)

    async def end_if_over(self) -> None:
        """The last standings come before the last line."""
        if await in_database(self.is_over):
            await self._tell_standings()
        await super().end_if_over()

    async def _tell_standings(self) -> None:
        if not self.with_standings or self.is_ending:
            return
        document = await newest_standings(self.id, self.sent)
        if document["version"] != self.told:
            self.told = document["version"]
            await self.write([self.frame("standings", document)])


_kept: OrderedDict[tuple[UUID, int], "asyncio.Task[StandingsDocument]"] = OrderedDict()


async def newest_standings(tournament_id: UUID, version: int) -> StandingsDocument:
    """The first page as it is at this version or later: read once for all who ask meanwhile."""
    key = tournament_id, version
    reading = _kept.get(key)
    if reading is None or reading.get_loop() is not asyncio.get_running_loop():
        reading = _kept[key] = asyncio.create_task(in_database(_standings, tournament_id))
        if len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    try:
        return await asyncio.shield(reading)
    except Exception:
        _kept.pop(key, None)
        raise


def _standings(tournament_id: UUID) -> StandingsDocument:
    tournament = queries.find(tournament_id.hex)
    return standings_views.document(tournament, queries.find_stage(tournament))


def _is_over(tournament_id: UUID) -> bool:
    rows = Tournament.objects.filter(pk=tournament_id)
    return not rows.exists() or rows.filter(state__in=OVER).exists()


class TournamentStreamQuery(StreamQuery):
    standings = serializers.ChoiceField(
        ["true", "false"],
        default="false",
        help_text="Also the first page of the standings as it changes.",
    )


class TournamentStreamView(StreamView):
    queries: Queries = {"GET": TournamentStreamQuery}

    @extend_schema(operation_id="tournament_stream", parameters=[LAST_EVENT_ID], responses=GOES_ON)
    def get(self, request: Request, name: str) -> HttpResponse:
        """The event, and each of its facts as it is committed."""
        after, with_standings = after_in(request), _flag(request, "standings")
        tournament = queries.find(name)
        if tournament.state in OVER and after is not None and after >= tournament.version:
            return nothing_more()
        id_ = tournament.pk

        def stream(reader: Reader) -> TournamentStream:
            return TournamentStream(reader, id_, after, with_standings)

        # What anybody may read, pages of others may read as well; nobody is signed in there.
        anywhere: dict[str, Any] = {"Access-Control-Allow-Origin": "*"}
        return self.going_on(request, stream, **anywhere)


def _flag(request: Request, name: str) -> bool:
    text = request.query_params.get(name, "false")
    if text not in ("true", "false"):
        raise MalformedField(field=name)
    return text == "true"
