"""Whether frames are what the documents of sockets and of streams say: used by every client of the
tests.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import jsonschema_rs

from casino_site.contract.asyncapi import document
from casino_site.contract.openapi import problem
from casino_site.contract.shapes import shapes
from casino_site.contract.stream_lines import TOLD, line_shapes


def closed(schema: Any) -> Any:
    """The schema without room for a field that it does not name."""
    if isinstance(schema, list):
        return [closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    made = {name: closed(one) for name, one in schema.items()}
    if isinstance(made.get("properties"), dict) and made.get("type") == "object":
        made.setdefault("additionalProperties", False)
    return made


@cache
def validator(kind: str) -> Any:
    """Of every frame of the server on this socket; facts of later versions are left out."""
    whole = document()
    names = [
        name for name in whole["channels"][kind]["messages"] if name.endswith(("told", "fact"))
    ]
    payloads = [whole["components"]["messages"][name]["payload"] for name in names]
    return _validator(payloads, whole["components"]["schemas"])


@cache
def line_validator(operation: str) -> Any:
    """Of every line of this stream."""
    line = {"$ref": f"#/components/schemas/{TOLD[operation][0]}"}
    return _validator([line], {**line_shapes(), **shapes(), "Problem": problem()})


def _validator(payloads: Sequence[Any], known: Mapping[str, Any]) -> Any:
    schemas = dict(known)
    for name in ("MatchFact", "TournamentFact", "FollowedMatchFact", "FollowedTournamentFact"):
        if name in schemas:
            schemas[name] = {"anyOf": schemas[name]["anyOf"][:-1]}
    root = {"anyOf": payloads, "components": {"schemas": schemas}}
    return jsonschema_rs.validator_for(closed(root))


def is_told(kind: str, frame: Mapping[str, Any]) -> bool:
    return bool(validator(kind).is_valid(frame))


def is_line(operation: str, frame: Mapping[str, Any]) -> bool:
    return bool(line_validator(operation).is_valid(frame))
