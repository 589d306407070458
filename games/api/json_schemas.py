"""JSON Schema of documents: of TypedDicts, of dataclasses as facts have them, and of what they are
made of. What is said stands in `games.documents`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
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

from games.api.shaped import shape
from games.documents import Choices, Form, Help, Pattern, Shape

Schema = dict[str, Any]
Schemas = dict[str, Schema]

_PLAIN: Mapping[object, Schema] = {
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    str: {"type": "string"},
    bytes: {"type": "string"},
    NoneType: {"type": "null"},
    Any: {},
}


class SchemaMaker:
    """Makes schemas; `named` has those of the TypedDicts and dataclasses met so far, by name.

    Raises TypeError for what JSON has no word for.
    """

    def __init__(self) -> None:
        self.named: Schemas = {}

    def of(self, hint: Any) -> Schema:
        origin, inner = get_origin(hint), get_args(hint)
        if origin is NotRequired:
            return self.of(inner[0])
        if origin is Annotated:
            return self._annotated(inner[0], inner[1:])
        if origin in (Union, UnionType):
            return _one_of(self.of(one) for one in inner)
        if origin is Literal:
            kind = "boolean" if isinstance(inner[0], bool) else "string"
            return {"type": kind, "enum": list(inner)}
        if origin is list:
            return {"type": "array", "items": self.of(inner[0])}
        if origin is tuple:
            return self._tuple(inner)
        if origin is not None and issubclass(origin, Mapping):
            return {"type": "object"}
        if is_typeddict(hint) or is_dataclass(hint):
            return self._object(hint)
        if isinstance(hint, type) and issubclass(hint, Enum):
            return {"type": "string", "enum": [one.value for one in hint]}
        if hint not in _PLAIN:
            raise TypeError(f"a document cannot hold {hint!r}")
        return dict(_PLAIN[hint])

    def _tuple(self, inner: tuple[Any, ...]) -> Schema:
        kinds = [self.of(one) for one in inner if one is not ...]
        if any(kind != kinds[0] for kind in kinds):
            raise TypeError(f"the items of a tuple differ: {inner!r}")
        return {"type": "array", "items": kinds[0]}

    def _object(self, hint: Any) -> Schema:
        name = hint.__name__
        if name not in self.named:
            self.named[name] = {}  # one that holds its own kind ends here
            self.named[name] = self.fields_of(hint)
        return shape(name)

    def fields_of(self, hint: Any, without: Iterable[str] = ()) -> Schema:
        """The schema of an object, in which the fields `without` are left out."""
        hints = get_type_hints(hint, include_extras=True)
        if is_dataclass(hint):
            names = {field.name for field in fields(hint)}
            # Facts of before may lack what came to their type later, with a default.
            needed = {field.name for field in fields(hint) if field.default is MISSING}
        else:
            names, needed = set(hints), set(vars(hint)["__required_keys__"])
        kept = [name for name in hints if name in names and name not in set(without)]
        made: Schema = {
            "type": "object",
            "required": [name for name in kept if name in needed],
            "properties": {name: self.of(hints[name]) for name in kept},
        }
        said = vars(hint).get("__doc__")
        if said and not said.startswith(f"{hint.__name__}("):
            made["description"] = " ".join(said.split())
        return made

    def _annotated(self, hint: Any, notes: tuple[object, ...]) -> Schema:
        made: Schema | None = None
        said: Schema = {}
        for note in notes:
            match note:
                case Help(text):
                    said["description"] = text
                case Shape(name):
                    made = shape(name)
                case Choices(options):
                    keys = [one if isinstance(one, str) else one[0] for one in options]
                    said |= {"type": "string", "enum": keys}
                case Form("slug"):
                    said["pattern"] = "^[-a-zA-Z0-9_]+$"
                case Form(name):
                    said["format"] = name
                case Pattern(text):
                    said["pattern"] = text
        if made is None:
            is_free = NoneType in get_args(hint)
            if is_free and "enum" in said:
                said |= {"type": ["string", "null"], "enum": [*said["enum"], None]}
            made = {} if "enum" in said else self.of(hint)
        return made | said


def _one_of(schemas: Iterable[Schema]) -> Schema:
    """Any of them; a type that may also be null says so by its type."""
    found = list(schemas)
    others = [one for one in found if one != {"type": "null"}]
    if len(others) == 1 and len(found) == 2:
        only = others[0]
        if isinstance(only.get("type"), str) and "enum" not in only:
            return only | {"type": [only["type"], "null"]}
    return {"anyOf": found}
