"""Accounts over REST: signing up, personal tokens, and who I am."""

from typing import Any

from django.core.exceptions import ValidationError as InvalidModel
from drf_spectacular.utils import extend_schema
from knox.models import get_token_model
from rest_framework import serializers
from rest_framework.authentication import BasicAuthentication, SessionAuthentication
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts import tokens
from games.accounts.callers import signed_in
from games.accounts.sign_up import sign_up
from games.accounts.tokens import TokenAuthentication


class Credentials(serializers.Serializer[Any]):
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


class PlayersView(APIView):
    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(operation_id="sign_up", request=Credentials, responses={201: SignedUp})
    def post(self, request: Request) -> Response:
        """Signs a person up and issues their first token."""
        asked = Credentials(data=request.data)
        asked.is_valid(raise_exception=True)
        try:
            player = sign_up(**asked.validated_data)
        except InvalidModel as error:
            raise ValidationError(error.message_dict) from error
        told = {"id": player.id.hex, "handle": player.handle, "token": tokens.issue(player).token}
        return Response(SignedUp(told).data, status=201)


class TokensView(APIView):
    authentication_classes = (TokenAuthentication, BasicAuthentication, SessionAuthentication)
    permission_classes = (IsAuthenticated,)

    @extend_schema(operation_id="issue_token", request=None, responses={201: IssuedToken})
    def post(self, request: Request) -> Response:
        """Issues a personal token; it is shown once."""
        return Response(IssuedToken(tokens.issue(signed_in(request.user))).data, status=201)

    @extend_schema(operation_id="revoke_token", request=None, responses={204: None})
    def delete(self, request: Request) -> Response:
        """Revokes the token that this request is made with."""
        if isinstance(request.auth, get_token_model()):
            request.auth.delete()
        return Response(status=204)


class MeView(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(operation_id="me", responses=Me)
    def get(self, request: Request) -> Response:
        """Who I am."""
        player = signed_in(request.user)
        me = {"id": player.id.hex, "handle": player.handle, "kind": player.kind}
        return Response(Me(me).data)
