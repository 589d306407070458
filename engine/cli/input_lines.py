"""The lines of standard input, as JSON objects or as text, bounded in length."""

import json
from collections.abc import Callable, Iterator
from typing import BinaryIO

from engine.cli.usage_error import UsageError
from engine.errors import MalformedPosition, Refusal

LONGEST_LINE = 1 << 16

Answer = dict[str, object]


def answer_lines(lines: BinaryIO, answer: Callable[[dict[str, object]], Answer]) -> None:
    """Prints the answer to every line of the stream, as JSON; empty lines are skipped.

    A line that is refused, or longer than 64 KiB, is answered with `code`, `field` and `detail`.
    """
    while line := lines.readline(LONGEST_LINE + 1):
        is_whole = len(line) <= LONGEST_LINE
        if not is_whole:
            _skip_rest(lines, line)
        if line.strip():
            print(json.dumps(_answered(line if is_whole else None, answer)), flush=True)


def text_lines(lines: BinaryIO, longest: int) -> Iterator[str]:
    """The lines of the stream that are not empty, stripped.

    Raises `UsageError` for a line that is longer than `longest` bytes or is not UTF-8.
    """
    number = 0
    while line := lines.readline(longest + 1):
        number += 1
        if len(line) > longest:
            raise UsageError(f"line {number} is longer than {longest} bytes")
        try:
            text = line.decode()
        except UnicodeDecodeError:
            raise UsageError(f"line {number} is not UTF-8") from None
        if text.strip():
            yield text.strip()


def _skip_rest(lines: BinaryIO, line: bytes) -> None:
    while line and not line.endswith(b"\n"):
        line = lines.readline(LONGEST_LINE)


def _answered(line: bytes | None, answer: Callable[[dict[str, object]], Answer]) -> Answer:
    id: str | int | None = None
    try:
        obj = _parsed(line)
        id = _id(obj)
        return {"id": id, **answer(obj)}
    except Refusal as unreadable:
        field = unreadable.params.get("field", "ruleset")
        return {
            "id": id,
            "legal": None,
            "code": unreadable.code,
            "field": field,
            "detail": unreadable.detail,
        }


def _parsed(line: bytes | None) -> dict[str, object]:
    if line is None:
        raise MalformedPosition(field="line", problem="it is longer than 64 KiB")
    try:
        obj = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise MalformedPosition(field="line", problem="it is not JSON") from error
    if not isinstance(obj, dict):
        raise MalformedPosition(field="line", problem="it is not a JSON object")
    return obj


def _id(obj: dict[str, object]) -> str | int | None:
    value = obj.get("id")
    return value if isinstance(value, str | int) and not isinstance(value, bool) else None
