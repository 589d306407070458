"""The shape of every fact, by type and schema: the names of its fields, and what stands in them.

    python -m tests.site.fact_shapes            # adds the shapes of new types and schemas
    python -m tests.site.fact_shapes --again TYPE…

The file is compared with what the product writes (`test_fact_shapes`). A shape that is there is
written again only for a type that is named: one whose newest schema no release has had.
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from types import NoneType, SimpleNamespace, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from engine import from_fact, to_fact
from engine.wire.decoding import SCHEMAS
from games.store.stated_fields import FIELDS
from tests.product import ROOT
from tournaments.domain import codec
from tournaments.domain.events import TournamentEvent
from tournaments.ladders import events as ladder_events
from tournaments.ladders.events import LadderEvent

FILE = Path(__file__).parent / "data" / "fact-shapes.json"
SAMPLES = ROOT / "tests" / "engine" / "data" / "facts.jsonl"
PLAYED = ROOT / "tests" / "games" / "data" / "match-bots.jsonl"
# What a field may also hold, where no sample has it.
OTHERWISE: Mapping[str, Sequence[Mapping[str, Any]]] = {
    "match_created": [
        {"stand_in": "greedy", "board": "club/1/1"},
        {"rules": {"first_to": None, "deals_each": 2}},
    ],
    "deal_scored": [{"residue": {"seat": None}}],
    "seat_taken": [{"bot": "greedy"}],
}
# Objects whose fields are not the fact's to say: what somebody asked for.
FREE = {"overrides"}
SCALARS = {bool: "boolean", int: "integer", str: "string", bytes: "string", NoneType: "null"}
Shape = Any
Shapes = dict[str, dict[str, Shape]]


def written() -> Shapes:
    """By type and schema the shapes of what this version writes."""
    found = _of_matches()
    rules = found["match_created"][str(SCHEMAS["match_created"])]["data"]["rules"]
    for event in get_args(TournamentEvent):
        hidden = _always_hidden(event)
        shape = _as_stored(event.type, _of_type(event, rules))
        data = {name: value for name, value in shape.items() if name not in hidden}
        secret = {name: shape[name] for name in hidden} or "null"
        found[event.type] = {str(codec.SCHEMA_OF[event.type]): {"data": data, "secret": secret}}
    for kind in get_args(LadderEvent):
        shape = {"data": _of_type(kind, rules), "secret": "null"}
        found[kind.type] = {str(ladder_events.SCHEMA_OF[kind.type]): shape}
    return found


def _as_stored(type_: str, shape: dict[str, Shape]) -> dict[str, Shape]:
    """What a person typed stands beside the fact, which has its digest."""
    digest = {"one of": sorted([{"digest": "string"}, "string"], key=json.dumps)}
    return shape | dict.fromkeys(FIELDS.get(type_, ()), digest)


def kept() -> Shapes:
    """The shapes of the file."""
    shapes: Shapes = json.loads(FILE.read_text())
    return shapes


def fits(value: Any, shape: Shape) -> bool:
    """Whether a value as JSON has this shape."""
    if isinstance(shape, list):
        return isinstance(value, list) and all(fits(item, shape[0]) for item in value)
    if isinstance(shape, str):
        return SCALARS.get(type(value), "object") == shape
    if shape.keys() == {"one of"}:
        return any(fits(value, one) for one in shape["one of"])
    if not isinstance(value, dict):
        return False
    known = {name.removesuffix("?"): name for name in shape}
    needed = {name for name in shape if not name.endswith("?")}
    return needed <= value.keys() <= known.keys() and all(
        fits(item, shape[known[name]]) for name, item in value.items()
    )


def _of_matches() -> Shapes:
    """From samples of each fact, written by the product once more, and from a match of bots."""
    samples: dict[str, list[Any]] = {}
    for line in PLAYED.read_text().splitlines():
        played = json.loads(line)
        if played["type"] == "card_played":
            fact = to_fact(from_fact("card_played", played["schema"], played["data"], None))
            samples.setdefault(fact.type, []).append({"data": fact.data, "secret": None})
    for line in SAMPLES.read_text().splitlines():
        sample = json.loads(line)
        if sample["schema"] == SCHEMAS[sample["type"]]:
            values = (sample[name] for name in ("type", "schema", "data", "secret"))
            fact = to_fact(from_fact(*values))
            samples.setdefault(fact.type, []).append({"data": fact.data, "secret": fact.secret})
            for other in OTHERWISE.get(fact.type, ()):
                data = _merged(fact.data, other)
                again = to_fact(from_fact(fact.type, fact.schema, data, fact.secret))
                samples[fact.type].append({"data": again.data, "secret": again.secret})
    return {type_: {str(SCHEMAS[type_]): _of_values(some)} for type_, some in samples.items()}


def _merged(data: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    parts = {
        name: _merged(data[name], value) if isinstance(value, Mapping) else value
        for name, value in other.items()
    }
    return {**data, **parts}


def _of_values(values: Sequence[Any]) -> Shape:
    """What all these values have in common; a field that some of them lack ends with `?`."""
    objects = [dict(value) for value in values if isinstance(value, Mapping)]
    lists = [value for value in values if isinstance(value, list | tuple)]
    shapes: list[Shape] = sorted(
        {SCALARS[type(value)] for value in values if not isinstance(value, Mapping | list | tuple)}
    )
    if objects:
        names = sorted({name for one in objects for name in one})
        shapes.append(
            {
                name if all(name in one for one in objects) else f"{name}?": "object"
                if name in FREE
                else _of_values([one[name] for one in objects if name in one])
                for name in names
            }
        )
    if lists:
        shapes.append([_of_values([item for one in lists for item in one])])
    return _one_of(shapes)


def _of_type(type_: Any, rules: Shape) -> Shape:
    """The shape of a value of this type as JSON."""
    if type_ in SCALARS:
        return SCALARS[type_]
    if is_dataclass(type_):
        hints = get_type_hints(type_)
        return {
            field.name: rules if field.name == "rules" else _of_type(hints[field.name], rules)
            for field in fields(type_)
        }
    origin, parts = get_origin(type_), get_args(type_)
    if origin in (Union, UnionType):
        return _one_of([_of_type(part, rules) for part in parts])
    if origin is tuple:
        kinds = [_of_type(part, rules) for part in parts if part is not ...]
        return [kinds[0]] if len({json.dumps(kind) for kind in kinds}) == 1 else kinds
    if isinstance(type_, type) and issubclass(type_, Enum):
        return "string"
    return "object" if origin and issubclass(origin, Mapping) else str(type_)


def _one_of(shapes: Sequence[Shape]) -> Shape:
    ordered = sorted(shapes, key=json.dumps)
    return ordered[0] if len(ordered) == 1 else {"one of": ordered} if ordered else "nothing"


def _always_hidden(event: Any) -> tuple[str, ...]:
    """The fields that are secret in every fact of this type, and not in drafts alone."""
    hidden = getattr(event, "secret", ())
    if isinstance(hidden, property):
        assert hidden.fget is not None
        hidden = hidden.fget(SimpleNamespace(draft=False))
    return tuple(hidden)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--again", nargs="+", metavar="TYPE", default=())
    again = parser.parse_args().again
    shapes = kept() if FILE.exists() else {}
    for type_, schemas in written().items():
        old = shapes.setdefault(type_, {})
        for schema, shape in schemas.items():
            if schema not in old or type_ in again:
                old[schema] = shape
    FILE.write_text(json.dumps(shapes, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
