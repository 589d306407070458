"""``python -m engine judge < positions.jsonl``: judge moves in positions, one JSON object a line.

Each line is answered by one: ``{"id", "legal", "code"}``; `code` is null for a legal move, else the
refusal's. What cannot be judged has ``"legal": null`` and names the `field` and the `detail`. Exit
status: 0 when every line was answered, 2 for unusable arguments.
"""

import argparse
import json
import sys
from typing import BinaryIO

from engine.errors import MalformedPosition, Refusal
from engine.legality import judge
from engine.moves import move_from_json
from engine.positions import position_from_json

_LONGEST_LINE = 1 << 16


def main(arguments: list[str] | None = None) -> int:
    """Runs the command; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m engine", description="Casino, judged from the command line."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser(
        "judge",
        help="judge one move in one position per line of standard input (JSON)",
        description="Reads lines such as "
        '{"id": "1", "ruleset": "classic", "loose": ["8c"], "builds": [], "hand": ["8h"], '
        '"move": {"kind": "capture", "card": "8h", "loose": ["8c"], "builds": []}} '
        'and answers each with {"id", "legal", "code"}.',
    )
    parser.parse_args(arguments)
    try:
        judge_lines(sys.stdin.buffer)
    except (BrokenPipeError, KeyboardInterrupt):
        sys.stderr.close()  # the reader has gone: nobody is left to tell
        return 1
    return 0


def judge_lines(lines: BinaryIO) -> None:
    """Answers every line of the stream on standard output; a line longer than 64 KiB is refused
    unread.
    """
    while line := lines.readline(_LONGEST_LINE + 1):
        whole = len(line) <= _LONGEST_LINE
        if not whole:
            _skip_rest(lines, line)
        if line.strip():
            print(json.dumps(_answer(line if whole else None)), flush=True)


def _skip_rest(lines: BinaryIO, line: bytes) -> None:
    while line and not line.endswith(b"\n"):
        line = lines.readline(_LONGEST_LINE)


def _answer(line: bytes | None) -> dict[str, object]:
    id: str | int | None = None
    try:
        obj = _parsed(line)
        id = _id(obj)
        move = move_from_json(obj.get("move"))
        refusal = judge(position_from_json(obj), move)
    except Refusal as unreadable:
        field = unreadable.params.get("field", "ruleset")
        return {
            "id": id,
            "legal": None,
            "code": unreadable.code,
            "field": field,
            "detail": unreadable.detail,
        }
    return {
        "id": id,
        "legal": refusal is None,
        "code": None if refusal is None else refusal.code,
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


if __name__ == "__main__":
    sys.exit(main())
