"""Reading request bodies: JSON, bounded in size and depth before anything looks at it."""

import json
from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import BaseParser


class BodyTooLarge(APIException):
    status_code = 413
    default_code = "body_too_large"
    default_detail = "The request body is larger than 64 KiB."


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
            raise BodyTooLarge
        try:
            return json.loads(body.decode())
        except (ValueError, RecursionError) as error:
            raise ParseError("The request body is not JSON.", "malformed_json") from error
