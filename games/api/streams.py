"""Streams over plain HTTP: a view says who asks and for what, and its answer goes on
(`casino_site.stream_gate`).
"""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import APIException
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.permissions import IsAuthenticated
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from games.accounts.callers import signed_in, viewer
from games.accounts.scopes import Scope, scopes_of
from games.api.queries import Queries
from games.limits.asking import counted_as
from games.live.broadcast import MATCH
from games.live.delivery import EVENTS, EVENTS_TYPE, LINES, LINES_TYPE
from games.live.fact_streams import FactStream
from games.live.following import LOOKS_LIVE
from games.live.passes import pass_of
from games.live.player_streams import PlayerStream
from games.live.streams import OFFER, HttpStream, Offer, Reader
from games.match import queries
from games.models import Match, Player, Token
from games.refusals import MalformedField

LAST_EVENT_ID = OpenApiParameter(
    "Last-Event-ID",
    int,
    OpenApiParameter.HEADER,
    description="The same as `after`, as pages say it.",
)
GOES_ON = {
    (200, LINES_TYPE): OpenApiTypes.STR,
    (200, EVENTS_TYPE): OpenApiTypes.STR,
    204: None,
}
LONGEST_VERSION = 18


class StreamQuery(serializers.Serializer[Any]):
    after = serializers.IntegerField(
        required=False, min_value=0, help_text="The version that is known already: go on after it."
    )


class MyStreamQuery(StreamQuery):
    cuts = serializers.ChoiceField(["own"], required=False, help_text="A bot cuts by itself.")


class NotServedHere(APIException):
    """Where nothing carries an answer on: in a server that is not the product's."""

    status_code = 421
    default_code = "not_served_here"
    default_detail = "Streams are not served here."


class Lines(JSONRenderer):
    media_type = LINES_TYPE
    format = "ndjson"


class Events(JSONRenderer):
    media_type = EVENTS_TYPE
    format = "events"


class Negotiation(DefaultContentNegotiation):
    """By `Accept` alone; lines for who takes anything, or says to take JSON."""

    def filter_renderers(self, renderers: Any, format: str) -> Any:
        return renderers


class StreamView(APIView):
    """Its GET returns `going_on(...)`."""

    renderer_classes = (Lines, Events, JSONRenderer)
    content_negotiation_class = Negotiation

    def going_on(
        self, request: Request, stream: Callable[[Reader], HttpStream], **headers: str
    ) -> HttpResponse:
        """The beginning of an answer that goes on as this stream."""
        offer = request._request.scope.get(OFFER) if hasattr(request._request, "scope") else None
        if not isinstance(offer, Offer):
            raise NotServedHere()
        form = form_of(request)
        if request.method == "GET":
            offer.stream = stream(_reader(request, offer))
        return HttpResponse(content_type=form.media_type, headers=headers)


def form_of(request: Request) -> Any:
    asked: Any = request.accepted_renderer
    return EVENTS if isinstance(asked, Events) else LINES


def after_in(request: Request) -> int | None:
    """What the reader knows already: pages that come back say so by a header. Refuses
    `malformed_field`.
    """
    for name, text in (
        ("Last-Event-ID", request.headers.get("Last-Event-ID")),
        ("after", request.query_params.get("after")),
    ):
        if text:
            if not (text.isascii() and text.isdigit() and len(text) <= LONGEST_VERSION):
                raise MalformedField(field=name)
            return int(text)
    return None


def nothing_more() -> HttpResponse:
    """What a page takes for the end, and does not come back after."""
    return HttpResponse(status=204)


def _reader(request: Request, offer: Offer) -> Reader:
    player, held = viewer(request.user), None
    if player is not None:
        auth: object = request.auth
        if isinstance(auth, Token):
            held = pass_of(player, token=auth.digest)
        else:
            held = pass_of(player, session=request._request.session.session_key)
    address = counted_as(request._request.META.get("REMOTE_ADDR", ""))
    return Reader(address, held, offer.asked_at, form_of(request))


class MatchStreamView(StreamView):
    queries: Queries = {"GET": StreamQuery}

    @extend_schema(operation_id="match_stream", parameters=[LAST_EVENT_ID], responses=GOES_ON)
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """The match as the caller may see it, and each fact as it is committed."""
        player, after = viewer(request.user), after_in(request)
        match = queries.find_match(match_id)
        sight = queries.sight_of(match, player)
        is_over = match.status == Match.Status.FINISHED and sight.upto is None
        if is_over and after is not None and after >= match.version:
            return nothing_more()

        def stream(reader: Reader) -> FactStream:
            return FactStream(
                reader,
                MATCH,
                match_id,
                viewer=LOOKS_LIVE if sight.looks else sight.seat,
                after=after,
                snapshot=lambda: _view_of(match_id, player),
                is_over=lambda: _is_over(match_id, player),
            )

        return self.going_on(request, stream)


class MeStreamView(StreamView):
    permission_classes = (IsAuthenticated,)
    queries: Queries = {"GET": MyStreamQuery}

    @extend_schema(operation_id="my_stream", parameters=[LAST_EVENT_ID], responses=GOES_ON)
    def get(self, request: Request) -> HttpResponse:
        """Everything that concerns the caller: tables, turns with their legal moves, results."""
        player, after = signed_in(request.user), after_in(request)
        cuts = request.query_params.get("cuts")
        if cuts not in (None, "own"):
            raise MalformedField(field="cuts")
        may_play = Scope.PLAY in scopes_of(request.auth)
        is_spare = player.kind == Player.Kind.PROGRAM and may_play and cuts is None

        def stream(reader: Reader) -> PlayerStream:
            return PlayerStream(reader, player, after=after, has_spare_cuts=is_spare)

        return self.going_on(request, stream)


def _view_of(match_id: UUID, player: Player | None) -> tuple[int, Mapping[str, Any]]:
    view = queries.view(match_id, player, timezone.now())
    return view["version"], view


def _is_over(match_id: UUID, player: Player | None) -> bool:
    """Whether it is, and the player may see its end."""
    match = queries.find_match(match_id)
    return match.status == Match.Status.FINISHED and queries.sight_of(match, player).upto is None
