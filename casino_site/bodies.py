"""Reading request bodies: JSON, bounded in size and depth before anything looks at it."""

import json
from collections.abc import Mapping
from typing import IO, Any, NoReturn

from django.conf import settings
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import BaseParser

from games.texts import all_seen


class BodyTooLarge(APIException):
    status_code = 413
    default_code = "body_too_large"

    def __init__(self, limit: int) -> None:
        super().__init__(f"The request body is larger than {limit // 1024} KiB.")


def limit_of(path: str) -> int:
    """How large a body may be that is sent to this address."""
    return settings.LARGER_BODIES.get(path, settings.DATA_UPLOAD_MAX_MEMORY_SIZE)


class BoundedJSONParser(BaseParser):
    """Takes UTF-8 JSON of at most `DATA_UPLOAD_MAX_MEMORY_SIZE` bytes; refuses 413 or 400."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        body = stream.read(limit + 1)
        if len(body) > limit:
            raise BodyTooLarge(limit)
        try:
            content = json.loads(body.decode(), parse_constant=_refuse)
        except (ValueError, RecursionError) as error:
            raise ParseError("The request body is not JSON.", "malformed_json") from error
        if not all_seen(content):
            raise ParseError(
                "A text in the body has control characters, or some that nobody sees.",
                "malformed_json",
            )
        return content


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")
