"""Random play-outs of other packages' card games: decisions a second, as one JSON object.

Runs in an environment that has them: `python tests/bench/peers.py SECONDS`. Each is driven from
Python in the way its documentation shows, choosing evenly among the legal actions that it lists.
Chance moves, which the package leaves to the driver, are made and not counted.
"""

import json
import random
import sys
import time
from collections.abc import Callable

import pyspiel
import rlcard

SPIEL_GAMES = ("crazy_eights", "hearts", "gin_rummy")
RLCARD_GAMES = ("uno", "gin-rummy")
SLICES = 40


def open_spiel(name: str, chance: random.Random) -> Callable[[], int]:
    game = pyspiel.load_game(name)

    def play_out() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(actions, weights)[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return play_out


def of_rlcard(name: str, chance: random.Random) -> Callable[[], int]:
    env = rlcard.make(name, config={"seed": 1})

    def play_out() -> int:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            state, _ = env.step(chance.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return play_out


def rate(play_out: Callable[[], int], seconds: float) -> float:
    """As `engine.cli.bench.rate` measures: the best of many slices, in processor time."""
    best = 0.0
    for _ in range(SLICES):
        began = time.process_time()
        done = play_out()
        while (spent := time.process_time() - began) < seconds / SLICES:
            done += play_out()
        best = max(best, done / spent)
    return best


def main() -> None:
    seconds = float(sys.argv[1])
    chance = random.Random(1)
    games = [(f"open_spiel {name}", open_spiel(name, chance)) for name in SPIEL_GAMES]
    games += [(f"rlcard {name}", of_rlcard(name, chance)) for name in RLCARD_GAMES]
    print(json.dumps({name: rate(play_out, seconds) for name, play_out in games}))


if __name__ == "__main__":
    main()
