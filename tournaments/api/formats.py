"""What an organiser may choose: formats, policies and settings, each with its default."""

from collections.abc import Iterable
from typing import Annotated, Any, TypedDict

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.serializers_of_documents import serializer_of
from games.documents import Help
from tournaments.core.planning import Option
from tournaments.domain.policies import POLICIES, completed
from tournaments.domain.setting_options import SETTINGS
from tournaments.formats import FORMATS
from tournaments.text.format_names import format_name


class OptionDocument(TypedDict):
    name: str
    kind: Annotated[str, Help("whole, choice, flag, sizes or order.")]
    default: Annotated[Any, Help("null: worked out from the field.")]
    help: str
    least: int | None
    most: int | None
    choices: list[str]


class FormatDocument(TypedDict):
    key: str
    name: str
    table_sizes: Annotated[list[int], Help("With the default options, the usual one first.")]
    as_ready: Annotated[bool, Help("Whether tables may start before others end.")]
    options: list[OptionDocument]


class FormatList(TypedDict):
    results: list[FormatDocument]


class OptionList(TypedDict):
    results: list[OptionDocument]


def option_json(option: Option) -> OptionDocument:
    return {
        "name": option.name,
        "kind": option.kind,
        "default": option.default,
        "help": option.help,
        "least": option.least,
        "most": option.most,
        "choices": list(option.choices),
    }


class FormatsView(APIView):
    @extend_schema(operation_id="formats", responses=serializer_of(FormatList))
    def get(self, request: Request) -> Response:
        """The formats of a stage, each with its options."""
        found: list[FormatDocument] = [
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
    @extend_schema(operation_id="policies", responses=serializer_of(OptionList))
    def get(self, request: Request) -> Response:
        """What may be set under `policies` of a tournament."""
        return _options(POLICIES)


class SettingsView(APIView):
    @extend_schema(operation_id="settings", responses=serializer_of(OptionList))
    def get(self, request: Request) -> Response:
        """What may be set of a tournament as a whole."""
        return _options(SETTINGS)


def _options(options: Iterable[Option]) -> Response:
    listed: OptionList = {"results": [option_json(option) for option in options]}
    return Response(listed)
