"""replay and judge a record of a match

Plays the record (docs/notation.md) again and says what it came to; --json says it as one object.
For a wrong record it names the first wrong line and shows the last good state, with status 1; what
is no record at all, or cannot be read, ends with status 2. A file of several records is answered by
a line for each, which begins with where in the file it does.
"""

import argparse
import json
import sys

from engine.cli.files import read_text
from engine.cli.usage_error import UsageError
from engine.record import Replayed, records_in, replay
from engine.record.reading import LONGEST_RECORD
from engine.wire.diagram import diagram_of, diagram_text
from engine.wire.observation import observe, view_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the record, `--json` and `--view`."""
    parser.add_argument("record", metavar="RECORD", help="a file, or - for standard input")
    parser.add_argument("--json", action="store_true", help="answer as one JSON object")
    parser.add_argument(
        "--view",
        action="store_true",
        help="with --json: the view of the last good state, too",
    )


def run(options: argparse.Namespace) -> int:
    """Replays the record, or each of several, and prints the result."""
    text = read_text(options.record, LONGEST_RECORD)
    several = list(records_in(text))
    if len(several) > 1:
        return max(_run_one(first, replay(record), options) for first, record in several)
    replayed = replay(text)
    wrong = replayed.wrong
    if wrong is not None and not replayed.lines:
        raise UsageError(f"{options.record[:200]}: line {wrong.line}: {wrong.code}: {wrong.detail}")
    if options.json:
        print(json.dumps(_answer(replayed, options.view)))
    else:
        _print_summary(replayed)
    if wrong is not None and not options.json:
        problem = f"line {wrong.line}: {wrong.code}: {wrong.detail}"
        print(f"python -m engine replay: {options.record[:200]}: {problem}", file=sys.stderr)
    return 0 if wrong is None else 1


def _run_one(first: int, replayed: Replayed, options: argparse.Namespace) -> int:
    """Prints the result of one of several records in a line."""
    wrong, state = replayed.wrong, replayed.state
    if options.json:
        print(json.dumps({"line": first, **_answer(replayed, options.view)}))
    elif wrong is not None:
        print(f"line {first}: wrong: line {first + wrong.line - 1}: {wrong.code}: {wrong.detail}")
    else:
        scores = " ".join(map(str, state.scores))
        print(f"line {first}: {state.status}, {len(state.sheets)} deals scored, score {scores}")
    return 0 if wrong is None else 1


def _answer(replayed: Replayed, view: bool) -> dict[str, object]:
    state, wrong = replayed.state, replayed.wrong
    diagram = diagram_of(state)
    result = state.result
    answer: dict[str, object] = {
        "right": wrong is None,
        "lines": replayed.lines,
        "facts": len(replayed.events),
        "status": state.status,
        "deals": len(state.sheets),
        "scores": list(state.scores),
        "diagram": None if diagram is None else diagram_text(diagram),
        "winner": None if result is None else result.winner,
        "reason": None if result is None else result.reason,
        "wrong": None
        if wrong is None
        else {"line": wrong.line, "code": wrong.code, "detail": wrong.detail},
    }
    return {**answer, "view": view_json(observe(state, None))} if view else answer


def _print_summary(replayed: Replayed) -> None:
    state = replayed.state
    if replayed.wrong is not None:
        print(f"right up to line {replayed.lines}")
    print(f"{state.status}, {len(state.sheets)} deals scored, {len(replayed.events)} facts")
    if state.scores:
        print("score " + " ".join(map(str, state.scores)))
    if state.result is not None and state.result.winner is None:
        print(state.result.reason)
    elif state.result is not None:
        print(f"side {state.result.winner} wins ({state.result.reason})")
    diagram = diagram_of(state)
    if diagram is not None:
        print(diagram_text(diagram))
