"""Tournaments over REST: the list, the one, its settings and who is in it."""

from typing import Any

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.callers import signed_in
from games.accounts.scopes import Scope, Scopes, require, scopes_of
from games.api.serializers_of_documents import serializer_of
from tournaments.actions import services
from tournaments.actions.action import Action
from tournaments.actions.entry_actions import ENTER, ENTER_BOTS, ENTER_LISTED, WITHDRAW
from tournaments.actions.event_actions import CHANGE_SETTINGS, DELETE_DRAFT, START
from tournaments.actions.settings_body import edited, settings_of
from tournaments.api.action_views import Acted, act, is_preview, or_acted, previewed
from tournaments.api.csv_body import BoundedCsvParser
from tournaments.api.serializers import After, EntryBody, Filter, Preview, SettingsBody
from tournaments.documents import (
    EntrantDocument,
    EntrantList,
    TournamentDocument,
    TournamentList,
)
from tournaments.domain.settings import Settings
from tournaments.models import Tournament
from tournaments.read import queries
from tournaments.store.entrant_views import entrant_json
from tournaments.store.tournament_log import tournament_log


class NewestFirst(CursorPagination):
    page_size = 50
    ordering = "-id"  # ids are sortable in time, unique, and never change

    def get_paginated_response(self, data: list[TournamentDocument]) -> Response:
        listed: TournamentList = {"results": data, "next": self.get_next_link()}
        return Response(listed)


def _body(request: Request, partial: bool = False) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the body says of settings; and what it says beside them."""
    form = SettingsBody(data=request.data, partial=partial)
    form.is_valid(raise_exception=True)
    given = dict(form.validated_data)
    beside = {name: given.pop(name) for name in ("description", "reason") if name in given}
    return given, beside


class TournamentsView(APIView):
    scopes: Scopes = {"POST": frozenset({Scope.ORGANISE})}

    @extend_schema(
        operation_id="tournaments", parameters=[Filter], responses=serializer_of(TournamentList)
    )
    def get(self, request: Request) -> Response:
        """Tournaments, newest first."""
        wanted = Filter(data=request.query_params)
        wanted.is_valid(raise_exception=True)
        pages = NewestFirst()
        rows = queries.rows(wanted.validated_data.get("state"))
        page = pages.paginate_queryset(rows, request, view=self) or []
        return pages.get_paginated_response(queries.summaries(page))

    @extend_schema(
        operation_id="create_tournament",
        request=SettingsBody,
        responses={201: serializer_of(TournamentDocument)},
    )
    def post(self, request: Request) -> Response:
        """A new tournament in state draft; the caller is its organiser."""
        given, beside = _body(request)
        made = services.create(
            signed_in(request.user),
            settings_of(given),
            now=timezone.now(),
            description=beside.get("description", ""),
        )
        return Response(queries.summary(queries.find(made.pk.hex)), status=201)


class TournamentView(APIView):
    scopes: Scopes = {
        "PUT": frozenset({CHANGE_SETTINGS.scope}),
        "PATCH": frozenset({CHANGE_SETTINGS.scope}),
        "DELETE": frozenset({DELETE_DRAFT.scope}),
    }

    @extend_schema(operation_id="tournament", responses=serializer_of(TournamentDocument))
    def get(self, request: Request, name: str) -> Response:
        """The tournament with this id or slug."""
        return Response(queries.summary(queries.find(name)))

    @extend_schema(
        operation_id=CHANGE_SETTINGS.name,
        description=CHANGE_SETTINGS.description,
        parameters=[Preview],
        request=SettingsBody,
        responses=Acted,
    )
    def put(self, request: Request, name: str) -> Response:
        tournament = queries.find(name)
        given, beside = _body(request)
        return self._change(request, tournament, settings_of(given), beside)

    @extend_schema(
        operation_id="edit_settings",
        description=f"Some settings otherwise; the others stay. {CHANGE_SETTINGS.description}",
        parameters=[Preview],
        request=SettingsBody(partial=True),
        responses=Acted,
    )
    def patch(self, request: Request, name: str) -> Response:
        tournament = queries.find(name)
        given, beside = _body(request, partial=True)
        settings = edited(tournament_log.load(tournament.pk).settings, given)
        return self._change(request, tournament, settings, beside)

    def _change(
        self,
        request: Request,
        tournament: Tournament,
        settings: Settings,
        beside: dict[str, Any],
    ) -> Response:
        given = {"settings": settings, **beside}
        command = CHANGE_SETTINGS.command(signed_in(request.user), given, {}, timezone.now())
        return act(request, tournament, command)

    @extend_schema(
        operation_id=DELETE_DRAFT.name,
        description=DELETE_DRAFT.description,
        parameters=[Preview],
        request=None,
        responses=Acted,
    )
    def delete(self, request: Request, name: str) -> Response:
        tournament = queries.find(name)
        command = DELETE_DRAFT.command(signed_in(request.user), {}, {}, timezone.now())
        if is_preview(request):
            return previewed(tournament, command)
        return act(request, tournament, command)


class StartView(APIView):
    scopes: Scopes = {"POST": frozenset({START.scope})}

    @extend_schema(
        operation_id=START.name,
        description=START.description,
        parameters=[Preview],
        request=None,
        responses=or_acted("Started", serializer_of(TournamentDocument)),
    )
    def post(self, request: Request, name: str) -> Response:
        tournament, now = queries.find(name), timezone.now()
        if is_preview(request):
            return previewed(tournament, START.command(signed_in(request.user), {}, {}, now))
        services.start(tournament, signed_in(request.user), now=now)
        return Response(queries.summary(queries.find(name)))


class EntrantsView(APIView):
    # Which of the two an entry asks for, its body says.
    scopes: Scopes = {
        "POST": frozenset({ENTER.scope, ENTER_BOTS.scope}),
        "DELETE": frozenset({WITHDRAW.scope}),
    }
    parser_classes = (*APIView.parser_classes, BoundedCsvParser)

    @extend_schema(
        operation_id="entrants", parameters=[After], responses=serializer_of(EntrantList)
    )
    def get(self, request: Request, name: str) -> Response:
        """Who is in or waits, in order of entry; `next` is the number to go on after."""
        wanted = After(data=request.query_params)
        wanted.is_valid(raise_exception=True)
        return Response(queries.entrants(queries.find(name), **wanted.validated_data))

    @extend_schema(
        operation_id=ENTER.name,
        parameters=[Preview],
        request={"application/json": EntryBody, "text/csv": OpenApiTypes.STR},
        responses={201: serializer_of(EntrantList), 200: Acted},
    )
    def post(self, request: Request, name: str) -> Response:
        """Enters the caller, or, with `bot`, so many bots (directors); a CSV file enters all whom
        it names, or nobody (directors). Answers who was entered.
        """
        action, given = _entry(request)
        require(scopes_of(request.auth), [action.scope])
        tournament, now = queries.find(name), timezone.now()
        command = action.command(signed_in(request.user), given, {}, now)
        if is_preview(request):
            return previewed(tournament, command)
        events = services.act(tournament, signed_in(request.user), command, now=now)
        made = services.entered(tournament, events)
        listed: EntrantList = {"results": [entrant_json(one) for one in made], "next": None}
        return Response(listed, status=201)

    @extend_schema(
        operation_id=WITHDRAW.name,
        description=WITHDRAW.description,
        parameters=[Preview],
        responses={200: or_acted("Withdrawn", serializer_of(EntrantDocument))},
    )
    def delete(self, request: Request, name: str) -> Response:
        tournament, now = queries.find(name), timezone.now()
        if is_preview(request):
            return previewed(tournament, WITHDRAW.command(signed_in(request.user), {}, {}, now))
        return Response(
            entrant_json(services.withdraw(tournament, signed_in(request.user), now=now))
        )


def _entry(request: Request) -> tuple[Action, dict[str, Any]]:
    """Whom the body enters: those in a file, bots, or the caller."""
    body: object = request.data
    if isinstance(body, str):
        return ENTER_LISTED, {"text": body}
    form = EntryBody(data=body)
    form.is_valid(raise_exception=True)
    return (ENTER_BOTS if "bot" in form.validated_data else ENTER), form.validated_data


class EntrantView(APIView):
    @extend_schema(operation_id="entrant", responses=serializer_of(EntrantDocument))
    def get(self, request: Request, name: str, entrant: str) -> Response:
        """One entrant."""
        return Response(entrant_json(queries.find_entrant(queries.find(name), entrant)))
