"""Reading a body that is a CSV file."""

from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import APIException
from rest_framework.parsers import BaseParser

from tournaments.actions.csv_file import FileTooLarge, csv_text


class BodyTooLarge(APIException):
    status_code = 413
    default_code = FileTooLarge.code
    default_detail = FileTooLarge.template


class BoundedCsvParser(BaseParser):
    """Takes UTF-8 CSV of at most `LARGEST_CSV` bytes, as one text; refuses 413 or 400."""

    media_type = "text/csv"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """A text; DRF's own parsers give mappings, and the stubs know of no others."""
        try:
            return csv_text(stream)
        except FileTooLarge as refused:
            raise BodyTooLarge from refused
