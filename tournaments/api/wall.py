"""The wall over REST: which tables are played at now, the most exciting first."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.queries import Queries, asked
from games.api.serializers_of_documents import serializer_of
from tournaments.documents.tables import WallDocument
from tournaments.models import Tournament
from tournaments.read import queries, wall

MOST_PAGES = 10_000


class WallQuery(serializers.Serializer[Any]):
    page = serializers.IntegerField(default=1, min_value=1, max_value=MOST_PAGES)
    favourites = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=1000,
        help_text="Handles with commas between them, at most 20: their tables come first.",
    )


class WallView(APIView):
    queries: Queries = {"GET": WallQuery}

    @extend_schema(operation_id="wall", responses=serializer_of(WallDocument))
    def get(self, request: Request) -> Response:
        """The tables of the whole house, twenty a page."""
        return _page(asked(self, request), None)


class EventWallView(APIView):
    queries: Queries = {"GET": WallQuery}

    @extend_schema(operation_id="tournament_wall", responses=serializer_of(WallDocument))
    def get(self, request: Request, name: str) -> Response:
        """The tables of the event, twenty a page."""
        return _page(asked(self, request), queries.find(name, request.user))


def _page(wanted: Mapping[str, Any], tournament: Tournament | None) -> Response:
    favourites = [one.strip() for one in wanted["favourites"].split(",") if one.strip()]
    return Response(wall.document(tournament, wanted["page"], favourites))
