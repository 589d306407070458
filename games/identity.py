"""Public ids: opaque, sortable in time (UUIDv7), written as 32 hex digits."""

import re
from uuid import UUID

from django.urls import register_converter
from uuid_utils.compat import uuid7

ID = re.compile(r"[0-9a-f]{32}")


def new_id() -> UUID:
    return uuid7()


class IdConverter:
    """`<id:match_id>` in a route: an id with or without the hyphens; printed without."""

    regex = "[0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"

    def to_python(self, value: str) -> UUID:
        return UUID(value)

    def to_url(self, value: UUID | str) -> str:
        return value.hex if isinstance(value, UUID) else value


register_converter(IdConverter, "id")
