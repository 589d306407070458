"""judge one move in one position per line of standard input (JSON)

Reads lines such as
  {"id": "1", "ruleset": "classic", "loose": ["8c"], "builds": [], "hand": ["8h"],
   "move": {"kind": "capture", "card": "8h", "loose": ["8c"], "builds": []}}
(each on one line; "overrides" may be given, and of a build the "contributors", a list of "me" and
"opp") and answers each with {"id", "legal", "code"}: "code"
is null for a legal move, else the refusal's. What cannot be judged has "legal": null and names the
"field" and the "detail".
"""

import argparse
import sys

from engine.cli.input_lines import Answer, answer_lines
from engine.rules.legality import judge
from engine.rules.moves import move_from_json
from engine.rules.position_json import position_from_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares nothing: the verb has no arguments."""


def run(options: argparse.Namespace) -> int:
    """Judges every line of standard input."""
    answer_lines(sys.stdin.buffer, judged)
    return 0


def judged(obj: dict[str, object]) -> Answer:
    """The answer to the object of one line."""
    move = move_from_json(obj.get("move"))
    refusal = judge(position_from_json(obj), move)
    return {"legal": refusal is None, "code": None if refusal is None else refusal.code}
