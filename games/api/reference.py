"""What may be named when a match or a tournament is made."""

from dataclasses import asdict
from typing import Annotated, Any, TypedDict

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.bots import BOTS
from engine.rules.rulesets import OVERRIDABLE, RULESETS
from games.api.serializers_of_documents import serializer_of
from games.documents import Help


class Named(TypedDict):
    key: str


class BotList(TypedDict):
    results: list[Named]


class RulesetList(TypedDict):
    results: list[dict[str, Any]]
    overridable: Annotated[
        list[str],
        Help("The fields that an event may set anew; partnership follows from its entrants."),
    ]


class BotsView(APIView):
    @extend_schema(operation_id="bots", responses=serializer_of(BotList))
    def get(self, request: Request) -> Response:
        """The bots' strategies."""
        found: BotList = {"results": [{"key": key} for key in BOTS]}
        return Response(found)


class RulesetsView(APIView):
    @extend_schema(operation_id="rulesets", responses=serializer_of(RulesetList))
    def get(self, request: Request) -> Response:
        """The rulesets, each with its fields: those that may be overridden and their defaults."""
        found: RulesetList = {
            "results": [asdict(ruleset) for ruleset in RULESETS.values()],
            "overridable": [field for field in OVERRIDABLE if field != "partnership"],
        }
        return Response(found)
