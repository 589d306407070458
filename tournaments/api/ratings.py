"""Ratings over REST: the ladders, who stands where, and how a player came there."""

from typing import Any

from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param
from rest_framework.views import APIView

from games.api.serializers_of_documents import serializer_of
from tournaments.api.conditional import conditional
from tournaments.ladders.ladder import LADDERS
from tournaments.models.ratings import Ladder
from tournaments.ratings import queries
from tournaments.ratings.documents import (
    LadderList,
    LeaderboardDocument,
    PlayerRatingsDocument,
)
from tournaments.store.entrant_views import player_json

ON_A_PAGE = 50
PAGES = 100_000
CHANGES_AT_ONCE = 500


class Page(serializers.Serializer[Any]):
    page = serializers.IntegerField(default=1, min_value=1, max_value=PAGES)


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
    @extend_schema(
        operation_id="leaderboard",
        parameters=[Page],
        responses={200: serializer_of(LeaderboardDocument), 304: None},
    )
    def get(self, request: Request, ladder: str) -> HttpResponseBase:
        """Who stands where; settled ratings first, provisional ones after them without a rank."""
        wanted = Page(data=request.query_params)
        wanted.is_valid(raise_exception=True)
        found, page = queries.find(ladder), wanted.validated_data["page"]
        etag = f"{found.key}-v{found.version}" + (f"-n{found.renamings}" if found.renamings else "")
        return conditional(request, etag, lambda: _leaderboard(request, found, page))


class PlayerRatingsView(APIView):
    @extend_schema(
        operation_id="player_ratings",
        parameters=[HistoryQuery],
        responses=serializer_of(PlayerRatingsDocument),
    )
    def get(self, request: Request, handle: str) -> Response:
        """A player's ratings and the last matches that made them, oldest first."""
        wanted = HistoryQuery(data=request.query_params)
        wanted.is_valid(raise_exception=True)
        player = queries.find_player(handle)
        key, limit = wanted.validated_data.get("ladder"), wanted.validated_data["limit"]
        found: PlayerRatingsDocument = {
            "player": player_json(player),
            "results": queries.ratings_of(player, key, limit),
            "next": None,
        }
        return Response(found)


def _leaderboard(request: Request, ladder: Ladder, page: int) -> LeaderboardDocument:
    skip = (page - 1) * ON_A_PAGE
    # One more than is shown tells whether there is a next page.
    lines = queries.leaderboard(ladder, skip, ON_A_PAGE + 1)
    address = request.build_absolute_uri()
    more = len(lines) > ON_A_PAGE
    return {
        "ladder": ladder.key,
        "version": ladder.version,
        "results": lines[:ON_A_PAGE],
        "next": replace_query_param(address, "page", page + 1) if more else None,
    }
