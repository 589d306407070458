"""Bodies of actions: what the registry says of their fields, as DRF reads and describes it."""

from functools import cache, singledispatch
from typing import Any

from rest_framework import serializers

from games.api.strict import StrictSerializer
from tournaments.actions import fields as kinds
from tournaments.actions.action import Body


class TableBody(StrictSerializer):
    pairing = serializers.IntegerField(min_value=1)
    sides = serializers.ListField(
        child=serializers.ListField(
            child=serializers.CharField(max_length=kinds.ID_LENGTH), max_length=2
        ),
        max_length=kinds.TABLE_SIDES,
    )


@cache
def serializer_of(body: Body) -> type[serializers.Serializer[Any]]:
    """The serializer of a body, under the body's name in the schema."""
    declared = {field.name: serializer_field(field) for field in body.fields}
    return type(body.name, (StrictSerializer,), declared)


def serializer_field(field: kinds.Field, **others: Any) -> serializers.Field[Any, Any, Any, Any]:
    """The field of a serializer; `others` stand in the place of what the kind would have."""
    options: dict[str, Any] = {"help_text": field.help} if field.help else {}
    if not field.required and field.default is kinds.LEFT_OUT:
        options["required"] = False
    elif not field.required:
        options["default"] = field.default
    return _made(field, options | others)


@singledispatch
def _made(field: kinds.Field, options: dict[str, Any]) -> serializers.Field[Any, Any, Any, Any]:
    raise TypeError(f"no serializer is known for {type(field).__name__}")


@_made.register
def _text(field: kinds.Text, options: dict[str, Any]) -> serializers.CharField:
    blank: dict[str, Any] = {"allow_blank": True} if field.least == 0 else {}
    return serializers.CharField(max_length=field.most, **blank, **options)


@_made.register
def _markdown(field: kinds.Markdown, options: dict[str, Any]) -> serializers.CharField:
    return serializers.CharField(
        max_length=field.most, allow_blank=True, trim_whitespace=False, **options
    )


@_made.register
def _choice(field: kinds.Choice, options: dict[str, Any]) -> serializers.ChoiceField:
    return serializers.ChoiceField(list(field.keys), **options)


@_made.register
def _whole(field: kinds.Whole, options: dict[str, Any]) -> serializers.IntegerField:
    return serializers.IntegerField(min_value=field.least, max_value=field.most, **options)


@_made.register
def _flag(field: kinds.Flag, options: dict[str, Any]) -> serializers.BooleanField:
    return serializers.BooleanField(**options)


@_made.register
def _moment(field: kinds.Moment, options: dict[str, Any]) -> serializers.DateTimeField:
    return serializers.DateTimeField(allow_null=True, **options)


@_made.register
def _entrants(field: kinds.Entrants, options: dict[str, Any]) -> serializers.ListField:
    child = serializers.CharField(max_length=kinds.ID_LENGTH)
    least: dict[str, Any] = {"min_length": field.least} if field.least else {}
    return serializers.ListField(child=child, max_length=field.most, **least, **options)


@_made.register
def _per_side(field: kinds.PerSide, options: dict[str, Any]) -> serializers.ListField:
    child = serializers.IntegerField(min_value=field.least)
    return serializers.ListField(child=child, max_length=kinds.TABLE_SIDES, **options)


@_made.register
def _two_sides(field: kinds.TwoSides, options: dict[str, Any]) -> serializers.ListField:
    child = serializers.IntegerField(min_value=0, max_value=1)
    return serializers.ListField(child=child, min_length=1, max_length=2, **options)


@_made.register
def _tables(field: kinds.Tables, options: dict[str, Any]) -> serializers.ListSerializer[Any]:
    return serializers.ListSerializer(
        child=TableBody(), allow_empty=False, max_length=kinds.TABLES_AT_ONCE, **options
    )
