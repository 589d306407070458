"""Reading a body that is a CSV file."""

from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import BaseParser


class FileTooLarge(APIException):
    status_code = 413
    default_code = "body_too_large"
    default_detail = "The file is larger than 1 MiB."


class BoundedCsvParser(BaseParser):
    """Takes UTF-8 CSV of at most `LARGEST_CSV` bytes, as one text; refuses 413 or 400."""

    media_type = "text/csv"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> str:
        return csv_text(stream)


def csv_text(stream: IO[bytes]) -> str:
    """The text of the file. Refuses `body_too_large`, `malformed_csv`."""
    body = stream.read(settings.LARGEST_CSV + 1)
    if len(body) > settings.LARGEST_CSV:
        raise FileTooLarge
    try:
        return body.decode()
    except UnicodeDecodeError as error:
        raise ParseError("The file is not UTF-8.", "malformed_csv") from error
