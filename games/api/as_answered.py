"""What a server has answered, and may be sent back: it says nothing."""

from collections.abc import Iterable
from typing import Any

from games.api.texts import pattern

# So deep is what a tournament answers of itself.
DEEPEST = 3


def as_answered(names: Iterable[str]) -> dict[str, Any]:
    """What an object may also have under these names, for its `patternProperties`: any JSON in
    whose texts everything can be seen. Clients need no types for it, and are given none.
    """
    return {f"^({'|'.join(sorted(names))})$": _any_json(DEEPEST)}


def _any_json(deep: int) -> dict[str, Any]:
    seen = pattern(blank=True)
    kinds: list[dict[str, Any]] = [
        {"type": ["number", "boolean", "null"]},
        {"type": "string", "pattern": seen},
    ]
    if deep:
        inner = _any_json(deep - 1)
        kinds += [
            {"type": "array", "items": inner},
            {
                "type": "object",
                "propertyNames": {"pattern": seen},
                "additionalProperties": inner,
            },
        ]
    return {"anyOf": kinds}
