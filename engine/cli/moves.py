"""list the legal moves of one position per line of standard input (JSON)

Reads lines such as
  {"id": "1", "ruleset": "classic", "loose": ["8c", "3d"], "builds": [], "hand": ["8h", "5s"]}
(each on one line; "overrides" may be given) and answers each with {"id", "moves", "complete"}: the
moves in the notation, or with --json as {"move", "text"}. "complete" is false where the list was
cut.
"""

import argparse
import sys

from engine.cli.arguments import bounded_int
from engine.cli.input_lines import Answer, answer_lines
from engine.rules.enumeration import legal_moves
from engine.rules.moves import move_text, move_to_json
from engine.rules.position_json import position_from_json

MOST_LISTED = 5000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares `--limit` and `--json`."""
    parser.add_argument(
        "--limit",
        type=bounded_int(1, MOST_LISTED),
        default=1000,
        metavar="N",
        help="at most so many moves a position (1000)",
    )
    parser.add_argument("--json", action="store_true", help="each move as JSON and as text")


def run(options: argparse.Namespace) -> int:
    """Lists the moves of every position of standard input."""

    def listed(obj: dict[str, object]) -> Answer:
        moves, complete = legal_moves(position_from_json(obj)).bounded(options.limit)
        if options.json:
            both = [{"move": move_to_json(move), "text": move_text(move)} for move in moves]
            return {"moves": both, "complete": complete}
        return {"moves": [move_text(move) for move in moves], "complete": complete}

    answer_lines(sys.stdin.buffer, listed)
    return 0
