"""Challenges over REST: asking somebody to play, and saying yes or no."""

from typing import TypedDict
from uuid import UUID

from django.http import HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.bots import BOTS
from engine.rules.rulesets import RULESETS
from games.accounts.callers import signed_in
from games.api.casual import PlayingView, TableAnswer, WishedClock
from games.api.kept import document, sent
from games.api.queries import Paged, Queries, asked
from games.api.serializers_of_documents import serializer_of
from games.api.shaped import ShapedObject
from games.api.strict import StrictSerializer, check_body
from games.casual import challenges
from games.casual.documents import CasualTableDocument, table_json
from games.casual.models import Table
from games.casual.wishes import ANY_BOT, MOST_SEATS
from games.documents import Url
from games.live import hub
from games.paging import BadCursor, cursor_of, filled, place_of
from games.refusals import MalformedField


class ChallengeList(TypedDict):
    results: list[CasualTableDocument]
    next: Url | None


class NewChallenge(StrictSerializer):
    player = serializers.CharField(max_length=24, help_text="The handle of whom it is for.")
    ruleset = serializers.ChoiceField(list(RULESETS), required=False, default="classic")
    overrides = ShapedObject(shape="Overrides", required=False)
    seats = serializers.IntegerField(
        required=False,
        min_value=2,
        max_value=MOST_SEATS,
        help_text="Of the table; bots of the house take those beside both.",
    )
    bot = serializers.ChoiceField(
        [*BOTS, ANY_BOT], required=False, help_text="Which bot takes the seats beside both."
    )
    clock = WishedClock(required=False)
    rated = serializers.BooleanField(required=False, default=False)


class ChallengesView(PlayingView):
    @extend_schema(operation_id="challenge", request=NewChallenge, responses={201: TableAnswer})
    def post(self, request: Request) -> Response:
        """Asks a player to play."""
        if not isinstance(request.data, dict):
            raise MalformedField(field="body")
        handle, wish = challenges.wish_of(request.data)
        made = challenges.challenge(signed_in(request.user), handle, wish, timezone.now())
        _tell(made)
        location = reverse("api-table", args=[made.pk.hex])
        return Response(table_json(made, code=False), status=201, headers={"Location": location})


class MyChallengesView(APIView):
    permission_classes = (IsAuthenticated,)
    queries: Queries = {"GET": Paged}

    @extend_schema(
        operation_id="my_challenges", responses={200: serializer_of(ChallengeList), 304: None}
    )
    def get(self, request: Request) -> HttpResponseBase:
        """The challenges that wait, from the caller (in seat 0) or for the caller, the oldest
        first.
        """
        given = asked(self, request)
        after = uuid_of(given["cursor"]) if "cursor" in given else None
        found = challenges.of(
            signed_in(request.user), timezone.now(), after=after, most=given["limit"] + 1
        )
        made = filled(found, lambda one: table_json(one, code=False), given["limit"])
        last = cursor_of(found[len(made.results) - 1].pk.hex) if made.more else None
        return sent(request, document(b'{"results":' + made.text, last), private=True)


class AcceptView(PlayingView):
    @extend_schema(operation_id="accept_challenge", request=None, responses=TableAnswer)
    def post(self, request: Request, table: str) -> Response:
        """Says yes: the match begins."""
        check_body(request)
        accepted = challenges.accept(table, signed_in(request.user), timezone.now())
        _tell(accepted)
        return Response(table_json(accepted, code=False))


class DeclineView(PlayingView):
    @extend_schema(operation_id="decline_challenge", request=None, responses={204: None})
    def post(self, request: Request, table: str) -> Response:
        """Says no to a challenge, or takes one's own back."""
        check_body(request)
        _tell(challenges.decline(table, signed_in(request.user), timezone.now()))
        return Response(status=204)


def uuid_of(cursor: str) -> UUID:
    """The id that a cursor names. Refuses `bad_cursor`."""
    try:
        return UUID(place_of(cursor, str)[0])
    except ValueError:
        raise BadCursor() from None


def _tell(table: Table) -> None:
    hub.nudge(challenges.both_of(table))
