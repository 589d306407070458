"""count the sequences of plays that lead on from a diagram

A diagram is one line (docs/notation.md); give it as one quoted argument, or lines of diagrams on
standard input. Without either, --seed deals a first packet. Prints a JSON object for each:
{"diagram", "counts"}, the counts of 1, 2, … plays; with --divide also {"moves"}, the last count by
first move. "complete" is false where counting stopped at --most.
"""

import argparse
import json
import sys

from engine.cli.arguments import add_rules, bounded_int, rules_of
from engine.cli.game import dealt_game
from engine.cli.input_lines import text_lines
from engine.cli.usage_error import UsageError
from engine.perft import TooManySequences, divide, perft
from engine.rules.moves import move_text
from engine.wire.diagram import LONGEST_DIAGRAM, Diagram, diagram_of, diagram_text, parse_diagram


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the diagram, its depth and the limit of the count."""
    parser.add_argument("diagram", nargs="?", help="the diagram, in quotes; - reads lines of them")
    parser.add_argument(
        "--seed", type=bounded_int(0, 10**9), metavar="N", help="deal a first packet"
    )
    add_rules(parser)
    parser.add_argument(
        "--depth", type=bounded_int(1, 52), default=3, metavar="N", help="plays (3)"
    )
    parser.add_argument(
        "--most",
        type=bounded_int(1, 10**9),
        default=10**6,
        metavar="N",
        help="stop when a count gets larger (1000000)",
    )
    parser.add_argument("--divide", action="store_true", help="count by first move, too")


def run(options: argparse.Namespace) -> int:
    """Counts from every given diagram."""
    if options.seed is not None:
        if options.diagram is not None:
            raise UsageError("a diagram and --seed exclude each other")
        rules, overrides = rules_of(options)
        players = [(f"seat {seat}", None) for seat in range(options.seats)]
        game = dealt_game(rules, overrides, players, str(options.seed))
        diagram = diagram_of(game.state)
        if diagram is not None:
            _count(diagram, options)
    elif options.diagram in (None, "-"):
        for line in text_lines(sys.stdin.buffer, LONGEST_DIAGRAM):
            _count(parse_diagram(line), options)
    else:
        _count(parse_diagram(options.diagram), options)
    return 0


def _count(diagram: Diagram, options: argparse.Namespace) -> None:
    answer: dict[str, object] = {"diagram": diagram_text(diagram)}
    counts: list[int] = []
    answer["counts"] = counts
    complete = True
    try:
        for depth in range(1, options.depth + 1):
            counts.append(perft(diagram, depth, options.most))
            if not counts[-1]:
                break
        if options.divide:
            by_move = divide(diagram, len(counts), options.most)
            answer["moves"] = {move_text(move): count for move, count in by_move}
    except TooManySequences:
        complete = False
    print(json.dumps({**answer, "complete": complete}), flush=True)
