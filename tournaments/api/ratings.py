"""Ratings over REST: the ladders, who stands where, and how a player came there."""

from typing import Any

from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.kept import Document, document, sent
from games.api.queries import FieldsOf, Queries, asked
from games.api.serializers_of_documents import serializer_of
from games.paging import encoded, picked
from tournaments.api.kept_pages import held
from tournaments.ladders.ladder import LADDERS
from tournaments.models.ratings import Ladder
from tournaments.ratings import queries
from tournaments.ratings.documents import (
    LadderList,
    LeaderboardDocument,
    LeaderDocument,
    PlayerRatingsDocument,
)
from tournaments.store.entrant_views import player_json

ON_A_PAGE = 50
PAGES = 100_000
CHANGES_AT_ONCE = 500


class Page(serializers.Serializer[Any]):
    page = serializers.IntegerField(default=1, min_value=1, max_value=PAGES)
    fields = FieldsOf(LeaderDocument)  # type: ignore[assignment]  # a query, and no attribute


class HistoryQuery(serializers.Serializer[Any]):
    ladder = serializers.ChoiceField(LADDERS, required=False)
    limit = serializers.IntegerField(
        default=50, min_value=0, max_value=CHANGES_AT_ONCE, help_text="Matches of each ladder."
    )


class LaddersView(APIView):
    @extend_schema(operation_id="ladders", responses=serializer_of(LadderList))
    def get(self, request: Request) -> Response:
        """The ladders: one for each shape of match, and one for each with bots in it."""
        found: LadderList = {"results": queries.ladders(), "next": None}
        return Response(found)


class LeaderboardView(APIView):
    queries: Queries = {"GET": Page}

    @extend_schema(
        operation_id="leaderboard",
        responses={200: serializer_of(LeaderboardDocument), 304: None},
    )
    def get(self, request: Request, ladder: str) -> HttpResponseBase:
        """Who stands where; settled ratings first, provisional ones after them without a rank."""
        given = asked(self, request)
        found, page, fields = queries.find(ladder), given["page"], given.get("fields")

        def make() -> Document:
            return _leaderboard(found, page, fields)

        key = ("ladder", found.key, found.version, found.renamings, page, fields)
        return sent(request, held(key, make))


class PlayerRatingsView(APIView):
    queries: Queries = {"GET": HistoryQuery}

    @extend_schema(
        operation_id="player_ratings",
        responses=serializer_of(PlayerRatingsDocument),
    )
    def get(self, request: Request, handle: str) -> Response:
        """A player's ratings and the last matches that made them, oldest first."""
        given, player = asked(self, request), queries.find_player(handle)
        key, limit = given.get("ladder"), given["limit"]
        if key is None:
            limit = min(limit, CHANGES_AT_ONCE // len(LADDERS))
        found: PlayerRatingsDocument = {
            "player": player_json(player),
            "results": queries.ratings_of(player, key, limit),
            "next": None,
        }
        return Response(found)


def _leaderboard(ladder: Ladder, page: int, fields: frozenset[str] | None) -> Document:
    skip = (page - 1) * ON_A_PAGE
    # One more than is shown tells whether there is a next page.
    lines = queries.leaderboard(ladder, skip, ON_A_PAGE + 1)
    shown = [picked(line, fields) for line in lines[:ON_A_PAGE]]
    start = encoded({"ladder": ladder.key, "version": ladder.version, "results": shown})[:-1]
    return document(start, str(page + 1) if len(lines) > ON_A_PAGE else None, by="page")
