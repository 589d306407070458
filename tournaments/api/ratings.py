"""Ratings over REST: the ladders, who stands where, and how a player came there."""

from typing import Any

from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param
from rest_framework.views import APIView

from tournaments.api.conditional import conditional
from tournaments.api.documents import Document, PlayerDocument
from tournaments.ladders.ladder import LADDERS
from tournaments.models.ratings import Ladder
from tournaments.ratings import queries
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


class LadderDocument(Document):
    ladder = serializers.ChoiceField(LADDERS)
    players = serializers.IntegerField()
    version = serializers.IntegerField()


class LadderList(Document):
    results = LadderDocument(many=True)
    next = serializers.URLField(allow_null=True)


class RatingDocument(Document):
    rating = serializers.IntegerField()
    deviation = serializers.IntegerField()
    provisional = serializers.BooleanField()
    matches = serializers.IntegerField()
    rank = serializers.IntegerField(allow_null=True)


class LeaderDocument(RatingDocument):
    player = PlayerDocument()


class LeaderboardDocument(Document):
    ladder = serializers.ChoiceField(LADDERS)
    version = serializers.IntegerField()
    results = LeaderDocument(many=True)
    next = serializers.URLField(allow_null=True)


class RatingChangeDocument(Document):
    version = serializers.IntegerField()
    match = serializers.CharField()
    tournament = serializers.CharField()
    teams = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    place = serializers.IntegerField()
    before = serializers.IntegerField()
    after = serializers.IntegerField()
    at = serializers.DateTimeField()


class PlayerRatingDocument(RatingDocument):
    ladder = serializers.ChoiceField(LADDERS)
    history = RatingChangeDocument(many=True)


class PlayerRatingsDocument(Document):
    player = PlayerDocument()
    results = PlayerRatingDocument(many=True)
    next = serializers.URLField(allow_null=True)


class LaddersView(APIView):
    @extend_schema(operation_id="ladders", responses=LadderList)
    def get(self, request: Request) -> Response:
        """The ladders: one for each shape of match, and one for each with bots in it."""
        return Response({"results": queries.ladders(), "next": None})


class LeaderboardView(APIView):
    @extend_schema(
        operation_id="leaderboard",
        parameters=[Page],
        responses={200: LeaderboardDocument, 304: None},
    )
    def get(self, request: Request, ladder: str) -> HttpResponseBase:
        """Who stands where; settled ratings first, provisional ones after them without a rank."""
        wanted = Page(data=request.query_params)
        wanted.is_valid(raise_exception=True)
        found, page = queries.find(ladder), wanted.validated_data["page"]
        etag = f"{found.key}-v{found.version}"
        return conditional(request, etag, lambda: _leaderboard(request, found, page))


class PlayerRatingsView(APIView):
    @extend_schema(
        operation_id="player_ratings", parameters=[HistoryQuery], responses=PlayerRatingsDocument
    )
    def get(self, request: Request, handle: str) -> Response:
        """A player's ratings and the last matches that made them, oldest first."""
        wanted = HistoryQuery(data=request.query_params)
        wanted.is_valid(raise_exception=True)
        player = queries.find_player(handle)
        key, limit = wanted.validated_data.get("ladder"), wanted.validated_data["limit"]
        found = queries.ratings_of(player, key, limit)
        return Response({"player": player_json(player), "results": found, "next": None})


def _leaderboard(request: Request, ladder: Ladder, page: int) -> dict[str, Any]:
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
