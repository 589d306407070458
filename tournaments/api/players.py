"""A player over REST: what they have played and won; and of the caller the same."""

from typing import Any, TypedDict

from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.callers import signed_in
from games.api.kept import document, sent
from games.api.queries import FieldsOf, Paged, Queries, asked
from games.api.serializers_of_documents import serializer_of
from games.documents import Url
from games.models import Match, Player
from tournaments.documents.events import PlayerDocument
from tournaments.models import Tournament
from tournaments.ratings.queries import find_player
from tournaments.read import player_pages
from tournaments.read.paged_rounds import Made
from tournaments.read.player_pages import PlayedEvent, PlayedMatch, TitleDocument
from tournaments.store.entrant_views import player_json


class PlayedMatches(TypedDict):
    results: list[PlayedMatch]
    next: Url | None


class PlayedEvents(TypedDict):
    results: list[PlayedEvent]
    next: Url | None


class Titles(TypedDict):
    results: list[TitleDocument]
    next: Url | None


class PlayedMatchesQuery(Paged):
    status = serializers.ChoiceField(Match.Status.values, required=False)
    since = serializers.DateTimeField(required=False, help_text="Made since then.")
    fields = FieldsOf(PlayedMatch)  # type: ignore[assignment]  # a query, and no attribute


class PlayedEventsQuery(Paged):
    state = serializers.ChoiceField(Tournament.State.choices, required=False)
    format = serializers.CharField(required=False, max_length=32, help_text="A key.")
    since = serializers.DateTimeField(required=False, help_text="Made since then.")
    fields = FieldsOf(PlayedEvent)  # type: ignore[assignment]  # a query, and no attribute


class TitlesQuery(Paged):
    fields = FieldsOf(TitleDocument)  # type: ignore[assignment]  # a query, and no attribute


def _sent(request: Request, made: Made, *, private: bool = False) -> HttpResponseBase:
    return sent(request, document(made.start, made.cursor), private=private)


class PlayerView(APIView):
    @extend_schema(operation_id="player", responses=serializer_of(PlayerDocument))
    def get(self, request: Request, handle: str) -> Response:
        """The player of this handle."""
        return Response(player_json(find_player(handle)))


class PlayerMatchesView(APIView):
    queries: Queries = {"GET": PlayedMatchesQuery}

    @extend_schema(
        operation_id="player_matches", responses={200: serializer_of(PlayedMatches), 304: None}
    )
    def get(self, request: Request, handle: str) -> HttpResponseBase:
        """The matches of a player, newest first, casual ones too."""
        given = asked(self, request)
        return _sent(request, player_pages.matches_of(find_player(handle), **given))


class PlayerEventsView(APIView):
    queries: Queries = {"GET": PlayedEventsQuery}

    @extend_schema(
        operation_id="player_events", responses={200: serializer_of(PlayedEvents), 304: None}
    )
    def get(self, request: Request, handle: str) -> HttpResponseBase:
        """The events that a player has entered, newest first."""
        given = asked(self, request)
        return _sent(request, player_pages.events_of(find_player(handle), **given))


class PlayerTitlesView(APIView):
    queries: Queries = {"GET": TitlesQuery}

    @extend_schema(operation_id="player_titles", responses={200: serializer_of(Titles), 304: None})
    def get(self, request: Request, handle: str) -> HttpResponseBase:
        """The events that a player has won, newest first."""
        given = asked(self, request)
        return _sent(request, player_pages.titles_of(find_player(handle), **given))


class OwnView(APIView):
    permission_classes = (IsAuthenticated,)

    def asked(self, request: Request) -> tuple[Player, dict[str, Any]]:
        return signed_in(request.user), asked(self, request)


class MyMatchesView(OwnView):
    queries: Queries = {"GET": PlayedMatchesQuery}

    @extend_schema(
        operation_id="my_matches", responses={200: serializer_of(PlayedMatches), 304: None}
    )
    def get(self, request: Request) -> HttpResponseBase:
        """The caller's matches, newest first, casual ones too."""
        player, given = self.asked(request)
        return _sent(request, player_pages.matches_of(player, own=True, **given), private=True)


class MyEventsView(OwnView):
    queries: Queries = {"GET": PlayedEventsQuery}

    @extend_schema(
        operation_id="my_events", responses={200: serializer_of(PlayedEvents), 304: None}
    )
    def get(self, request: Request) -> HttpResponseBase:
        """The events that the caller has entered, newest first."""
        player, given = self.asked(request)
        return _sent(request, player_pages.events_of(player, **given), private=True)
