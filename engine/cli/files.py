"""Text files that a verb reads and writes."""

import sys

from engine.cli.unusable import Unusable


def read_text(path: str, most: int) -> str:
    """The text of a file, or of standard input for `-`; raises `Unusable` if it cannot be read, is
    longer than `most` bytes, or is not UTF-8.
    """
    try:
        if path == "-":
            content = sys.stdin.buffer.read(most + 1)
        else:
            with open(path, "rb") as file:
                content = file.read(most + 1)
    except (OSError, ValueError) as error:
        raise Unusable(f"{path[:200]} cannot be read: {_reason(error)}") from error
    if len(content) > most:
        raise Unusable(f"{path[:200]} is longer than {most} bytes")
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise Unusable(f"{path[:200]} is not UTF-8 text") from error


def write_text(path: str, text: str) -> None:
    """Writes a file; raises `Unusable` if it cannot be written."""
    try:
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except (OSError, ValueError) as error:
        raise Unusable(f"{path[:200]} cannot be written: {_reason(error)}") from error


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or "it is no file name"
