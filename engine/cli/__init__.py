"""``python -m engine VERB``: the command line, for people and scripts.

The exit status is 0 when the verb has done its work, 1 when the answer is no (a wrong record) or
the reader has gone, and 2, with one line on standard error, for arguments or input that it cannot
use. A verb is a module with `add_arguments` and `run`; its docstring is the help.
"""

import argparse
import sys
from collections.abc import Mapping
from typing import NoReturn, Protocol

from engine.cli import arena, bench, evaluation, judge, moves, perft, play, replay, simulate
from engine.cli.usage_error import UsageError
from engine.errors import Refusal

__all__ = ["VERBS", "Verb", "main"]


class Verb(Protocol):
    """The interface of a verb's module."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declares the verb's arguments."""

    def run(self, options: argparse.Namespace) -> int:
        """Does the work and returns the exit status; raises `UsageError` or a `Refusal`."""


VERBS: Mapping[str, Verb] = {
    "judge": judge,
    "moves": moves,
    "play": play,
    "simulate": simulate,
    "perft": perft,
    "replay": replay,
    "bench": bench,
    "arena": arena,
    "evaluation": evaluation,
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
        sys.stderr.close()  # the reader has gone, and an error message would fail too
        return 1


def _say(verb: str, problem: str) -> int:
    line = " ".join(problem.split())
    print(f"python -m engine {verb}: {line}", file=sys.stderr)
    return 2


class _Parser(argparse.ArgumentParser):
    """Reports wrong arguments in one line."""

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
