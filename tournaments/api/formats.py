"""What an organiser may choose: formats, policies and settings, each with its default."""

from dataclasses import asdict
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.core.planning import Option
from tournaments.domain.policies import POLICIES, completed
from tournaments.domain.setting_options import SETTINGS
from tournaments.formats import FORMATS
from tournaments.text.format_names import format_name


class OptionDocument(serializers.Serializer[Any]):
    name = serializers.CharField()
    kind = serializers.CharField(help_text="whole, choice, flag, sizes or order.")
    default = serializers.JSONField(allow_null=True, help_text="null: worked out from the field.")
    help = serializers.CharField()
    least = serializers.IntegerField(allow_null=True)
    most = serializers.IntegerField(allow_null=True)
    choices = serializers.ListField(child=serializers.CharField())


class FormatDocument(serializers.Serializer[Any]):
    key = serializers.CharField()
    name = serializers.CharField()
    table_sizes = serializers.ListField(
        child=serializers.IntegerField(), help_text="With the default options, the usual one first."
    )
    as_ready = serializers.BooleanField(help_text="Whether tables may start before others end.")
    options = OptionDocument(many=True)


class FormatList(serializers.Serializer[Any]):
    results = FormatDocument(many=True)


class OptionList(serializers.Serializer[Any]):
    results = OptionDocument(many=True)


def option_json(option: Option) -> dict[str, Any]:
    return asdict(option)


class FormatsView(APIView):
    @extend_schema(operation_id="formats", responses=FormatList)
    def get(self, request: Request) -> Response:
        """The formats of a stage, each with its options."""
        found = [
            {
                "key": key,
                "name": format_name(key),
                "table_sizes": list(one.sizes(completed(one.options, {}, "options"))),
                "as_ready": one.incremental,
                "options": [option_json(option) for option in one.options],
            }
            for key, one in FORMATS.items()
        ]
        return Response({"results": found})


class PoliciesView(APIView):
    @extend_schema(operation_id="policies", responses=OptionList)
    def get(self, request: Request) -> Response:
        """What may be set under `policies` of a tournament."""
        return Response({"results": [option_json(option) for option in POLICIES]})


class SettingsView(APIView):
    @extend_schema(operation_id="settings", responses=OptionList)
    def get(self, request: Request) -> Response:
        """What may be set of a tournament as a whole."""
        return Response({"results": [option_json(option) for option in SETTINGS]})
