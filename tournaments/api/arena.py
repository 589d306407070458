"""The standing arena of bots over REST."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.callers import signed_in
from games.accounts.scopes import Scope, Scopes
from games.api.serializers_of_documents import serializer_of
from games.api.strict import check_body
from tournaments.actions import standing_arena
from tournaments.core.refusals import UnknownTournament
from tournaments.documents.events import EntrantDocument, TournamentDocument
from tournaments.read import queries, summaries
from tournaments.store.entrant_views import entrant_json


class ArenaView(APIView):
    scopes: Scopes = {"POST": frozenset({Scope.PLAY})}

    def get_permissions(self) -> Any:
        return [IsAuthenticated()] if self.request.method == "POST" else []

    @extend_schema(operation_id="arena", responses=serializer_of(TournamentDocument))
    def get(self, request: Request) -> Response:
        """The arena that any bot account can join now."""
        arena = standing_arena.current()
        if arena is None:
            raise UnknownTournament()
        return Response(summaries.of(queries.find(arena.pk.hex)))

    @extend_schema(
        operation_id="join_arena", request=None, responses={201: serializer_of(EntrantDocument)}
    )
    def post(self, request: Request) -> Response:
        """Enters the caller, which is a bot account."""
        check_body(request)
        entrant = standing_arena.join(signed_in(request.user), timezone.now())
        return Response(entrant_json(entrant), status=201)
