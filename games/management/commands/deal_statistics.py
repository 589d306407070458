"""`manage.py deal_statistics`: does every card come at every place equally often?"""

import secrets
import sys
from argparse import ArgumentTypeError
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from tqdm import tqdm

from games.records.deal_statistics import Counts, decks

FEWEST = 1000


class Command(BaseCommand):
    help = (
        "Shuffles many decks and tests by chi-square how often each card came at each place. "
        "Touches no match. Exit code 0: as even as chance makes it; 1: less even, or more."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--deals", type=_deals, default=100_000, help="how many decks")
        parser.add_argument("--seed", help="the same seed deals the same decks; drawn if missing")
        parser.add_argument(
            "--least-p",
            type=_probability,
            default=0.0001,
            help="fails where p is below this, or above 1 less this (default: %(default)s)",
        )

    def handle(
        self, *args: Any, deals: int, seed: str | None, least_p: float, **options: Any
    ) -> None:
        seed = seed or secrets.token_hex(8)
        counts = Counts()
        dealt = decks(seed, deals)
        for deck in tqdm(dealt, total=deals, unit=" decks", file=sys.stderr, disable=None):
            counts.add(deck)
        self.stdout.write(f"{deals} decks, seed {seed}")
        self.stdout.write(
            f"chi-square {counts.chi_square:.1f}, {counts.degrees_of_freedom} degrees of freedom, "
            f"p = {counts.p_value:.4g}"
        )
        if not counts.is_even(least_p):
            self.stdout.write(self.style.ERROR(f"Not what chance does: p beyond {least_p:g}"))
            sys.exit(1)
        self.stdout.write(self.style.SUCCESS("As even as chance makes it"))


def _deals(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) < FEWEST:
        raise ArgumentTypeError(f"a whole number, at least {FEWEST}")
    return int(text)


def _probability(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0
    if not 0 < value < 0.5:
        raise ArgumentTypeError("a number between 0 and 0.5")
    return value
