"""let bots play many matches or deals, and print the statistics

Every match follows from --seed and its number, so the same arguments give the same figures. Prints
text, or with --json one object. Progress goes to standard error when that is a terminal.
"""

import argparse
import json

from engine.bots import Bot
from engine.cli.arguments import add_rules, bots_of, bounded_int, rules_of
from engine.cli.files import write_text
from engine.cli.game import Chance, Game, dealt_game, play_out
from engine.cli.progress import Progress
from engine.cli.statistics import Statistics
from engine.record import record_of, record_text
from engine.rules.rulesets import Ruleset

Rules = tuple[Ruleset, dict[str, object]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the amount, the rules, the bots, the seed and the output."""
    amount = parser.add_mutually_exclusive_group()
    amount.add_argument(
        "--matches", type=bounded_int(1, 10**6), metavar="N", help="so many whole matches (100)"
    )
    amount.add_argument(
        "--deals", type=bounded_int(1, 10**6), metavar="N", help="so many single deals instead"
    )
    add_rules(parser)
    parser.add_argument(
        "--bots",
        default="greedy,random",
        metavar="KEYS",
        help="who sits at the seats, in turn (greedy,random)",
    )
    parser.add_argument(
        "--seed", type=bounded_int(0, 10**9), default=1, metavar="N", help="chance (1)"
    )
    parser.add_argument("--json", action="store_true", help="answer as one JSON object")
    parser.add_argument("--record", metavar="FILE", help="write the record of the last match")


def run(options: argparse.Namespace) -> int:
    """Plays the matches or deals, then prints the statistics."""
    rules = rules_of(options)
    bots = bots_of(options.bots, options.seats)
    statistics = Statistics(options.seats)
    number = options.matches or options.deals or 100
    deals = 1 if options.deals else None
    game: Game | None = None
    with Progress(number, "deals" if deals else "matches") as progress:
        for played in range(1, number + 1):
            game = _play(rules, bots, f"{options.seed} {played}", deals)
            statistics.add(game)
            progress.show(played)
    if options.record is not None and game is not None:
        write_text(options.record, record_text(record_of(game.events)))
    statistics.seconds = progress.seconds
    keys = [bot.key for bot in bots]
    if options.json:
        settings = {
            "ruleset": rules[0].key,
            "overrides": rules[1],
            "seats": keys,
            "seed": options.seed,
        }
        print(json.dumps({**settings, **statistics.json()}))
    else:
        print("\n".join(statistics.lines(keys)))
    return 0


def _play(rules: Rules, bots: list[Bot], seed: str, deals: int | None) -> Game:
    players = [(f"{bot.key} {seat}", bot.key) for seat, bot in enumerate(bots)]
    game = dealt_game(rules[0], rules[1], players, seed)
    play_out(game, bots, Chance(seed), deals)
    return game
