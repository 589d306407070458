"""What drf-spectacular cannot read off the views: that every refusal is a problem document."""

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
METHODS = ("get", "post", "put", "patch", "delete")


def add_problems(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """A postprocessing hook: every operation may be refused."""
    result.setdefault("components", {}).setdefault("schemas", {})["Problem"] = PROBLEM
    for operations in result["paths"].values():
        for method in METHODS:
            if method in operations:
                operations[method]["responses"].setdefault("4XX", REFUSED)
    return result


class SchemaView(SpectacularAPIView):
    """The schema, which is made anew for each who asks."""

    expensive = True
