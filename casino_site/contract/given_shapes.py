"""JSON Schema of parts of bodies: as narrow as what takes them."""

from collections.abc import Iterable
from typing import Any

from engine.rules import overrides as bounds
from engine.rules.moves import HIGHEST_VALUE
from games.api.json_schemas import Schema, Schemas
from games.api.shaped import shape
from tournaments.core.planning import Option
from tournaments.domain.policies import POLICIES
from tournaments.formats import FORMATS

CARD: Schema = {"type": "string", "pattern": "^[A2-9TJQK][cdhs]$"}
VALUE: Schema = {"type": "integer", "minimum": 1, "maximum": HIGHEST_VALUE}
LOOSE: Schema = {"type": "array", "items": CARD, "maxItems": 51, "uniqueItems": True}
BUILDS: Schema = {"type": "array", "items": VALUE, "maxItems": HIGHEST_VALUE, "uniqueItems": True}


def given_shapes() -> Schemas:
    return {
        "GivenTrail": _kind("trail", {}),
        "GivenCapture": _kind("capture", {"loose": LOOSE, "builds": BUILDS}),
        "GivenBuild": _kind(
            "build",
            {"loose": LOOSE, "value": VALUE, "raises": VALUE | {"type": ["integer", "null"]}},
            optional={"raises"},
        ),
        "MoveText": _move_text(),
        "GivenMove": {
            "description": "A move, as an object or in the notation of docs/notation.md.",
            "anyOf": [
                shape(name) for name in ("GivenTrail", "GivenCapture", "GivenBuild", "MoveText")
            ],
        },
        "ShownCut": _only({"cut": {"type": "string", "pattern": "^[0-9a-f]{32}$"}}),
        "CommittedCut": _only({"digest": {"type": "string", "pattern": "^[0-9a-f]{64}$"}}),
        "SpareCut": _only({"spare": {"type": "boolean", "enum": [True]}}),
        "Cut": {
            "description": "Shows the cut, commits to one by its digest, or leaves it to the "
            "server (docs/fairness.md).",
            "anyOf": [shape(name) for name in ("ShownCut", "CommittedCut", "SpareCut")],
        },
        "Overrides": overrides(),
        "Policies": _options(POLICIES),
        "StageOptions": _options(option for one in FORMATS.values() for option in one.options),
    }


def _kind(kind: str, fields: Schemas, optional: set[str] | None = None) -> Schema:
    properties = {"kind": {"type": "string", "enum": [kind]}, "card": CARD, **fields}
    return _only(properties, optional)


def _only(properties: Schemas, optional: set[str] | None = None) -> Schema:
    return {
        "type": "object",
        "required": [name for name in properties if name not in (optional or set())],
        "properties": properties,
        "additionalProperties": False,
    }


def _move_text() -> Schema:
    card, build = "[A2-9TJQK][cdhs]", "\\[(?:1[0-4]|[1-9])\\]"
    capture, sum_ = f"x(?:{card}|{build})*", f"(?:\\+(?:{build})?(?:{card})+)?=(?:1[0-4]|[1-9])"
    return {"type": "string", "maxLength": 200, "pattern": f"^{card}(?:{capture}|{sum_})?$"}


def overrides() -> Schema:
    """The fields of a ruleset that can be set otherwise, and what each takes."""
    fields: dict[str, Any] = {name: {"type": ["boolean", "null"]} for name in bounds.SWITCHES}
    for name, choices in bounds.CHOICES.items():
        fields[name] = {"type": ["string", "null"], "enum": [*choices, None]}
    for name, (least, most) in bounds.RANGES.items():
        fields[name] = {"type": ["integer", "null"], "minimum": least, "maximum": most}
    fields["ace_values"] = {
        "type": ["array", "null"],
        "description": "[1] or [1, 14].",
        "items": {"type": "integer", "enum": [1, 14]},
        "minItems": 1,
        "maxItems": 2,
    }
    points = {"type": "integer", "minimum": 0, "maximum": bounds.MOST_POINTS}
    fields["points"] = {
        "type": ["object", "null"],
        "properties": dict.fromkeys(bounds.POINTS, points),
        "additionalProperties": False,
    }
    fields["owner_may_trail"] = {"type": "boolean", "description": "An earlier name of no_trail."}
    return {
        "type": "object",
        "description": "The fields of a ruleset that are set otherwise (docs/rules.md). In "
        "a change of settings null is the default again.",
        "properties": fields,
        "additionalProperties": False,
    }


def _options(options: Iterable[Option]) -> Schema:
    """Options by name; null is the default. Several formats may have options of one name."""
    found: dict[str, list[Schema]] = {}
    for option in options:
        kinds = found.setdefault(option.name, [])
        if (kind := _option(option)) not in kinds:
            kinds.append(kind)
    properties = {
        name: kinds[0] if len(kinds) == 1 else {"anyOf": kinds} for name, kinds in found.items()
    }
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _option(option: Option) -> Schema:
    match option.kind:
        case "whole":
            bounds_of = {"minimum": option.least, "maximum": option.most}
            kept = {name: bound for name, bound in bounds_of.items() if bound is not None}
            return {"type": ["integer", "null"], **kept}
        case "flag":
            return {"type": ["boolean", "null"]}
        case "choice":
            return {"type": ["string", "null"], "enum": [*option.choices, None]}
        case "sizes":
            return {"type": ["array", "null"], "items": {"type": "integer"}, "maxItems": 6}
        case "order":
            keys = {"type": "string", "enum": list(option.choices)}
            return {"type": ["array", "null"], "items": keys, "uniqueItems": True}
        case kind:
            raise ValueError(f"no schema for an option of kind {kind}")
