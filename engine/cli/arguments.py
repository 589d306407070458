"""The arguments that several verbs share."""

import argparse
import json
from collections.abc import Callable

from engine.bots import BOTS, Bot
from engine.cli.usage_error import UsageError
from engine.rules.rulesets import RULESETS, Ruleset, ruleset, sides_of


def bounded_int(least: int, most: int) -> Callable[[str], int]:
    """An argparse type: a whole number from `least` to `most`."""

    def read(text: str) -> int:
        if len(text) > 12 or not text.isascii() or not text.isdigit():
            raise argparse.ArgumentTypeError(f"a whole number from {least} to {most}")
        if not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"a whole number from {least} to {most}")
        return int(text)

    return read


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Declares `--ruleset`, `--override` and `--seats`."""
    parser.add_argument(
        "--ruleset", default="classic", metavar="KEY", help=", ".join(RULESETS) + " (classic)"
    )
    parser.add_argument(
        "--override",
        action="append",
        default=[],
        metavar="FIELD=JSON",
        help="a field of the ruleset set otherwise, as in first_to=11; may be given again",
    )
    parser.add_argument(
        "--seats", type=bounded_int(1, 99), default=2, metavar="N", help="players (2)"
    )


def rules_of(options: argparse.Namespace) -> tuple[Ruleset, dict[str, object]]:
    """The ruleset of the arguments, and its overrides.

    Raises `UsageError` for an override that is not FIELD=JSON; refuses the rest as `ruleset` and
    `sides_of` do.
    """
    overrides: dict[str, object] = {}
    for given in options.override:
        field, equals, value = given.partition("=")
        if not equals:
            raise UsageError(f"--override {given[:64]}: it is FIELD=JSON")
        overrides[field] = _value(field, value)
    rules = ruleset(options.ruleset, overrides)
    sides_of(rules, options.seats, overrides)
    return rules, overrides


def _value(field: str, text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        # A bare word is read as a JSON string: face_capture=any.
        if text.isidentifier():
            return text
        raise UsageError(f"--override {field[:64]}: its value is not JSON") from None


def bots_of(text: str, seats: int) -> list[Bot]:
    """The bots by seat, from keys such as `greedy,random` in turn; raises `UsageError`."""
    keys = text.split(",")
    for key in keys:
        if key not in BOTS:
            raise UsageError(f"there is no bot {key[:64]}: " + ", ".join(BOTS))
    if len(keys) > seats:
        raise UsageError(f"{len(keys)} bots are named for {seats} seats")
    return [BOTS[keys[seat % len(keys)]] for seat in range(seats)]
