"""Tournaments over REST: the list, the one, and what its organiser and its players do with it."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments import queries, services
from tournaments.api.commands import Filter, NewEntry, NewTournament
from tournaments.api.documents import (
    EntrantDocument,
    EntrantList,
    TournamentDocument,
    TournamentList,
)
from tournaments.entrant_views import entrant_json


class NewestFirst(CursorPagination):
    page_size = 50
    ordering = "-id"  # ids are sortable in time, unique, and never change

    def get_paginated_response(self, data: Any) -> Response:
        return Response({"results": data, "next": self.get_next_link()})


class TournamentsView(APIView):
    @extend_schema(operation_id="tournaments", parameters=[Filter], responses=TournamentList)
    def get(self, request: Request) -> Response:
        """Tournaments, newest first."""
        wanted = Filter(data=request.query_params)
        wanted.is_valid(raise_exception=True)
        pages = NewestFirst()
        rows = queries.rows(wanted.validated_data.get("state"))
        page = pages.paginate_queryset(rows, request, view=self) or []
        return pages.get_paginated_response([queries.summary(row) for row in page])

    @extend_schema(
        operation_id="create_tournament",
        request=NewTournament,
        responses={201: TournamentDocument},
    )
    def post(self, request: Request) -> Response:
        """A new tournament in state draft; the caller is its organiser."""
        command = NewTournament(data=request.data)
        command.is_valid(raise_exception=True)
        made = services.create(request.user, now=timezone.now(), **command.validated_data)
        return Response(queries.summary(made), status=201)


class TournamentView(APIView):
    @extend_schema(operation_id="tournament", responses=TournamentDocument)
    def get(self, request: Request, name: str) -> Response:
        """The tournament with this id or slug."""
        return Response(queries.summary(queries.find(name)))


class OpenView(APIView):
    @extend_schema(operation_id="open_registration", request=None, responses=TournamentDocument)
    def post(self, request: Request, name: str) -> Response:
        """Opens registration (organiser): draft → registration."""
        services.open_registration(queries.find(name), request.user, now=timezone.now())
        return Response(queries.summary(queries.find(name)))


class StartView(APIView):
    @extend_schema(operation_id="start_tournament", request=None, responses=TournamentDocument)
    def post(self, request: Request, name: str) -> Response:
        """Starts the tournament (organiser): registration → running; at least two entrants."""
        services.start(queries.find(name), request.user, now=timezone.now())
        return Response(queries.summary(queries.find(name)))


class EntrantsView(APIView):
    @extend_schema(operation_id="entrants", responses=EntrantList)
    def get(self, request: Request, name: str) -> Response:
        """Who is in, in order of entry."""
        return Response({"results": queries.entrants(queries.find(name)), "next": None})

    @extend_schema(operation_id="enter", request=NewEntry, responses={201: EntrantList})
    def post(self, request: Request, name: str) -> Response:
        """Enters the caller, or, with `bot`, so many bots (organiser). Answers who was entered."""
        entry = NewEntry(data=request.data)
        entry.is_valid(raise_exception=True)
        tournament, now = queries.find(name), timezone.now()
        if bot := entry.validated_data.get("bot"):
            count = entry.validated_data.get("count", 1)
            made = services.enter_bots(tournament, request.user, bot, count, now=now)
        else:
            made = [services.enter(tournament, request.user, now=now)]
        results = [entrant_json(entrant) for entrant in made]
        return Response({"results": results, "next": None}, status=201)

    @extend_schema(operation_id="withdraw", responses=EntrantDocument)
    def delete(self, request: Request, name: str) -> Response:
        """Withdraws the caller while registration is open."""
        gone = services.withdraw(queries.find(name), request.user, now=timezone.now())
        return Response(entrant_json(gone))
