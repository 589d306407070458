"""Bot accounts over REST: those of the caller, and everybody's to look at."""

from typing import Annotated, Any, TypedDict

from django.core.exceptions import ValidationError as InvalidModel
from django.db.models import QuerySet
from django.http import Http404, HttpResponseBase
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts import bot_accounts, tokens
from games.accounts.callers import signed_in
from games.accounts.scopes import Scope, Scopes
from games.api.accounts import token_of
from games.api.kept import document, sent
from games.api.queries import Paged, Queries, asked
from games.api.serializers_of_documents import serializer_of
from games.api.strict import StrictSerializer, check_body
from games.api.tokens import MadeToken, TokenDocuments, token_document
from games.api.unfit import Unfit
from games.documents import Help, Timestamp, Url
from games.envelopes import timestamp
from games.models import BotAccount
from games.paging import cursor_of, filled, place_of

FOR_THE_ACCOUNT = frozenset({Scope.ACCOUNT})


class BotAccountDocument(TypedDict):
    id: str
    handle: str
    kind: str
    owner: Annotated[str, Help("The handle of the person whose it is.")]
    description: str
    program: Annotated[str, Help("What program it is, as its owner says.")]
    online: Annotated[bool, Help("Whether it listens to its stream.")]
    made_at: Timestamp


class BotAccountList(TypedDict):
    results: list[BotAccountDocument]
    next: Url | None


class BotAccountsQuery(Paged):
    online = serializers.BooleanField(
        required=False, help_text="Whether it listens now; else of either kind."
    )


class NewBotAccount(StrictSerializer):
    handle = serializers.CharField(max_length=24)
    description = serializers.CharField(default="", max_length=300, allow_blank=True)
    program = serializers.CharField(default="", max_length=80, allow_blank=True)


class ChangedBotAccount(StrictSerializer):
    handle = serializers.CharField(required=False, max_length=24)
    description = serializers.CharField(required=False, max_length=300, allow_blank=True)
    program = serializers.CharField(required=False, max_length=80, allow_blank=True)


class NewBotToken(StrictSerializer):
    name = serializers.CharField(default="", max_length=tokens.NAME_LENGTH, allow_blank=True)
    scopes = serializers.ListField(
        child=serializers.ChoiceField(sorted(scope.value for scope in bot_accounts.SCOPES)),
        min_length=1,
        max_length=len(bot_accounts.SCOPES),
        default=sorted(scope.value for scope in bot_accounts.SCOPES),
    )
    expires = serializers.DateTimeField(required=False)


def account_json(account: BotAccount) -> BotAccountDocument:
    return {
        "id": account.player_id.hex,
        "handle": account.player.handle,
        "kind": account.player.kind,
        "owner": account.owner.handle,
        "description": account.description,
        "program": account.program,
        "online": bot_accounts.is_online(account, timezone.now()),
        "made_at": timestamp(account.made_at),
    }


def page_of(
    request: Request, rows: QuerySet[BotAccount], given: dict[str, Any], *, private: bool = False
) -> HttpResponseBase:
    """A page of these, by their handles. Refuses `bad_cursor`."""
    if given.get("cursor") is not None:
        rows = rows.filter(player__handle__gt=place_of(given["cursor"], str)[0])
    found = list(rows[: given["limit"] + 1])
    made = filled(found, account_json, given["limit"])
    last = cursor_of(found[len(made.results) - 1].player.handle) if made.more else None
    return sent(request, document(b'{"results":' + made.text, last), private=private)


class BotAccountsView(APIView):
    queries: Queries = {"GET": BotAccountsQuery}

    @extend_schema(
        operation_id="bot_accounts", responses={200: serializer_of(BotAccountList), 304: None}
    )
    def get(self, request: Request) -> HttpResponseBase:
        """All bot accounts, by their handles; with `?online=true` those that listen now."""
        rows, given = bot_accounts.living(), asked(self, request)
        listening = bot_accounts.listening(rows, timezone.now())
        match given.get("online"):
            case True:
                rows = listening
            case False:
                rows = rows.exclude(pk__in=listening)
        return page_of(request, rows, given)


class BotAccountView(APIView):
    @extend_schema(operation_id="bot_account", responses=serializer_of(BotAccountDocument))
    def get(self, request: Request, handle: str) -> Response:
        """A bot account, and whose it is."""
        found = bot_accounts.living(player__handle__iexact=handle).first()
        if found is None:
            raise bot_accounts.UnknownBotAccount()
        return Response(account_json(found))


class MineView(APIView):
    permission_classes = (IsAuthenticated,)


class MyBotsView(MineView):
    scopes: Scopes = {"POST": FOR_THE_ACCOUNT}
    queries: Queries = {"GET": Paged}

    @extend_schema(
        operation_id="my_bots", responses={200: serializer_of(BotAccountList), 304: None}
    )
    def get(self, request: Request) -> HttpResponseBase:
        """The caller's bots, by their handles."""
        rows = bot_accounts.living(owner=signed_in(request.user))
        return page_of(request, rows, asked(self, request), private=True)

    @extend_schema(
        operation_id="make_bot",
        request=NewBotAccount,
        responses={201: serializer_of(BotAccountDocument)},
    )
    def post(self, request: Request) -> Response:
        """Makes a bot account of the caller's."""
        given = NewBotAccount(data=request.data)
        given.is_valid(raise_exception=True)
        try:
            made = bot_accounts.create(
                signed_in(request.user), now=timezone.now(), **given.validated_data
            )
        except InvalidModel as error:
            raise Unfit(error.message_dict) from error
        return Response(account_json(made), status=201)


class MyBotView(MineView):
    scopes: Scopes = {"PATCH": FOR_THE_ACCOUNT, "DELETE": FOR_THE_ACCOUNT}

    @extend_schema(operation_id="my_bot", responses=serializer_of(BotAccountDocument))
    def get(self, request: Request, handle: str) -> Response:
        """A bot of the caller's."""
        return Response(account_json(bot_accounts.of_owner(signed_in(request.user), handle)))

    @extend_schema(
        operation_id="change_bot",
        request=ChangedBotAccount,
        responses=serializer_of(BotAccountDocument),
    )
    def patch(self, request: Request, handle: str) -> Response:
        """Says something else of it, or calls it something else."""
        given = ChangedBotAccount(data=request.data)
        given.is_valid(raise_exception=True)
        account = bot_accounts.of_owner(signed_in(request.user), handle)
        try:
            return Response(account_json(bot_accounts.change(account, given.validated_data)))
        except InvalidModel as error:
            raise Unfit(error.message_dict) from error

    @extend_schema(operation_id="retire_bot", request=None, responses={204: None})
    def delete(self, request: Request, handle: str) -> Response:
        """Retires it, for ever; what it has played stays."""
        check_body(request)
        account = bot_accounts.of_owner(signed_in(request.user), handle)
        bot_accounts.retire(account, timezone.now())
        return Response(status=204)


class BotTokensView(MineView):
    scopes: Scopes = {"GET": FOR_THE_ACCOUNT, "POST": FOR_THE_ACCOUNT}

    @extend_schema(operation_id="bot_tokens", responses=TokenDocuments)
    def get(self, request: Request, handle: str) -> Response:
        """The bot's tokens, newest first."""
        account = bot_accounts.of_owner(signed_in(request.user), handle)
        rows = [token_document(row) for row in tokens.living(account.player)]
        return Response(TokenDocuments({"results": rows, "next": None}).data)

    @extend_schema(operation_id="make_bot_token", request=NewBotToken, responses={201: MadeToken})
    def post(self, request: Request, handle: str) -> Response:
        """Makes a token by which the program comes as this bot."""
        given = NewBotToken(data=request.data)
        given.is_valid(raise_exception=True)
        said: dict[str, Any] = given.validated_data
        made = bot_accounts.issue(
            bot_accounts.of_owner(signed_in(request.user), handle),
            name=said["name"],
            scopes={Scope(one) for one in said["scopes"]},
            ends=said.get("expires"),
            by=token_of(request),
        )
        told = token_document(made.row) | {"token": made.token}
        return Response(MadeToken(told).data, status=201)


class BotTokenView(MineView):
    scopes: Scopes = {"DELETE": FOR_THE_ACCOUNT}

    @extend_schema(operation_id="revoke_bot_token", request=None, responses={204: None})
    def delete(self, request: Request, handle: str, key: str) -> Response:
        """Revokes the bot's token of this key."""
        check_body(request)
        account = bot_accounts.of_owner(signed_in(request.user), handle)
        if not tokens.revoke(account.player, key):
            raise Http404
        return Response(status=204)
