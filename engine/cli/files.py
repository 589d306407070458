"""The text files that a verb reads and writes."""

import sys

from engine.cli.usage_error import UsageError


def read_text(path: str, limit: int) -> str:
    """The text of the file `path`, or of standard input for `-`.

    Raises `UsageError` if it cannot be read, is longer than `limit` bytes, or is not UTF-8.
    """
    try:
        if path == "-":
            content = sys.stdin.buffer.read(limit + 1)
        else:
            with open(path, "rb") as file:
                content = file.read(limit + 1)
    except (OSError, ValueError) as error:
        raise UsageError(f"{path[:200]} cannot be read: {_reason(error)}") from error
    if len(content) > limit:
        raise UsageError(f"{path[:200]} is longer than {limit} bytes")
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise UsageError(f"{path[:200]} is not UTF-8 text") from error


def write_text(path: str, text: str) -> None:
    """Writes a file; raises `UsageError` if it cannot be written."""
    try:
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except (OSError, ValueError) as error:
        raise UsageError(f"{path[:200]} cannot be written: {_reason(error)}") from error


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or "it is no file name"
