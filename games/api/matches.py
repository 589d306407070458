"""Matches over REST: the view, the facts, and a seat's commands."""

from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param
from rest_framework.views import APIView

from engine.errors import Refusal
from games.accounts.callers import signed_in, viewer
from games.accounts.scopes import Scope, Scopes
from games.api.keys import key_of
from games.api.queries import Queries
from games.api.serializers_of_documents import serializer_of
from games.api.shaped import ShapedField, shape
from games.api.strict import StrictSerializer, check_fields
from games.identity import new_id
from games.live import hub
from games.match import queries, requests
from games.match.commands import Accepted
from games.match.documents import Facts, LegalMoves
from games.match.fields import LARGEST_VERSION
from games.models import Player
from games.paging import filled
from games.problems import problem_of
from games.refusals import MalformedField

Doing = Callable[[UUID, Player, dict[str, Any], datetime], Accepted]


NAMED = "The client's name of it, by which it is done once; else that of the key, if there is one."


class ResignCommand(StrictSerializer):
    command_id = serializers.RegexField(r"^[A-Za-z0-9._-]{1,64}$", required=False, help_text=NAMED)


class MoveCommand(ResignCommand):
    told = frozenset({"text"})

    version = serializers.IntegerField(min_value=0, max_value=LARGEST_VERSION)
    move = ShapedField(shape="GivenMove", help_text="As an object or as text, e.g. 8hx3c5d.")


# What a cut is said by: one of these (docs/fairness.md).
CUTS = ("cut", "digest", "spare")


class AcceptedCommand(serializers.Serializer[Any]):
    version = serializers.IntegerField()


class PrivateView(APIView):
    """Answers that depend on who asks are never kept by a cache."""

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        answer = super().finalize_response(request, response, *args, **kwargs)
        answer["Cache-Control"] = "private, no-store"
        return answer


class MatchView(PrivateView):
    @extend_schema(operation_id="match", responses={200: shape("ViewDocument")})
    def get(self, request: Request, match_id: UUID) -> Response:
        """The match as the caller may see it (docs/protocol.md, The view)."""
        return Response(queries.view(match_id, viewer(request.user), timezone.now()))


LARGEST_ASKED = 999_999_999


class MatchEventsQuery(serializers.Serializer[Any]):
    after = serializers.IntegerField(
        default=0,
        min_value=0,
        max_value=LARGEST_ASKED,
        help_text="The version after which to begin.",
    )
    limit = serializers.IntegerField(
        default=queries.EVENTS_AT_ONCE,
        min_value=1,
        max_value=LARGEST_ASKED,
        help_text="At most so many facts, 500 at the most.",
    )


class EventsView(PrivateView):
    queries: Queries = {"GET": MatchEventsQuery}

    @extend_schema(operation_id="match_events", responses=serializer_of(Facts))
    def get(self, request: Request, match_id: UUID) -> Response:
        """The facts after a version, as the caller may see them."""
        after = _whole(request, "after", 0, least=0)
        limit = _whole(request, "limit", queries.EVENTS_AT_ONCE, least=1)
        match = queries.find_match(match_id)
        sight = queries.sight_of(match, viewer(request.user))
        found = queries.facts(match_id, sight, after, min(limit, queries.EVENTS_AT_ONCE))
        newest = match.version if sight.upto is None else sight.upto
        head = max([newest, *(fact["version"] for fact in found)])
        made = filled(found, dict, queries.EVENTS_AT_ONCE)
        shown = found[: len(made.results)]
        following = None
        if shown and shown[-1]["version"] < head:
            address = request.build_absolute_uri()
            following = replace_query_param(address, "after", str(shown[-1]["version"]))
        facts: Facts = {"results": shown, "version": head, "next": following}
        answer = Response(facts)
        if following is not None:
            answer["Link"] = f'<{following}>; rel="next"'
        return answer


class Lines(JSONRenderer):
    """The type of an export, for `Accept` and the schema; the view has the bytes already."""

    media_type = "application/x-ndjson"
    format = "ndjson"


class ExportView(APIView):
    expensive = True
    renderer_classes = (Lines, JSONRenderer)

    @extend_schema(operation_id="match_export", responses={(200, Lines.media_type): bytes})
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """The match as anybody may see it, one fact a line (docs/events.md, The export)."""
        name = f'attachment; filename="match-{match_id.hex}.jsonl"'
        return HttpResponse(
            queries.export(match_id),
            content_type=Lines.media_type,
            headers={"Content-Disposition": name, "Cache-Control": "no-cache"},
        )


class CommandView(PrivateView):
    permission_classes = (IsAuthenticated,)
    scopes: Scopes = {"POST": frozenset({Scope.PLAY})}

    def run(
        self,
        request: Request,
        match_id: UUID,
        do: Doing,
        known: Collection[str],
    ) -> Response:
        if not isinstance(request.data, dict):
            raise MalformedField(field="body")
        check_fields(request.data, known)
        player = signed_in(request.user)
        named = {"command_id": key_of(request) or new_id().hex}
        try:
            done = do(match_id, player, named | request.data, timezone.now())
        except Refusal as refusal:
            if player.kind == Player.Kind.PROGRAM:
                _tell(player, match_id, request.data, refusal)
            raise
        return Response({"version": done.version}, status=201)


def _tell(player: Player, match_id: UUID, content: dict[str, Any], refusal: Refusal) -> None:
    """Says to the streams of a bot account what was refused to it, whoever of it has asked."""
    command_id = content.get("command_id")
    data = {
        "match": match_id.hex,
        "command_id": command_id if isinstance(command_id, str) else None,
        "problem": problem_of(refusal),
    }
    hub.say_to(player.pk, "refused", data)


class MovesView(CommandView):
    def get_permissions(self) -> Sequence[Any]:
        return [AllowAny()] if self.request.method == "GET" else super().get_permissions()

    @extend_schema(operation_id="match_moves", responses=serializer_of(LegalMoves))
    def get(self, request: Request, match_id: UUID) -> Response:
        """The caller's legal moves now, at most 200; `complete` says whether these are all."""
        match = queries.find_match(match_id)
        return Response(queries.moves(match_id, queries.sight_of(match, viewer(request.user))))

    @extend_schema(operation_id="move", request=MoveCommand, responses={201: AcceptedCommand})
    def post(self, request: Request, match_id: UUID) -> Response:
        """Plays a move for the caller's seat."""
        return self.run(request, match_id, requests.move, MoveCommand.known())


class CutView(CommandView):
    @extend_schema(
        operation_id="cut",
        request={"application/json": shape("Cut")},
        responses={201: AcceptedCommand},
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Commits the caller's seat to a cut, shows it, or leaves it to the server."""
        return self.run(request, match_id, requests.cut, CUTS)


class ResignView(CommandView):
    @extend_schema(operation_id="resign", request=ResignCommand, responses={201: AcceptedCommand})
    def post(self, request: Request, match_id: UUID) -> Response:
        """Resigns the caller's seat."""
        return self.run(request, match_id, requests.resign, ResignCommand.known())


class TakeBackView(CommandView):
    @extend_schema(
        operation_id="take_back", request=ResignCommand, responses={201: AcceptedCommand}
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Gives the caller the seat back that a bot got when the caller's time ran out."""
        return self.run(request, match_id, requests.take_back, ResignCommand.known())


def _whole(request: Request, name: str, default: int, *, least: int) -> int:
    text = request.query_params.get(name, str(default))
    if not text.isascii() or not text.isdigit() or len(text) > 9 or int(text) < least:
        raise MalformedField(field=name)
    return int(text)
