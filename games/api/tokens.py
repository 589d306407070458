"""The caller's tokens over REST: many, named, each for so much and so long."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts import tokens
from games.accounts.callers import signed_in
from games.accounts.scopes import Scope, Scopes, scopes_of
from games.api.accounts import token_of
from games.api.strict import StrictSerializer, check_body
from games.models import Token

FOR_THE_ACCOUNT = frozenset({Scope.ACCOUNT})


class NewToken(StrictSerializer):
    name = serializers.CharField(default="", max_length=tokens.NAME_LENGTH, allow_blank=True)
    scopes = serializers.ListField(
        child=serializers.ChoiceField([scope.value for scope in Scope]),
        min_length=1,
        max_length=len(Scope),
    )
    expires = serializers.DateTimeField(
        required=False, help_text="Within a year from now; in 90 days if not given."
    )


class TokenDocument(serializers.Serializer[Any]):
    key = serializers.CharField(help_text="What names the token, and is no secret.")
    name = serializers.CharField()
    scopes = serializers.ListField(child=serializers.CharField())
    created = serializers.DateTimeField()
    expires = serializers.DateTimeField()
    last_used = serializers.DateTimeField(allow_null=True)


class MadeToken(TokenDocument):
    token = serializers.CharField(help_text="Shown this once.")


class TokenDocuments(serializers.Serializer[Any]):
    results = TokenDocument(many=True)
    next = serializers.CharField(allow_null=True)


def token_document(row: Token) -> dict[str, Any]:
    return {
        "key": row.token_key,
        "name": row.name,
        "scopes": sorted(scopes_of(row)),
        "created": row.created,
        "expires": row.expiry,
        "last_used": row.last_used_at,
    }


class MyTokensView(APIView):
    permission_classes = (IsAuthenticated,)
    answers_secrets = True
    scopes: Scopes = dict.fromkeys(("GET", "POST", "DELETE"), FOR_THE_ACCOUNT)

    @extend_schema(operation_id="my_tokens", responses=TokenDocuments)
    def get(self, request: Request) -> Response:
        """The caller's tokens, newest first."""
        mine = [token_document(row) for row in tokens.living(signed_in(request.user))]
        return Response(TokenDocuments({"results": mine, "next": None}).data)

    @extend_schema(operation_id="make_token", request=NewToken, responses={201: MadeToken})
    def post(self, request: Request) -> Response:
        """Makes a token of these scopes; one made by a token is no stronger, and ends no later."""
        asked = NewToken(data=request.data)
        asked.is_valid(raise_exception=True)
        given = asked.validated_data
        made = tokens.issue(
            signed_in(request.user),
            name=given["name"],
            scopes={Scope(one) for one in given["scopes"]},
            ends=given.get("expires"),
            by=token_of(request),
        )
        told = token_document(made.row) | {"token": made.token}
        return Response(MadeToken(told).data, status=201)

    @extend_schema(operation_id="revoke_my_tokens", request=None, responses={204: None})
    def delete(self, request: Request) -> Response:
        """Revokes every token of the caller's."""
        check_body(request)
        tokens.revoke_all(signed_in(request.user))
        return Response(status=204)


class MyTokenView(APIView):
    permission_classes = (IsAuthenticated,)
    scopes: Scopes = {"DELETE": FOR_THE_ACCOUNT}

    @extend_schema(operation_id="revoke_my_token", request=None, responses={204: None})
    def delete(self, request: Request, key: str) -> Response:
        """Revokes the caller's token of this key."""
        check_body(request)
        if not tokens.revoke(signed_in(request.user), key):
            raise Http404
        return Response(status=204)
