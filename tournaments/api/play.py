"""How a tournament goes, over REST: rounds, tables, standings, bracket, and its facts."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponseBase
from django.utils.cache import get_conditional_response
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments import queries
from tournaments.api.commands import After
from tournaments.api.documents import (
    BracketDocument,
    FactsDocument,
    RoundsDocument,
    StandingsDocument,
    TablesDocument,
)
from tournaments.models import Tournament


class RoundsView(APIView):
    @extend_schema(operation_id="rounds", responses=RoundsDocument)
    def get(self, request: Request, name: str) -> Response:
        """The rounds that have been paired."""
        return Response(queries.rounds(queries.find(name)))


class MatchesView(APIView):
    @extend_schema(operation_id="tournament_matches", responses=TablesDocument)
    def get(self, request: Request, name: str) -> Response:
        """The tables of all rounds, newest round first."""
        return Response(queries.matches(queries.find(name)))


class StandingsView(APIView):
    @extend_schema(operation_id="standings", responses={200: StandingsDocument, 304: None})
    def get(self, request: Request, name: str) -> HttpResponseBase:
        """Ranks with wins and points; equal ranks are shared. Empty before the start."""
        return _conditional(request, queries.find(name), queries.standings)


class BracketView(APIView):
    @extend_schema(operation_id="bracket", responses={200: BracketDocument, 304: None})
    def get(self, request: Request, name: str) -> HttpResponseBase:
        """All rounds, those to come too. Empty before the start."""
        return _conditional(request, queries.find(name), queries.bracket)


class EventsView(APIView):
    @extend_schema(operation_id="tournament_events", parameters=[After], responses=FactsDocument)
    def get(self, request: Request, name: str) -> Response:
        """The tournament's facts after a version."""
        wanted = After(data=request.query_params)
        wanted.is_valid(raise_exception=True)
        tournament = queries.find(name)
        found = queries.facts(tournament.pk, **wanted.validated_data)
        head = max([tournament.version, *(fact["version"] for fact in found)])
        return Response({"results": found, "version": head})


def _conditional(
    request: Request, tournament: Tournament, build: Callable[[Tournament], dict[str, Any]]
) -> HttpResponseBase:
    """The document, or 304 for a client that has the tournament at this version."""
    etag = f'"{tournament.pk.hex}-v{tournament.version}"'
    answer = get_conditional_response(request, etag=etag) or Response(build(tournament))
    answer["ETag"] = etag
    answer["Cache-Control"] = "no-cache"
    return answer
