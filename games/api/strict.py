"""Bodies that refuse what they do not know: a misspelt field is not left out in silence, and a
number is not a text.

Each body is declared by its shape, a `StrictSerializer`. Where it reads the body, it refuses names
and types. Where the domain does, which has codes of its own for what is wrong in a field (a move, a
cut), `check_fields` holds the names of the same shape. What takes no body says so by `check_body`.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.exceptions import UnsupportedMediaType
from rest_framework.request import Request

UNKNOWN = "There is no such field."
Field = serializers.Field[Any, Any, Any, Any]


def _is_whole(value: Any) -> bool:
    return type(value) is int or (isinstance(value, float) and value.is_integer())


# What JSON has for each kind of field, the first that fits; DRF by itself takes texts for numbers,
# and numbers for texts.
_KINDS: tuple[tuple[type[Any], Callable[[Any], bool], str], ...] = (
    (serializers.BooleanField, lambda value: isinstance(value, bool), "It takes true or false."),
    (serializers.IntegerField, _is_whole, "It takes a whole number."),
    (serializers.CharField, lambda value: isinstance(value, str), "It takes a text."),
    (serializers.ChoiceField, lambda value: isinstance(value, str), "It takes a text."),
    (serializers.DateTimeField, lambda value: isinstance(value, str), "It takes a time."),
    (serializers.ListField, lambda value: isinstance(value, list), "It takes a list."),
    (serializers.DictField, lambda value: isinstance(value, dict), "It takes an object."),
)


def problem_of(field: Field, value: Any) -> str | None:
    """What is wrong with the JSON type of the value, and not with the value."""
    if value is None:
        return None  # the field itself says whether it may be
    for kind, fits, problem in _KINDS:
        if isinstance(field, kind):
            return None if fits(value) else problem
    return None


def _items(field: Field, value: Any, path: str) -> dict[str, list[str]]:
    """The same of the value and, of a list, of each item."""
    if problem := problem_of(field, value):
        return {path: [problem]}
    if not isinstance(field, serializers.ListField) or not isinstance(value, list):
        return {}
    child = field.child
    wrong: dict[str, list[str]] = {}
    for number, item in enumerate(value):
        if item is None and not child.allow_null:
            wrong[f"{path}.{number}"] = ["This field may not be null."]
        wrong |= _items(child, item, f"{path}.{number}")
    return wrong


class StrictSerializer(serializers.Serializer[Any]):
    """Refuses every field that it does not name. `told` may come as well, as an answer of the
    server has them, and mean nothing.
    """

    told: ClassVar[frozenset[str]] = frozenset()

    @classmethod
    def known(cls) -> set[str]:
        """The fields that the body may have."""
        return {*cls().fields, *cls.told}

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping):
            wrong = _strange(data, self.known())
            for name, field in self.fields.items():
                if name in data:
                    wrong |= _items(field, data[name], name)
            if wrong:
                raise serializers.ValidationError(wrong)
        return super().to_internal_value(data)


def check_body(request: Request) -> None:
    """Refuses every field of the body of an operation that takes none."""
    try:
        given = request.data
    except UnsupportedMediaType:
        return  # what would be read of it does not matter
    check_fields(given, ())


def check_fields(data: Any, known: Collection[str]) -> None:
    """Refuses every field that is not known, by its name."""
    if isinstance(data, Mapping) and (wrong := _strange(data, known)):
        raise serializers.ValidationError(wrong)


def _strange(data: Mapping[Any, Any], known: Collection[str]) -> dict[str, list[str]]:
    return {str(name)[:64]: [UNKNOWN] for name in data if name not in known}
