"""A field of a document whose shape the schema has under a name of its own."""

from typing import Any

from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import Direction
from rest_framework import serializers


def shape(name: str) -> dict[str, str]:
    """What stands for the shape in a schema."""
    return {"$ref": f"#/components/schemas/{name}"}


class ShapedField(serializers.JSONField):
    """`shape` names it. What stands in it is for those to judge who know it."""

    def __init__(self, *, shape: str, **said: Any) -> None:
        self.shape = shape
        super().__init__(**said)


class ShapedObject(serializers.DictField):
    """The same of an object."""

    def __init__(self, *, shape: str, **said: Any) -> None:
        self.shape = shape
        super().__init__(**said)


# The library does not type how it takes note of an extension.
class ShapedFieldSchema(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    target_class: type[serializers.Field[Any, Any, Any, Any]] = ShapedField

    def map_serializer_field(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:
        return shape(self.target.shape)


class ShapedObjectSchema(ShapedFieldSchema):  # type: ignore[no-untyped-call]
    target_class = ShapedObject
