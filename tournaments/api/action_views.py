"""Actions over REST, all in one way: the body is read into fields, `If-Match` names the version
that it is meant for, `?preview=true` only says what would come of it.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.http import parse_etags
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
from games.api.keys import command_of
from games.api.strict import StrictSerializer
from games.refusals import Stale
from tournaments.actions import services
from tournaments.actions.action import Action, Plan
from tournaments.api.action_bodies import serializer_of
from tournaments.api.serializers import Preview
from tournaments.api.tags import etag
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
        form = (body or StrictSerializer)(data=request.data)
        form.is_valid(raise_exception=True)
        given: dict[str, Any] = form.validated_data
        command = action.command(signed_in(request.user), given, target, timezone.now())
        return act(request, queries.find(name), command)

    described = extend_schema(
        operation_id=action.name,
        description=action.description,
        request=body,
        responses={200: Acted},
    )(ask)
    parts = {
        action.method.lower(): described,
        "scopes": {action.method: {action.scope}},
        "queries": {action.method: Preview},
    }
    view: type[APIView] = type(action.name.title().replace("_", ""), (APIView,), parts)
    return path(ONE + action.address.format_map(PARTS), view.as_view(), name=f"api-{action.name}")


def act(request: Request, tournament: Tournament, command: TournamentCommand | Plan) -> Response:
    """Runs the command, or previews it; answers the facts and the tournament's version."""
    only_at = expected_version(request, tournament)
    if is_preview(request):
        return previewed(tournament, command)
    by = signed_in(request.user)
    with unless_moved_on():
        events = services.act(
            tournament,
            by,
            command,
            now=timezone.now(),
            only_at=only_at,
            named=command_of(request, by),
        )
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


def expected_version(request: Request, tournament: Tournament) -> int | None:
    """The version that a command is meant for by its `If-Match`; None: for any. Refuses
    `version_mismatch` where the tournament has another tag.
    """
    given = request.headers.get("If-Match")
    if given is None or given.strip() == "*":
        return None
    if etag(tournament) not in parse_etags(given):
        raise VersionMismatch
    return tournament.version


@contextmanager
def unless_moved_on() -> Iterator[None]:
    """A command that was meant for a version, of which there is a newer one by now, is refused as
    `version_mismatch`.
    """
    try:
        yield
    except Stale as moved_on:
        raise VersionMismatch from moved_on


def _facts(events: Sequence[TournamentEvent]) -> list[dict[str, Any]]:
    return [{"type": event.type, "data": to_fact(event).data} for event in events]
