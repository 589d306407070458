"""The key of a format in a body."""

from typing import Any

from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import Direction
from rest_framework import serializers

from engine.rules.rulesets import RULESETS
from games.api.as_answered import as_answered
from games.api.shaped import shape
from tournaments.formats import FORMATS


class FormatField(serializers.CharField):
    """A key that the domain checks, so that it is refused alike wherever it comes from."""


# The library does not type how it takes note of an extension.
class FormatFieldSchema(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    """The formats there are when the schema is asked for."""

    target_class = FormatField

    def map_serializer_field(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:
        return {"type": "string", "enum": list(FORMATS)}


class RulesetField(serializers.CharField):
    """The key of a ruleset; a tournament answers more of it, which may be sent back."""


class RulesetFieldSchema(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    target_class = RulesetField

    def map_serializer_field(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:
        key = {"type": "string", "enum": list(RULESETS)}
        told = {
            "type": "object",
            "required": ["key"],
            "properties": {
                "key": key,
                "overrides": shape("Overrides"),
            },
            "patternProperties": as_answered(["rules", "words"]),
            "additionalProperties": False,
        }
        return {"anyOf": [key, told]}
