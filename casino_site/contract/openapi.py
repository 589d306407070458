"""What drf-spectacular cannot read off the views, put into its document: shapes, refusals by code,
headers, servers, and examples that a test has recorded.
"""

import json
from pathlib import Path
from typing import Any

from casino_site.contract.auto_schema import DEPRECATED
from casino_site.contract.given_shapes import given_shapes
from casino_site.contract.messages import message_shapes, webhooks
from casino_site.contract.refusals import refusals_of, statuses_by_code
from casino_site.contract.shapes import shapes
from casino_site.contract.stream_lines import TOLD, body_of_lines, line_shapes
from games.api.shaped import shape

METHODS = ("get", "post", "put", "patch", "delete")
PROBLEM_JSON = "application/problem+json"
EXAMPLES = Path(__file__).parent / "examples.json"
Document = dict[str, Any]


def problem() -> Document:
    return {
        "type": "object",
        "description": "A refusal (RFC 9457): `code` and `params` are stable.",
        "required": ["type", "title", "status", "code", "detail", "params"],
        "properties": {
            "type": {"type": "string", "format": "uri"},
            "title": {"type": "string"},
            "status": {"type": "integer"},
            "code": {"type": "string"},
            "detail": {"type": "string"},
            "params": {"type": "object", "additionalProperties": {}},
        },
    }


def _header(said: str, schema: Document, **more: Any) -> Document:
    return {"description": said, "schema": schema, **more}


TEXT: Document = {"type": "string"}
LIMITS: Document = {
    "RateLimit-Policy": _header(
        "The limits that were counted: q in w seconds.",
        {"type": "string", "examples": ['"reads";q=6000;w=60']},
    ),
    "RateLimit": _header(
        "How they stand: r remain for t seconds.",
        {"type": "string", "examples": ['"reads";r=5999;t=60']},
    ),
}
RETRY_AFTER: Document = {
    "Retry-After": _header(
        "After how many seconds it is worth another try.",
        {"type": "integer", "minimum": 1},
        required=True,
    )
}
ETAG: Document = {
    "ETag": _header(
        "What has this state; for `If-None-Match` and `If-Match`.",
        {"type": "string", "examples": ['"0193…-v12"']},
    )
}
LOCATION: Document = {
    "Location": _header(
        "Where to find what was made.", {"type": "string", "format": "uri-reference"}
    )
}
_GOES: Document = {
    "Deprecation": "Since when it is not to be used any more (RFC 9745).",
    "Sunset": "When it answers no more (RFC 8594).",
    "Link": "Where to read what is to be used instead.",
}
REPLAYED: Document = {
    "Idempotency-Replayed": _header(
        "The answer of the first request with this key.", {"type": "string", "enum": ["true"]}
    )
}
_KEY = "[A-Za-z0-9._-]{1,64}"
KEY: Document = {
    "in": "header",
    "name": "Idempotency-Key",
    "description": "The client's own name of this request: it is done once, however often it comes "
    "within 24 hours. The answer of the first time is given again.",
    "schema": {"type": "string", "pattern": f'^({_KEY}|"{_KEY}")$'},
    "example": "evening-0193",
}
IF_MATCH: Document = {
    "in": "header",
    "name": "If-Match",
    "description": "The `ETag` of the tournament for which this is meant: refused with 412 if it "
    "has changed since.",
    "schema": {"type": "string"},
    "example": "*",
}


def complete(result: Document, **_: Any) -> Document:
    """A postprocessing hook."""
    schemas = result.setdefault("components", {}).setdefault("schemas", {})
    made_here = {**shapes(), **given_shapes(), **message_shapes(), "Problem": problem()}
    for name, made in made_here.items():
        assert name not in schemas, name
        schemas[name] = made
    for name, made in line_shapes().items():
        schemas.setdefault(name, made)
    codes = sorted(statuses_by_code())
    schemas["RefusalCode"] = {
        "type": "string",
        "enum": codes,
        "description": "Every code of a refusal. More may come; none is taken away or renamed.",
    }
    result["servers"] = [{"url": "/", "description": "Where this document is fetched from."}]
    result["webhooks"] = webhooks()
    examples = json.loads(EXAMPLES.read_text()) if EXAMPLES.exists() else {}
    shared = _Shared(result["components"].setdefault("responses", {}))
    for path, operations in result["paths"].items():
        for method in METHODS:
            if method in operations:
                _complete(path, method, operations[method], shared)
                _need_body(operations[method], schemas)
                _type_lines(operations[method])
                _exemplify(operations[method], examples.get(operations[method]["operationId"], {}))
    return result


class _Shared:
    """Refusals, each of which stands in the document once; named after who may meet with it."""

    def __init__(self, responses: Document) -> None:
        self.responses = responses
        self.names: dict[tuple[int, tuple[str, ...]], str] = {}

    def refused(self, status: int, codes: list[str], operation: str) -> Document:
        known = (status, tuple(codes))
        if known not in self.names:
            words = "".join(word.capitalize() for word in operation.split("_"))
            self.names[known] = f"Refused{status}Of{words}"
            self.responses[self.names[known]] = _refused(status, codes)
        return {"$ref": f"#/components/responses/{self.names[known]}"}


def _complete(path: str, method: str, operation: Document, shared: _Shared) -> None:
    responses: Document = operation["responses"]
    parameters: list[Document] = operation.setdefault("parameters", [])
    if method == "post" and operation.get("security") != [{}]:
        parameters.append(KEY)
    if method != "get" and "/tournaments/{name}/" in path:
        parameters.append(IF_MATCH)
    tagged = "304" in responses or (method != "get" and "/tournaments/{name}/" in path)
    for status, response in responses.items():
        headers = response.setdefault("headers", {})
        headers |= LIMITS | _said_of_its_end(operation)
        if tagged:
            headers |= ETAG
        if status == "201":
            headers |= LOCATION
        if method == "post" and status != "304":
            headers |= REPLAYED
    for refused, codes in refusals_of(path, method, operation).items():
        answer = shared.refused(refused, codes, operation["operationId"])
        responses.setdefault(str(refused), answer)


def _said_of_its_end(operation: Document) -> Document:
    """The headers of what is deprecated, with their values."""
    told: Document = operation.get(DEPRECATED, {})
    return {
        name: _header(_GOES[name], {"type": "string", "examples": [value]}, required=True)
        for name, value in told.items()
    }


def _need_body(operation: Document, schemas: Document) -> None:
    """A body of which something must stand there must itself be there."""
    body = operation.get("requestBody", {})
    for content in body.get("content", {}).values():
        made = schemas.get(content["schema"].get("$ref", "").rsplit("/", 1)[-1], {})
        if made.get("required") or "anyOf" in made:
            body["required"] = True


def _type_lines(operation: Document) -> None:
    """A stream says what each of its lines is."""
    if operation["operationId"] in TOLD:
        for media_type, content in operation["responses"]["200"]["content"].items():
            content["schema"] = body_of_lines(operation["operationId"], media_type)


def _refused(status: int, codes: list[str]) -> Document:
    said = "Refused: " + ", ".join(f"`{code}`" for code in codes)
    headers = LIMITS | (RETRY_AFTER if status in (429, 503) else {})
    if status == 412:
        headers = headers | ETAG
    content = {PROBLEM_JSON: {"schema": shape("Problem")}}
    return {"description": said, "x-codes": codes, "headers": headers, "content": content}


def _exemplify(operation: Document, recorded: Document) -> None:
    """Puts the recorded request and answers beside their schemas."""
    for kind, content in operation.get("requestBody", {}).get("content", {}).items():
        if "request" in recorded and kind == "application/json":
            content["example"] = recorded["request"]
    for status, body in recorded.get("responses", {}).items():
        for content in operation["responses"].get(status, {}).get("content", {}).values():
            content["example"] = body
