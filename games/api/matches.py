"""Matches over REST: the view, the facts, and a seat's commands."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.callers import signed_in, viewer
from games.accounts.scopes import Scope, Scopes
from games.api.serializers_of_documents import serializer_of
from games.match import queries, requests
from games.match.commands import Accepted
from games.match.documents import Facts, Moves
from games.models import Player
from games.refusals import MalformedField

Doing = Callable[[UUID, Player, dict[str, Any], datetime], Accepted]


class MoveCommand(serializers.Serializer[Any]):
    command_id = serializers.RegexField(r"^[A-Za-z0-9._-]{1,64}$")
    version = serializers.IntegerField(min_value=0)
    move = serializers.JSONField(help_text="The move as an object or as text, e.g. 8hx3c5d.")


class CutCommand(serializers.Serializer[Any]):
    """One of the three."""

    cut = serializers.RegexField(r"^[0-9a-f]{32}$", required=False, help_text="Shows the cut.")
    digest = serializers.RegexField(
        r"^[0-9a-f]{64}$", required=False, help_text="Commits to a cut (docs/fairness.md)."
    )
    spare = serializers.BooleanField(required=False, help_text="True: the server may cut.")


class ResignCommand(serializers.Serializer[Any]):
    command_id = serializers.RegexField(r"^[A-Za-z0-9._-]{1,64}$")


class AcceptedCommand(serializers.Serializer[Any]):
    version = serializers.IntegerField()


class PrivateView(APIView):
    """Answers that depend on who asks are never kept by a cache."""

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        answer = super().finalize_response(request, response, *args, **kwargs)
        answer["Cache-Control"] = "private, no-store"
        return answer


class MatchView(PrivateView):
    @extend_schema(operation_id="match", responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, match_id: UUID) -> Response:
        """The match as the caller may see it (docs/protocol.md, The view)."""
        return Response(queries.view(match_id, viewer(request.user), timezone.now()))


class EventsView(PrivateView):
    @extend_schema(
        operation_id="match_events",
        parameters=[
            OpenApiParameter("after", int, description="The version after which to begin."),
            OpenApiParameter("limit", int, description="At most so many facts, 500 at the most."),
        ],
        responses=serializer_of(Facts),
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        """The facts after a version, as the caller may see them."""
        after = _whole(request, "after", 0, least=0)
        limit = _whole(request, "limit", queries.EVENTS_AT_ONCE, least=1)
        match = queries.find_match(match_id)
        seat = queries.viewer_of(match, viewer(request.user))
        found = queries.facts(match_id, seat, after, min(limit, queries.EVENTS_AT_ONCE))
        head = max([match.version, *(fact["version"] for fact in found)])
        facts: Facts = {"results": found, "version": head}
        return Response(facts)


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

    def run(self, request: Request, match_id: UUID, do: Doing) -> Response:
        if not isinstance(request.data, dict):
            raise MalformedField(field="body")
        done = do(match_id, signed_in(request.user), request.data, timezone.now())
        return Response({"version": done.version}, status=201)


class MovesView(CommandView):
    def get_permissions(self) -> Sequence[Any]:
        return [] if self.request.method == "GET" else super().get_permissions()

    @extend_schema(operation_id="match_moves", responses=serializer_of(Moves))
    def get(self, request: Request, match_id: UUID) -> Response:
        """The caller's legal moves now, at most 200; `complete` says whether these are all."""
        match = queries.find_match(match_id)
        return Response(queries.moves(match_id, queries.viewer_of(match, viewer(request.user))))

    @extend_schema(operation_id="move", request=MoveCommand, responses={201: AcceptedCommand})
    def post(self, request: Request, match_id: UUID) -> Response:
        """Plays a move for the caller's seat."""
        return self.run(request, match_id, requests.move)


class CutView(CommandView):
    @extend_schema(operation_id="cut", request=CutCommand, responses={201: AcceptedCommand})
    def post(self, request: Request, match_id: UUID) -> Response:
        """Commits the caller's seat to a cut, shows it, or leaves it to the server."""
        return self.run(request, match_id, requests.cut)


class ResignView(CommandView):
    @extend_schema(operation_id="resign", request=ResignCommand, responses={201: AcceptedCommand})
    def post(self, request: Request, match_id: UUID) -> Response:
        """Resigns the caller's seat."""
        return self.run(request, match_id, requests.resign)


def _whole(request: Request, name: str, default: int, *, least: int) -> int:
    text = request.query_params.get(name, str(default))
    if not text.isascii() or not text.isdigit() or len(text) > 9 or int(text) < least:
        raise MalformedField(field=name)
    return int(text)
