"""Accounts over REST: signing up, personal tokens, and who I am."""

from typing import Any, TypedDict

from django.core.exceptions import ValidationError as InvalidModel
from django.http import HttpResponseBase
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.authentication import BasicAuthentication, SessionAuthentication
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts import directory, guests, leaving, my_data, tokens
from games.accounts.callers import signed_in
from games.accounts.passwords import knows_password
from games.accounts.scopes import ALL, Scope, Scopes
from games.accounts.sign_up import sign_up
from games.accounts.token_authentication import ScopedTokenAuthentication
from games.api.kept import document, sent
from games.api.queries import FieldsOf, Paged, Queries, asked
from games.api.serializers_of_documents import serializer_of
from games.api.strict import StrictSerializer, check_body
from games.api.unfit import Unfit
from games.casual.documents import SeatedDocument, player_json
from games.documents import Url
from games.models import Player, Token
from games.paging import encoded, picked


class Credentials(StrictSerializer):
    handle = serializers.CharField(max_length=24)
    password = serializers.CharField(max_length=128, trim_whitespace=False, write_only=True)


class SignedUp(serializers.Serializer[Any]):
    id = serializers.CharField()
    handle = serializers.CharField()
    token = serializers.CharField()


class IssuedToken(serializers.Serializer[Any]):
    token = serializers.CharField()
    expires = serializers.DateTimeField()


class Me(serializers.Serializer[Any]):
    id = serializers.CharField()
    handle = serializers.CharField()
    kind = serializers.CharField()


class PlayersQuery(Paged):
    q = serializers.CharField(
        required=False, max_length=24, help_text="How the handle begins, in whatever case."
    )
    kind = serializers.ChoiceField(["person", "bot", "guest"], required=False)
    fields = FieldsOf(SeatedDocument)  # type: ignore[assignment]  # a query, and no attribute


class PlayerList(TypedDict):
    results: list[SeatedDocument]
    next: Url | None


class PlayersView(APIView):
    authentication_classes = ()
    permission_classes = (AllowAny,)
    queries: Queries = {"GET": PlayersQuery}

    @extend_schema(operation_id="players", responses={200: serializer_of(PlayerList), 304: None})
    def get(self, request: Request) -> HttpResponseBase:
        """Players by their handles; guests only if they are asked for."""
        given = asked(self, request)
        fields = given.get("fields")
        rows, cursor = directory.listed(
            given.get("cursor"), given["limit"], given.get("q", ""), given.get("kind")
        )
        told = [picked(player_json(one), fields) for one in rows]
        return sent(request, document(b'{"results":' + encoded(told), cursor))

    @extend_schema(operation_id="sign_up", request=Credentials, responses={201: SignedUp})
    def post(self, request: Request) -> Response:
        """Signs a person up and issues their first token."""
        asked = Credentials(data=request.data)
        asked.is_valid(raise_exception=True)
        try:
            player = sign_up(**asked.validated_data)
        except InvalidModel as error:
            raise Unfit(error.message_dict) from error
        told = {"id": player.id.hex, "handle": player.handle, "token": tokens.issue(player).token}
        return Response(SignedUp(told).data, status=201)


class GuestsView(APIView):
    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(operation_id="play_as_guest", request=None, responses={201: SignedUp})
    def post(self, request: Request) -> Response:
        """Makes a guest, who plays without an account, and issues their token."""
        check_body(request)
        guest = guests.play_as_guest()
        token = tokens.issue(guest, scopes=guests.SCOPES, ends=timezone.now() + guests.LASTS).token
        told = {"id": guest.pk.hex, "handle": guest.handle, "token": token}
        return Response(SignedUp(told).data, status=201)


class TokensView(APIView):
    authentication_classes = (
        ScopedTokenAuthentication,
        BasicAuthentication,
        SessionAuthentication,
    )
    permission_classes = (IsAuthenticated,)
    answers_secrets = True
    # Any token may be given back.
    scopes: Scopes = {"POST": frozenset({Scope.ACCOUNT}), "DELETE": ALL}

    @extend_schema(operation_id="issue_token", request=None, responses={201: IssuedToken})
    def post(self, request: Request) -> Response:
        """Issues a personal token of all scopes; it is shown once."""
        check_body(request)
        issued = tokens.issue(signed_in(request.user), by=token_of(request))
        return Response(IssuedToken(issued).data, status=201)

    @extend_schema(operation_id="revoke_token", request=None, responses={204: None})
    def delete(self, request: Request) -> Response:
        """Revokes the token that this request is made with."""
        check_body(request)
        if (token := token_of(request)) is not None:
            token.delete()
        return Response(status=204)


def token_of(request: Request) -> Token | None:
    """What the request is made with, where that is a token."""
    auth: object = request.auth
    return auth if isinstance(auth, Token) else None


class Farewell(StrictSerializer):
    password = serializers.CharField(
        default="", max_length=128, trim_whitespace=False, write_only=True, allow_blank=True
    )


class MeView(APIView):
    permission_classes = (IsAuthenticated,)
    scopes: Scopes = {"DELETE": frozenset({Scope.ACCOUNT})}

    @extend_schema(operation_id="me", responses=Me)
    def get(self, request: Request) -> Response:
        """Who I am."""
        player = signed_in(request.user)
        return Response(Me(_me(player)).data)

    @extend_schema(operation_id="delete_me", request=Farewell, responses={204: None})
    def delete(self, request: Request) -> Response:
        """Deletes the caller, for ever; asks for the password, which a guest has not."""
        asked = Farewell(data=request.data)
        asked.is_valid(raise_exception=True)
        player = signed_in(request.user)
        password = asked.validated_data["password"]
        if player.kind != player.Kind.GUEST and not knows_password(
            request._request, player, password
        ):
            raise leaving.WrongPassword()
        leaving.leave(player, timezone.now())
        return Response(status=204)


class KeepView(APIView):
    permission_classes = (IsAuthenticated,)
    scopes: Scopes = {"POST": frozenset({Scope.ACCOUNT})}

    @extend_schema(operation_id="keep_account", request=Credentials, responses=Me)
    def post(self, request: Request) -> Response:
        """Makes a full account of a guest's: the same player, with everything played."""
        asked = Credentials(data=request.data)
        asked.is_valid(raise_exception=True)
        player = signed_in(request.user)
        try:
            guests.keep(player, **asked.validated_data)
        except InvalidModel as error:
            raise Unfit(error.message_dict) from error
        return Response(Me(_me(player)).data)


class MyDataView(APIView):
    permission_classes = (IsAuthenticated,)
    scopes: Scopes = {"GET": frozenset({Scope.ACCOUNT})}

    @extend_schema(operation_id="my_data", responses=OpenApiTypes.OBJECT)
    def get(self, request: Request) -> Response:
        """Everything that is kept of the caller, without secrets."""
        return Response(my_data.document(signed_in(request.user)))


def _me(player: Player) -> dict[str, str]:
    return {"id": player.id.hex, "handle": player.handle, "kind": player.kind}
