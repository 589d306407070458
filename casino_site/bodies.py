"""Reading request bodies: JSON, bounded in size and depth before anything looks at it."""

import json
import re
from collections.abc import Mapping
from typing import IO, Any, NoReturn

from django.conf import settings
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import BaseParser

from games.texts import all_seen

# Of a number with a point, from which on it does not tell neighbours apart.
LARGEST_WHOLE = 2**53


class BodyTooLarge(APIException):
    status_code = 413
    default_code = "body_too_large"

    def __init__(self, limit: int) -> None:
        super().__init__(f"The request body is larger than {limit // 1024} KiB.")


def limit_of(path: str) -> int:
    """How large a body may be that is sent to this address."""
    slashed = f"{path.removesuffix('/')}/"
    larger = (most for at, most in settings.LARGER_BODIES.items() if re.fullmatch(at, slashed))
    return next(larger, settings.DATA_UPLOAD_MAX_MEMORY_SIZE)


class BoundedJSONParser(BaseParser):
    """Takes UTF-8 JSON of at most `limit_of` its address; refuses 413 or 400."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        asked = (parser_context or {}).get("request")
        limit = limit_of(asked.path if asked is not None else "")
        body = stream.read(limit + 1)
        if len(body) > limit:
            raise BodyTooLarge(limit)
        try:
            content = json.loads(body.decode(), parse_constant=_refuse, parse_float=_number)
        except (ValueError, RecursionError) as error:
            raise ParseError("The request body is not JSON.", "malformed_json") from error
        if not all_seen(content):
            raise ParseError(
                "A text in the body has control characters, or some that nobody sees.",
                "malformed_json",
            )
        return content


def _number(text: str) -> int | float:
    """A number with a point; one without a fraction is a whole number, as JSON Schema has it."""
    number = float(text)
    return int(number) if number.is_integer() and abs(number) < LARGEST_WHOLE else number


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")
