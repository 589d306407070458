"""``python -m engine VERB``: Casino for people and scripts.

Exit status: 0 when the verb did its work; 1 when its answer is no (a record that is wrong) or its
reader went away; 2, with one line on standard error, for what it cannot use. A verb is a module:
its docstring is the help, and it has `add_arguments` and `run`.
"""

import argparse
import sys
from collections.abc import Mapping
from typing import NoReturn, Protocol

from engine.cli import bench, judge, moves, perft, play, replay, simulate
from engine.cli.usage_error import UsageError
from engine.errors import Refusal

__all__ = ["VERBS", "Verb", "main"]


class Verb(Protocol):
    """What the module of a verb offers."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declares the verb's arguments."""

    def run(self, options: argparse.Namespace) -> int:
        """Does the work; the exit status. Raises `UsageError` or a Refusal for bad input."""


VERBS: Mapping[str, Verb] = {
    "judge": judge,
    "moves": moves,
    "play": play,
    "simulate": simulate,
    "perft": perft,
    "replay": replay,
    "bench": bench,
}


def main(arguments: list[str] | None = None) -> int:
    """Runs one verb; returns the exit status."""
    options = _parser().parse_args(arguments)
    verb = VERBS[options.verb]
    try:
        return verb.run(options)
    except UsageError as problem:
        return _say(options.verb, str(problem))
    except Refusal as refusal:
        return _say(options.verb, f"{refusal.code}: {refusal.detail}")
    except (BrokenPipeError, KeyboardInterrupt):
        sys.stderr.close()  # the reader has gone: nobody is left to tell
        return 1


def _say(verb: str, problem: str) -> int:
    line = " ".join(problem.split())
    print(f"python -m engine {verb}: {line}", file=sys.stderr)
    return 2


class _Parser(argparse.ArgumentParser):
    """Says what is wrong with the arguments in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {' '.join(message.split())}\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m engine", description="Casino, decided exactly.")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    for name, verb in VERBS.items():
        described = (verb.__doc__ or "").strip()
        own = verbs.add_parser(
            name,
            help=described.splitlines()[0],
            description=described,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        verb.add_arguments(own)
    return parser
