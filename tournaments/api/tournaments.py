"""Tournaments over REST: the list, the one, its settings and who is in it."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.callers import signed_in
from games.accounts.scopes import Scope, Scopes, require, scopes_of
from games.api.kept import Document, document, sent, tagged
from games.api.keys import command_of
from games.api.queries import Queries, asked
from games.api.serializers_of_documents import serializer_of
from games.api.strict import check_body
from games.api.unfit import Unfit
from tournaments.actions import services
from tournaments.actions.action import Action
from tournaments.actions.entry_actions import ENTER, ENTER_BOTS, ENTER_LISTED, WITHDRAW
from tournaments.actions.event_actions import CHANGE_SETTINGS, DELETE_DRAFT, START
from tournaments.actions.plans import EditingSettings
from tournaments.actions.settings_body import settings_of
from tournaments.api.action_views import (
    Acted,
    act,
    expected_version,
    is_preview,
    or_acted,
    previewed,
    unless_moved_on,
)
from tournaments.api.csv_body import BoundedCsvParser
from tournaments.api.kept_pages import held
from tournaments.api.serializers import (
    EntrantsQuery,
    EntryBody,
    Preview,
    SettingsBody,
    TournamentsQuery,
)
from tournaments.api.tags import etag
from tournaments.documents.events import (
    EntrantDocument,
    EntrantList,
    TournamentDocument,
    TournamentList,
)
from tournaments.models import Tournament
from tournaments.read import paged_entrants, paged_tournaments, queries, summaries
from tournaments.read.heads import head_of
from tournaments.store.entrant_views import entrant_json


def _body(request: Request, partial: bool = False) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the body says of settings; and what it says beside them."""
    form = SettingsBody(data=request.data, partial=partial)
    form.is_valid(raise_exception=True)
    given = dict(form.validated_data)
    beside = {name: given.pop(name) for name in ("description", "reason") if name in given}
    return given, beside


class TournamentsView(APIView):
    scopes: Scopes = {"POST": frozenset({Scope.ORGANISE})}
    queries: Queries = {"GET": TournamentsQuery}

    @extend_schema(
        operation_id="tournaments", responses={200: serializer_of(TournamentList), 304: None}
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Tournaments, newest first."""
        made = paged_tournaments.page(**asked(self, request))
        return sent(request, document(made.start, made.cursor))

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
        row = queries.find(made.pk.hex)
        headers = {"Location": reverse("api-tournament", args=[made.slug]), "ETag": etag(row)}
        return Response(summaries.of(row), status=201, headers=headers)


class TournamentView(APIView):
    scopes: Scopes = {
        "PUT": frozenset({CHANGE_SETTINGS.scope}),
        "PATCH": frozenset({CHANGE_SETTINGS.scope}),
        "DELETE": frozenset({DELETE_DRAFT.scope}),
    }
    queries: Queries = dict.fromkeys(("PUT", "PATCH", "DELETE"), Preview)

    @extend_schema(
        operation_id="tournament",
        responses={200: serializer_of(TournamentDocument), 304: None},
    )
    def get(self, request: Request, name: str) -> HttpResponseBase:
        """The tournament with this id or slug."""
        tournament = queries.find(name)
        tag = etag(tournament)
        answer = get_conditional_response(request, etag=tag)
        return tagged(answer or Response(summaries.of(tournament)), tag)

    @extend_schema(
        operation_id=CHANGE_SETTINGS.name,
        description=CHANGE_SETTINGS.description,
        request=SettingsBody,
        responses=Acted,
    )
    def put(self, request: Request, name: str) -> Response:
        tournament = queries.find(name)
        given, beside = _body(request)
        wanted = {"settings": settings_of(given), **beside}
        command = CHANGE_SETTINGS.command(signed_in(request.user), wanted, {}, timezone.now())
        return act(request, tournament, command)

    @extend_schema(
        operation_id="edit_settings",
        description=f"Some settings otherwise; the others stay. {CHANGE_SETTINGS.description}",
        request=SettingsBody(partial=True),
        responses=Acted,
    )
    def patch(self, request: Request, name: str) -> Response:
        tournament = queries.find(name)
        given, beside = _body(request, partial=True)
        plan = EditingSettings(signed_in(request.user), given, timezone.now(), **beside)
        return act(request, tournament, plan)

    @extend_schema(
        operation_id=DELETE_DRAFT.name,
        description=DELETE_DRAFT.description,
        request=None,
        responses=Acted,
    )
    def delete(self, request: Request, name: str) -> Response:
        check_body(request)
        tournament = queries.find(name)
        command = DELETE_DRAFT.command(signed_in(request.user), {}, {}, timezone.now())
        return act(request, tournament, command)


class StartView(APIView):
    scopes: Scopes = {"POST": frozenset({START.scope})}
    queries: Queries = {"POST": Preview}

    @extend_schema(
        operation_id=START.name,
        description=START.description,
        request=None,
        responses=or_acted("Started", serializer_of(TournamentDocument)),
    )
    def post(self, request: Request, name: str) -> Response:
        check_body(request)
        tournament, now = queries.find(name), timezone.now()
        only_at, by = expected_version(request, tournament), signed_in(request.user)
        if is_preview(request):
            return previewed(tournament, START.command(by, {}, {}, now))
        with unless_moved_on():
            services.start(tournament, by, now=now, only_at=only_at, named=command_of(request, by))
        return _tagged(summaries.of(after := queries.find(name)), after)


class EntrantsView(APIView):
    # Which of the two an entry asks for, its body says.
    scopes: Scopes = {
        "POST": frozenset({ENTER.scope, ENTER_BOTS.scope}),
        "DELETE": frozenset({WITHDRAW.scope}),
    }
    parser_classes = (*APIView.parser_classes, BoundedCsvParser)

    queries: Queries = {"GET": EntrantsQuery, "POST": Preview, "DELETE": Preview}

    @extend_schema(operation_id="entrants", responses={200: serializer_of(EntrantList), 304: None})
    def get(self, request: Request, name: str) -> HttpResponseBase:
        """Who is in or waits, in order of entry; `next` is the number to go on after."""
        head, given = head_of(name), asked(self, request)

        def make() -> Document:
            made = paged_entrants.page(head, **given)
            return document(made.start, made.cursor, by="after", counts=True)

        return sent(request, held(("entrants", head, *sorted(given.items())), make))

    @extend_schema(
        operation_id=ENTER.name,
        request={"application/json": EntryBody, "text/csv": OpenApiTypes.BINARY},
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
        only_at, by = expected_version(request, tournament), signed_in(request.user)
        if is_preview(request):
            return previewed(tournament, command)
        named = command_of(request, by)
        with unless_moved_on():
            events = services.act(tournament, by, command, now=now, only_at=only_at, named=named)
        made = services.entered(tournament, events)
        listed: EntrantList = {"results": [entrant_json(one) for one in made], "next": None}
        answer = _tagged(listed, queries.find(tournament.pk.hex), status=201)
        if made:
            answer["Location"] = reverse("api-entrant", args=[tournament.slug, made[0].pk.hex])
        return answer

    @extend_schema(
        operation_id=WITHDRAW.name,
        description=WITHDRAW.description,
        request=None,
        responses={200: or_acted("Withdrawn", serializer_of(EntrantDocument))},
    )
    def delete(self, request: Request, name: str) -> Response:
        check_body(request)
        tournament, now = queries.find(name), timezone.now()
        only_at, by = expected_version(request, tournament), signed_in(request.user)
        if is_preview(request):
            return previewed(tournament, WITHDRAW.command(by, {}, {}, now))
        with unless_moved_on():
            gone = services.withdraw(tournament, by, now=now, only_at=only_at)
        return _tagged(entrant_json(gone), queries.find(tournament.pk.hex))


def _tagged(document: Mapping[str, Any], tournament: Tournament, status: int = 200) -> Response:
    """The document, with the tag of the tournament as it is then."""
    return Response(document, status=status, headers={"ETag": etag(tournament)})


def _entry(request: Request) -> tuple[Action, dict[str, Any]]:
    """Whom the body enters: those in a file, bots, or the caller."""
    body: object = request.data
    if isinstance(body, str) and not (request.content_type or "").startswith("application/json"):
        return ENTER_LISTED, {"text": body}
    form = EntryBody(data=body)
    form.is_valid(raise_exception=True)
    if "count" in form.validated_data and "bot" not in form.validated_data:
        raise Unfit({"count": ["It goes with bot."]})
    return (ENTER_BOTS if "bot" in form.validated_data else ENTER), form.validated_data


class EntrantView(APIView):
    @extend_schema(operation_id="entrant", responses=serializer_of(EntrantDocument))
    def get(self, request: Request, name: str, entrant: str) -> Response:
        """One entrant."""
        return Response(entrant_json(queries.find_entrant(queries.find(name), entrant)))
