"""Reading a file of entrants that somebody sends."""

from typing import IO

from django.conf import settings

from engine import Kind, Refusal


class FileTooLarge(Refusal):
    code = "body_too_large"
    kind = Kind.MALFORMED
    template = "The file is larger than 1 MiB."


class MalformedCsv(Refusal):
    code = "malformed_csv"
    kind = Kind.MALFORMED
    template = "The file is not UTF-8."


def csv_text(stream: IO[bytes]) -> str:
    """The text of a file that is not too large. Refuses `body_too_large`, `malformed_csv`."""
    body = stream.read(settings.LARGEST_CSV + 1)
    if len(body) > settings.LARGEST_CSV:
        raise FileTooLarge()
    try:
        return body.decode()
    except UnicodeDecodeError as error:
        raise MalformedCsv() from error
