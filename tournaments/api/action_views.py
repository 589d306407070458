"""Actions over REST, all in one way: the body is read into fields, `If-Match` names the version
that it is meant for, `?preview=true` only says what would come of it.
"""

from collections.abc import Sequence
from typing import Any

from django.urls import URLPattern, path
from django.utils import timezone
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import (
    BooleanField,
    DictField,
    IntegerField,
    ListField,
    Serializer,
)
from rest_framework.views import APIView

from games.accounts.callers import signed_in
from games.api.strict import StrictSerializer
from games.refusals import Stale
from tournaments.actions import services
from tournaments.actions.action import Action, Plan
from tournaments.api.action_bodies import serializer_of
from tournaments.api.serializers import Preview
from tournaments.domain.codec import to_fact
from tournaments.domain.commands import TournamentCommand
from tournaments.domain.events import TournamentEvent
from tournaments.models import Tournament
from tournaments.read import queries

ONE = "tournaments/<str:name>/"
# How an address spells what it names.
PARTS = {
    "entrant": "<str:entrant>",
    "stage": "<int:stage>",
    "round": "<int:round>",
    "pairing": "<int:pairing>",
}


class VersionMismatch(APIException):
    status_code = 412
    default_code = "version_mismatch"
    default_detail = "Somebody changed the tournament meanwhile; look at it again."


class Acted(Serializer[Any]):
    """What came of a command: its facts, public data only."""

    facts = ListField(child=DictField())
    version = IntegerField()
    preview = BooleanField()


def action_url(action: Action) -> URLPattern:
    """The action at its address."""
    body = serializer_of(action.body) if action.body else None

    def ask(view: APIView, request: Request, name: str, **target: Any) -> Response:
        form = (body or StrictSerializer)(data=request.data or {})
        form.is_valid(raise_exception=True)
        given: dict[str, Any] = form.validated_data
        command = action.command(signed_in(request.user), given, target, timezone.now())
        return act(request, queries.find(name), command)

    described = extend_schema(
        operation_id=action.name,
        description=action.description,
        parameters=[Preview],
        request=body,
        responses={200: Acted},
    )(ask)
    parts = {action.method.lower(): described, "scopes": {action.method: {action.scope}}}
    view: type[APIView] = type(action.name.title().replace("_", ""), (APIView,), parts)
    return path(ONE + action.address.format_map(PARTS), view.as_view(), name=f"api-{action.name}")


def act(request: Request, tournament: Tournament, command: TournamentCommand | Plan) -> Response:
    """Runs the command, or previews it; answers the facts and the tournament's version."""
    expected = _expected(request)
    if expected is not None and expected != etag(tournament):
        raise VersionMismatch
    if is_preview(request):
        return previewed(tournament, command)
    only_at = tournament.version if expected is not None else None
    try:
        events = services.act(
            tournament, signed_in(request.user), command, now=timezone.now(), only_at=only_at
        )
    except Stale as moved_on:
        raise VersionMismatch from moved_on
    after = Tournament.objects.get(pk=tournament.pk)
    answer = Response({"facts": _facts(events), "version": after.version, "preview": False})
    answer["ETag"] = etag(after)
    return answer


def previewed(tournament: Tournament, command: TournamentCommand | Plan) -> Response:
    """What would come of the command."""
    events = services.preview(tournament, command, now=timezone.now())
    return Response({"facts": _facts(events), "version": tournament.version, "preview": True})


def or_acted(name: str, document: type[Serializer[Any]]) -> PolymorphicProxySerializer:
    """For the schema: the document of what was done, or what a preview answers."""
    return PolymorphicProxySerializer(
        component_name=name, serializers=[document, Acted], resource_type_field_name=None
    )


def is_preview(request: Request) -> bool:
    asked = Preview(data=request.query_params)
    asked.is_valid(raise_exception=True)
    return bool(asked.validated_data["preview"])


def etag(tournament: Tournament) -> str:
    return f'"{tournament.pk.hex}-v{tournament.version}"'


def _expected(request: Request) -> str | None:
    given = request.headers.get("If-Match")
    return None if given in (None, "*") else given


def _facts(events: Sequence[TournamentEvent]) -> list[dict[str, Any]]:
    return [{"type": event.type, "data": to_fact(event).data} for event in events]
