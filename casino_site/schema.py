"""What drf-spectacular cannot read off the views: that every refusal is a problem document, and
that everything may be refused for being asked for too often.
"""

from typing import Any

from drf_spectacular.views import SpectacularAPIView

PROBLEM = {
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
REFUSED = {
    "description": "Refused",
    "content": {
        "application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}},
    },
}
LIMIT_HEADERS = {
    "RateLimit-Policy": {
        "description": "The limits that were counted: q in w seconds.",
        "schema": {"type": "string", "examples": ['"reads";q=6000;w=60']},
    },
    "RateLimit": {
        "description": "How they stand: r remain for t seconds.",
        "schema": {"type": "string", "examples": ['"reads";r=5999;t=60']},
    },
}
RETRY_AFTER = {
    "Retry-After": {
        "description": "After how many seconds it is worth another try.",
        "required": True,
        "schema": {"type": "integer", "minimum": 1},
    },
}
TOO_MANY = {
    **REFUSED,
    "description": "Too often: `throttled`",
    "headers": {**RETRY_AFTER, **LIMIT_HEADERS},
}
METHODS = ("get", "post", "put", "patch", "delete")


def add_problems(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """A postprocessing hook: every operation may be refused."""
    result.setdefault("components", {}).setdefault("schemas", {})["Problem"] = PROBLEM
    for operations in result["paths"].values():
        for method in METHODS:
            if method in operations:
                responses = operations[method]["responses"]
                for response in responses.values():
                    response.setdefault("headers", {}).update(LIMIT_HEADERS)
                responses["429"] = TOO_MANY
                responses.setdefault("4XX", REFUSED)
    return result


class SchemaView(SpectacularAPIView):
    """The schema, which is made anew for each who asks."""

    expensive = True
