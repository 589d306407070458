"""Tournaments over REST: the list, the one, its settings and who is in it."""

from typing import Any

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.actions import entries_import, services
from tournaments.actions.player_lookup import player_of
from tournaments.api.action_views import Acted, act
from tournaments.api.csv_body import BoundedCsvParser
from tournaments.api.documents import (
    EntrantDocument,
    EntrantList,
    TournamentDocument,
    TournamentList,
)
from tournaments.api.serializers import After, EntryBody, Filter, SettingsBody, settings_of
from tournaments.domain.commands import ChangeSettings
from tournaments.domain.settings import Settings
from tournaments.read import queries
from tournaments.store.entrant_views import entrant_json


class NewestFirst(CursorPagination):
    page_size = 50
    ordering = "-id"  # ids are sortable in time, unique, and never change

    def get_paginated_response(self, data: Any) -> Response:
        return Response({"results": data, "next": self.get_next_link()})


def _settings(request: Request) -> Settings:
    body = SettingsBody(data=request.data)
    body.is_valid(raise_exception=True)
    given = dict(body.validated_data)
    directors = tuple(
        player_of(handle, f"directors.{number}").pk.hex
        for number, handle in enumerate(given.pop("directors"))
    )
    return settings_of(given | {}, directors)


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
        request=SettingsBody,
        responses={201: TournamentDocument},
    )
    def post(self, request: Request) -> Response:
        """A new tournament in state draft; the caller is its organiser."""
        made = services.create(request.user, _settings(request), now=timezone.now())
        return Response(queries.summary(queries.find(made.pk.hex)), status=201)


class TournamentView(APIView):
    @extend_schema(operation_id="tournament", responses=TournamentDocument)
    def get(self, request: Request, name: str) -> Response:
        """The tournament with this id or slug."""
        return Response(queries.summary(queries.find(name)))

    @extend_schema(operation_id="change_settings", request=SettingsBody, responses=Acted)
    def put(self, request: Request, name: str) -> Response:
        """Other settings, all of them, before the start (directors)."""
        tournament = queries.find(name)
        command = ChangeSettings(request.user.pk.hex, _settings(request), timezone.now())
        return act(request, tournament, command)


class StartView(APIView):
    @extend_schema(operation_id="start_tournament", request=None, responses=TournamentDocument)
    def post(self, request: Request, name: str) -> Response:
        """Starts the tournament (directors): at least two entrants."""
        services.start(queries.find(name), request.user, now=timezone.now())
        return Response(queries.summary(queries.find(name)))


class EntrantsView(APIView):
    parser_classes = (*APIView.parser_classes, BoundedCsvParser)

    @extend_schema(operation_id="entrants", parameters=[After], responses=EntrantList)
    def get(self, request: Request, name: str) -> Response:
        """Who is in or waits, in order of entry; `next` is the number to go on after."""
        wanted = After(data=request.query_params)
        wanted.is_valid(raise_exception=True)
        return Response(queries.entrants(queries.find(name), **wanted.validated_data))

    @extend_schema(
        operation_id="enter",
        request={"application/json": EntryBody, "text/csv": OpenApiTypes.STR},
        responses={201: EntrantList},
    )
    def post(self, request: Request, name: str) -> Response:
        """Enters the caller, or, with `bot`, so many bots (directors); a CSV file enters all whom
        it names, or nobody (directors). Answers who was entered.
        """
        if isinstance(request.data, str):
            found = queries.find(name)
            listed = entries_import.enter_all(found, request.user, request.data, now=timezone.now())
            results = [entrant_json(entrant) for entrant in listed]
            return Response({"results": results, "next": None}, status=201)
        form = EntryBody(data=request.data)
        form.is_valid(raise_exception=True)
        entry, tournament, now = form.validated_data, queries.find(name), timezone.now()
        if bot := entry.get("bot"):
            made = services.enter_bots(
                tournament, request.user, bot, entry.get("count", 1), now=now
            )
        else:
            partner = entry.get("partner")
            made = [
                services.enter(
                    tournament,
                    request.user,
                    partner=player_of(partner, "partner") if partner else None,
                    name=entry["name"],
                    club=entry["club"],
                    now=now,
                )
            ]
        results = [entrant_json(entrant) for entrant in made]
        return Response({"results": results, "next": None}, status=201)

    @extend_schema(operation_id="withdraw", responses=EntrantDocument)
    def delete(self, request: Request, name: str) -> Response:
        """Withdraws the caller's entrant."""
        gone = services.withdraw(queries.find(name), request.user, now=timezone.now())
        return Response(entrant_json(gone))


class EntrantView(APIView):
    @extend_schema(operation_id="entrant", responses=EntrantDocument)
    def get(self, request: Request, name: str, entrant: str) -> Response:
        """One entrant."""
        return Response(entrant_json(queries.find_entrant(queries.find(name), entrant)))
