"""Commands over REST, all in one way: the body makes a command, `If-Match` names the version it is
meant for, `?preview=true` only says what would come of it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, path
from django.utils import timezone
from drf_spectacular.utils import extend_schema
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

from games.models import Player
from games.refusals import Stale
from tournaments.actions import services
from tournaments.api.serializers import Preview
from tournaments.domain.codec import to_fact
from tournaments.domain.commands import TournamentCommand
from tournaments.models import Tournament
from tournaments.read import queries

Make = Callable[[Player, dict[str, Any], dict[str, Any]], TournamentCommand]


class VersionMismatch(APIException):
    status_code = 412
    default_code = "version_mismatch"
    default_detail = "Somebody changed the tournament meanwhile; look at it again."


class Acted(Serializer[Any]):
    """What came of a command: its facts, public data only."""

    facts = ListField(child=DictField())
    version = IntegerField()
    preview = BooleanField()


@dataclass(frozen=True, slots=True)
class Action:
    """A command and its address: `body` is what may come in, `make` the command of it.

    `make(player, body, at)` gets the caller, the checked body, and what the address names.
    """

    address: str
    name: str
    operation: str
    summary: str
    make: Make
    body: type[Serializer[Any]] | None = None

    def command(self, player: Player, given: Any, at: dict[str, Any]) -> TournamentCommand:
        """The command that the body asks for. Refuses a body that is none."""
        if self.body is None:
            return self.make(player, {}, at)
        form = self.body(data=given)
        form.is_valid(raise_exception=True)
        return self.make(player, form.validated_data, at)

    @property
    def url(self) -> URLPattern:
        def post(view: APIView, request: Request, name: str, **at: Any) -> Response:
            command = self.command(request.user, request.data, at)
            return act(request, queries.find(name), command)

        described = extend_schema(
            operation_id=self.operation,
            description=self.summary,
            parameters=[Preview],
            request=self.body,
            responses={200: Acted},
        )(post)
        view = type(self.operation.title().replace("_", ""), (APIView,), {"post": described})
        return path(self.address, view.as_view(), name=self.name)


def act(request: Request, tournament: Tournament, command: TournamentCommand) -> Response:
    """Runs the command, or previews it; answers the facts and the tournament's version."""
    expected = _expected(request)
    if expected is not None and expected != etag(tournament):
        raise VersionMismatch
    if _previews(request):
        events = services.preview(tournament, command, now=timezone.now())
        return Response({"facts": _facts(events), "version": tournament.version, "preview": True})
    only_at = tournament.version if expected is not None else None
    try:
        events = services.act(
            tournament, request.user, command, now=timezone.now(), only_at=only_at
        )
    except Stale as moved_on:
        raise VersionMismatch from moved_on
    after = queries.find(tournament.pk.hex)
    answer = Response({"facts": _facts(events), "version": after.version, "preview": False})
    answer["ETag"] = etag(after)
    return answer


def etag(tournament: Tournament) -> str:
    return f'"{tournament.pk.hex}-v{tournament.version}"'


def _expected(request: Request) -> str | None:
    given = request.headers.get("If-Match")
    return None if given in (None, "*") else given


def _previews(request: Request) -> bool:
    asked = Preview(data=request.query_params)
    asked.is_valid(raise_exception=True)
    return bool(asked.validated_data["preview"])


def _facts(events: list[Any]) -> list[dict[str, Any]]:
    return [{"type": event.type, "data": to_fact(event).data} for event in events]
