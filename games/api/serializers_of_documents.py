"""Serializers, for the schema alone, of documents that are defined as TypedDicts."""

from collections.abc import Callable, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from rest_framework import serializers

from games.api.shaped import ShapedField
from games.documents import Choices, Form, Help, Pattern, Shape

Field = serializers.Field[Any, Any, Any, Any]

_PLAIN: Mapping[object, Callable[..., Field]] = {
    bool: serializers.BooleanField,
    int: serializers.IntegerField,
    str: serializers.CharField,
    Any: serializers.JSONField,
}
_FORMS: Mapping[str, Callable[..., Field]] = {
    "date-time": serializers.DateTimeField,
    "slug": serializers.SlugField,
    "uri": serializers.URLField,
}


@cache
def serializer_of(document: type) -> type[serializers.Serializer[Any]]:
    """The serializer of a TypedDict, with its name, its docstring and a field for each key.

    Raises TypeError for what the schema has no word for.
    """
    hints = get_type_hints(document, include_extras=True)
    needed: frozenset[str] = vars(document)["__required_keys__"]
    fields: dict[str, Any] = {
        name: _field(hint) if name in needed else _field(hint, required=False)
        for name, hint in hints.items()
    }
    fields["__doc__"] = vars(document).get("__doc__")
    fields["__module__"] = document.__module__
    return type(document.__name__, (serializers.Serializer,), fields)


def _field(hint: Any, **said: Any) -> Field:
    origin, inner = get_origin(hint), get_args(hint)
    if origin is NotRequired:
        return _field(inner[0], **said)
    if origin is Annotated:
        return _annotated(inner[0], inner[1:], said)
    if origin in (Union, UnionType):
        (other,) = (one for one in inner if one is not NoneType)
        return _field(other, **said, allow_null=True)
    if origin is Literal:
        return serializers.ChoiceField(list(inner), **said)
    if origin is list:
        return _list(inner[0], said)
    if origin is dict:
        return serializers.DictField(**said)
    if is_typeddict(hint):
        return serializer_of(hint)(**said)
    if hint not in _PLAIN:
        raise TypeError(f"a document cannot hold {hint!r}")
    return _PLAIN[hint](**said)


def _list(item: Any, said: dict[str, Any]) -> Field:
    if is_typeddict(item):
        return serializer_of(item)(many=True, **said)
    return serializers.ListField(child=_field(item), **said)


def _annotated(hint: Any, notes: tuple[object, ...], said: dict[str, Any]) -> Field:
    kind: Callable[..., Field] | None = None
    for note in notes:
        match note:
            case Help(text):
                said = said | {"help_text": text}
            case Choices(options):
                kind, said = serializers.ChoiceField, said | {"choices": options}
            case Form(name):
                kind = _FORMS[name]
            case Shape(name):
                kind, said = ShapedField, said | {"shape": name}
            case Pattern(text):
                kind, said = serializers.RegexField, said | {"regex": text}
            case _:
                raise TypeError(f"a document says nothing by {note!r}")
    if kind is None:
        return _field(hint, **said)
    if NoneType in get_args(hint):
        said = said | {"allow_null": True}
    return kind(**said)
