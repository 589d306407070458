"""Casual tables over REST: making a match, the lobby, joining, and what comes after a match."""

from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.bots import BOTS
from engine.rules.moves import move_text, move_to_json
from engine.rules.rulesets import RULESETS
from games.accounts.callers import signed_in, viewer
from games.accounts.scopes import Scope, Scopes
from games.api.matches import PrivateView
from games.api.serializers_of_documents import serializer_of
from games.api.shaped import ShapedObject
from games.api.strict import StrictSerializer, check_body
from games.casual import exhibition, lobby, rematch, tables
from games.casual.documents import (
    CasualTableDocument,
    CasualTableList,
    HintDocument,
    WatchedDocument,
    table_json,
)
from games.casual.models import Table
from games.casual.refusals import UnknownTable
from games.casual.wishes import ANY_BOT, LINK, MOST_SEATS, OPEN, Wish, wish_in
from games.jobs import hints
from games.refusals import MalformedField

TableAnswer = serializer_of(CasualTableDocument)


class WishedClock(StrictSerializer):
    turn_seconds = serializers.IntegerField(required=False, min_value=5, max_value=3600)
    bank_seconds = serializers.IntegerField(required=False, min_value=0, max_value=3600)
    bot_pace_ms = serializers.IntegerField(required=False, min_value=0, max_value=10_000)


class WishedTable(StrictSerializer):
    ruleset = serializers.ChoiceField(list(RULESETS), required=False, default="classic")
    overrides = ShapedObject(shape="Overrides", required=False)
    seats = serializers.IntegerField(required=False, min_value=2, max_value=6)
    opponents = serializers.ListField(
        child=serializers.ChoiceField([*BOTS, ANY_BOT, OPEN, LINK]),
        required=False,
        min_length=1,
        max_length=MOST_SEATS - 1,
        help_text="Of the seats 1, 2, …: a bot's key, `bot`, `open` or `link`; one stands for all.",
    )
    clock = WishedClock(required=False)
    rated = serializers.BooleanField(required=False, default=False)


class FoundTable(WishedTable):
    opponents = serializers.ListField(
        child=serializers.ChoiceField([OPEN]),
        required=False,
        min_length=1,
        max_length=MOST_SEATS - 1,
        help_text="Of the seats 1, 2, …; one stands for all.",
    )


class PlayingView(PrivateView):
    permission_classes = (IsAuthenticated,)
    scopes: Scopes = {"POST": frozenset({Scope.PLAY})}


class MatchesView(PlayingView):
    @extend_schema(operation_id="make_match", request=WishedTable, responses={201: TableAnswer})
    def post(self, request: Request) -> Response:
        """Makes a casual match, which begins when every seat is taken."""
        wish = _wish(request)
        return _made(tables.create(signed_in(request.user), wish, timezone.now()))


class LobbyView(PrivateView):
    @extend_schema(operation_id="lobby", responses=serializer_of(CasualTableList))
    def get(self, request: Request) -> Response:
        """The tables at which anybody may sit down, the longest waiting first."""
        waiting = lobby.waiting(timezone.now())
        answer: CasualTableList = {"results": [table_json(one, code=False) for one in waiting]}
        return Response(answer)


class FindView(PlayingView):
    @extend_schema(operation_id="find_opponent", request=FoundTable, responses={201: TableAnswer})
    def post(self, request: Request) -> Response:
        """Puts the caller to a table of this kind that waits for somebody, or to a new one."""
        wish = _wish(request, {"opponents": ["open"]})
        if set(wish.opponents) != {OPEN}:
            raise MalformedField(field="opponents")
        return _made(lobby.find_opponent(signed_in(request.user), wish, timezone.now()))


class TableView(PrivateView):
    @extend_schema(operation_id="casual_table", responses=TableAnswer)
    def get(self, request: Request, table: str) -> Response:
        """The table of this id or code."""
        found, by_code = tables.find(table)
        player = viewer(request.user)
        if not (by_code or tables.has_seat(found, player) or _is_for_anybody(found)):
            raise UnknownTable()
        return Response(table_json(found, code=by_code or tables.has_seat(found, player)))


class JoinView(PlayingView):
    @extend_schema(operation_id="join_table", request=None, responses=TableAnswer)
    def post(self, request: Request, table: str) -> Response:
        """Sits the caller down."""
        check_body(request)
        found, by_code = tables.find(table)
        player = signed_in(request.user)
        return _shown(tables.join(found, player, timezone.now(), by_code=by_code))


class LeaveView(PlayingView):
    @extend_schema(operation_id="leave_table", request=None, responses=TableAnswer)
    def post(self, request: Request, table: str) -> Response:
        """Gives the caller's seat up, while the table waits."""
        check_body(request)
        found, _by_code = tables.find(table)
        left = tables.leave(found, signed_in(request.user), timezone.now())
        return Response(table_json(left, code=False))


class HereView(PlayingView):
    @extend_schema(operation_id="wait_at_table", request=None, responses=TableAnswer)
    def post(self, request: Request, table: str) -> Response:
        """Says that the caller still waits, and looks once more for whom to play with."""
        check_body(request)
        found, _by_code = tables.find(table)
        return _shown(lobby.here(found, signed_in(request.user), timezone.now()))


class FillView(PlayingView):
    @extend_schema(operation_id="fill_table", request=None, responses=TableAnswer)
    def post(self, request: Request, table: str) -> Response:
        """Has bots take the seats that wait."""
        check_body(request)
        found, _by_code = tables.find(table)
        return _shown(tables.fill_with_bots(found, signed_in(request.user), timezone.now()))


class RematchView(PlayingView):
    scopes: Scopes = {
        "POST": frozenset({Scope.PLAY}),
        "DELETE": frozenset({Scope.PLAY}),
    }

    def get_permissions(self) -> Any:
        return [AllowAny()] if self.request.method == "GET" else super().get_permissions()

    @extend_schema(operation_id="rematch", responses=TableAnswer)
    def get(self, request: Request, match_id: UUID) -> Response:
        """The table of the match's rematch, if somebody has asked for one."""
        found = rematch.rematch_of(match_id)
        if found is None:
            raise UnknownTable()
        return Response(table_json(found, code=tables.has_seat(found, viewer(request.user))))

    @extend_schema(operation_id="ask_for_rematch", request=None, responses={201: TableAnswer})
    def post(self, request: Request, match_id: UUID) -> Response:
        """Agrees to play a casual match that is over once more."""
        check_body(request)
        return _made(rematch.ask_for_rematch(match_id, signed_in(request.user), timezone.now()))

    @extend_schema(operation_id="decline_rematch", request=None, responses={204: None})
    def delete(self, request: Request, match_id: UUID) -> Response:
        """Does not want the rematch."""
        check_body(request)
        rematch.decline(match_id, signed_in(request.user), timezone.now())
        return Response(status=204)


class AnotherView(PlayingView):
    @extend_schema(operation_id="another_opponent", request=None, responses={201: TableAnswer})
    def post(self, request: Request, match_id: UUID) -> Response:
        """Plays a match of the same kind with somebody else."""
        check_body(request)
        return _made(rematch.another_opponent(match_id, signed_in(request.user), timezone.now()))


class HintView(PrivateView):
    permission_classes = (IsAuthenticated,)
    expensive = True

    @extend_schema(operation_id="hint", responses=serializer_of(HintDocument))
    def get(self, request: Request, match_id: UUID) -> Response:
        """What a strong bot would play for the caller, in a casual match against bots."""
        version, move = hints.hint(match_id, signed_in(request.user))
        answer: HintDocument = {
            "version": version,
            "bot": hints.ADVISER,
            "move": {"move": move_to_json(move), "text": move_text(move)},
        }
        return Response(answer)


class ExhibitionView(APIView):
    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="watch_exhibition", request=None, responses=serializer_of(WatchedDocument)
    )
    def post(self, request: Request) -> Response:
        """Says that somebody looks on: the bots of the exhibition play on, or begin anew."""
        check_body(request)
        watched: WatchedDocument = {"match": exhibition.look(timezone.now()).hex}
        return Response(watched)


def _wish(request: Request, otherwise: dict[str, Any] | None = None) -> Wish:
    if not isinstance(request.data, dict):
        raise MalformedField(field="body")
    return wish_in({**(otherwise or {}), **request.data})


def _made(table: Table) -> Response:
    """201 with where to look: the match if it has begun, else the table."""
    if table.state == Table.State.OPENED:
        location = reverse("api-match", args=[table.pk])
    else:
        location = reverse("api-table", args=[table.code])
    answer = table_json(table, code=True)
    return Response(answer, status=201, headers={"Location": location})


def _shown(table: Table) -> Response:
    return Response(table_json(table, code=True))


def _is_for_anybody(table: Table) -> bool:
    return table.state == Table.State.OPENED or any(
        chair.waits_for == "open" for chair in table.chairs.all()
    )
