"""play a match in the terminal against bots

You have one seat, the bots have the others. A move is typed as its number in the list or in the
notation (8hx3c5d, 3h+6d=9, Kc); ? lists the moves, q gives up. --record keeps the match as text.
"""

import argparse
import random
import sys

from engine.bots import BOTS, Bot
from engine.cli.arguments import add_rules, bots_of, bounded_int, rules_of
from engine.cli.event_descriptions import move_description, print_events
from engine.cli.files import write_text
from engine.cli.game import Chance, Game, bot_move, dealt_game
from engine.cli.usage_error import UsageError
from engine.errors import Refusal
from engine.match.commands import PlayMove, Resign
from engine.record import record_of, record_text
from engine.rules.cards import texts
from engine.rules.enumeration import legal_moves
from engine.rules.in_words import differences_in_words
from engine.rules.legality import judge
from engine.rules.moves import Move, move_text, parse_move
from engine.rules.table import Build, seats_in

_MOST_LISTED = 60
_LONGEST_LINE = 1000
_HELP = "a number of the list, or a move: 8hx3c5d takes, 3h+6d=9 builds, 2h+[7]=9 raises, Kc trails"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the rules, the bots, the seat, the seed and the record."""
    add_rules(parser)
    parser.add_argument(
        "--bots",
        default="greedy",
        metavar="KEYS",
        help=f"who sits at the seats, yours aside: {', '.join(BOTS)} (greedy)",
    )
    parser.add_argument("--seat", type=bounded_int(0, 9), default=0, metavar="N", help="yours (0)")
    parser.add_argument(
        "--seed", type=bounded_int(0, 10**9), metavar="N", help="the same match again"
    )
    parser.add_argument("--record", metavar="FILE", help="write the record of the match")


def run(options: argparse.Namespace) -> int:
    """Plays until the match is over or the player leaves."""
    rules, overrides = rules_of(options)
    if options.seat >= options.seats:
        raise UsageError(f"--seat {options.seat}: there are {options.seats} seats")
    bots = bots_of(options.bots, options.seats)
    players = [
        ("you", None) if seat == options.seat else (f"{bot.key} {seat}", bot.key)
        for seat, bot in enumerate(bots)
    ]
    drawn = random.SystemRandom().randrange(10**9)
    seed = str(drawn if options.seed is None else options.seed)
    game = dealt_game(rules, overrides, players, seed)
    print(
        f"{rules.key}, {options.seats} players, seed {seed}; you are seat {options.seat}. ? helps."
    )
    for sentence in differences_in_words(rules, options.seats):
        print(f"  {sentence}")
    print_events(game.events, options.seat)
    _play(game, options.seat, bots, Chance(seed))
    if options.record is not None:
        write_text(options.record, record_text(record_of(game.events)))
    return 0


def _play(game: Game, own: int, bots: list[Bot], chance: Chance) -> None:
    while (seat := game.state.turn) is not None:
        if seat == own:
            move = _prompt_for_move(game, own)
            if move is None:
                print_events(game.do(Resign(own)), own)
                return
        else:
            move = bot_move(game, seat, bots[seat], chance)
        print_events(game.do(PlayMove(seat, move)), own)


def _prompt_for_move(game: Game, own: int) -> Move | None:
    """The move that the player types, or None if the player quits or the input has ended."""
    position = game.state.position(own)
    moves, complete = legal_moves(position).bounded(_MOST_LISTED)
    print(f"\ntable  {_table(game)}\nhand   {' '.join(texts(position.hand))}")
    while True:
        print("move?  ", end="", flush=True)
        line = sys.stdin.buffer.readline(_LONGEST_LINE)
        typed = line.decode(errors="replace").strip()
        if not line or typed in ("q", "quit"):
            print()
            return None
        if typed in ("?", "h", "help"):
            _list(moves, complete)
            continue
        try:
            return _parse_choice(game, own, typed, moves)
        except Refusal as refusal:
            print(f"       {refusal.detail}")


def _list(moves: list[Move], complete: bool) -> None:
    print(f"       {_HELP}")
    for number, move in enumerate(moves, start=1):
        print(f"  {number:>3}  {move_text(move):<16} {move_description(move)}")
    if not complete:
        print("       … and more")


def _parse_choice(game: Game, own: int, typed: str, moves: list[Move]) -> Move:
    if typed.isascii() and typed.isdigit() and 1 <= int(typed) <= len(moves):
        return moves[int(typed) - 1]
    move = parse_move(typed)
    refusal = judge(game.state.position(own), move)
    if refusal is not None:
        raise refusal
    return move


def _seats_of(build: Build) -> list[int]:
    """The owner of the build, then who else created it or added to it."""
    return [build.owner, *seats_in(build.others)]


def _table(game: Game) -> str:
    deal = game.state.deal
    if deal is None:
        return "-"
    builds = [
        f"[{'' if not build.multiple else 'several '}{build.value}: "
        f"{' '.join(texts(build.cards))}, seat {' and '.join(map(str, _seats_of(build)))}]"
        for build in deal.table.builds
    ]
    return " ".join([*texts(deal.table.loose), *builds]) or "-"
