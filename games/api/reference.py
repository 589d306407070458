"""What may be named when a match or a tournament is made."""

from dataclasses import asdict
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.bots import BOTS
from engine.rules.rulesets import OVERRIDABLE, RULESETS


class Named(serializers.Serializer[Any]):
    key = serializers.CharField()


class BotList(serializers.Serializer[Any]):
    results = Named(many=True)


class RulesetList(serializers.Serializer[Any]):
    results = serializers.ListField(child=serializers.DictField())
    overridable = serializers.ListField(
        child=serializers.CharField(), help_text="The fields that a match or event may set anew."
    )


class BotsView(APIView):
    @extend_schema(operation_id="bots", responses=BotList)
    def get(self, request: Request) -> Response:
        """The bots' strategies."""
        return Response({"results": [{"key": key} for key in BOTS]})


class RulesetsView(APIView):
    @extend_schema(operation_id="rulesets", responses=RulesetList)
    def get(self, request: Request) -> Response:
        """The rulesets, each with its fields: those that may be overridden and their defaults."""
        found = [asdict(ruleset) for ruleset in RULESETS.values()]
        return Response({"results": found, "overridable": list(OVERRIDABLE)})
