"""How long pairing a Swiss round takes, at 1,000, 5,000 and 10,000 entrants, beside py4swiss.

`python -m tests.bench.swiss [PYTHON]`; PYTHON is the interpreter of the environment that has
py4swiss, which pairs the first rounds of 1,000 entrants in the same run. Processor time is
measured: what else the machine does then hardly disturbs. Exits 1 where a round takes longer than
wanted, or py4swiss is not as far behind.
"""

import json
import subprocess
import sys
import time
from pathlib import Path

from tests.tournaments.format_play import at_random, made, opening
from tournaments.core.stages import Pairing, Stage
from tournaments.domain.stage_updates import with_outcomes
from tournaments.formats.swiss import SWISS

ROUNDS = 13
PEER = Path(__file__).with_name("swiss_peer.py")
PEER_ENTRANTS, PEER_ROUNDS, WANTED_RATIO = 1_000, 3, 20
WANTED = {1_000: 1.0, 5_000: 5.0, 10_000: 15.0}


def main() -> int:
    ours: dict[int, list[float]] = {}
    ahead = True
    print(f"{'seconds a round':<24}{'mean':>8}{'worst':>8}{'wanted':>8}")
    for entrants, wanted in WANTED.items():
        spent = ours[entrants] = rounds_of(entrants)
        mean, worst = sum(spent) / len(spent), max(spent)
        print(f"{f'{entrants:,} entrants':<24}{mean:>8.2f}{worst:>8.2f}{wanted:>8.1f}", flush=True)
        ahead = ahead and worst <= wanted
    if len(sys.argv) > 1:
        command = [sys.argv[1], str(PEER), str(PEER_ENTRANTS), str(PEER_ROUNDS)]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
        peer: list[float] = json.loads(done.stdout.splitlines()[-1])
        ratio = sum(peer) / sum(ours[PEER_ENTRANTS][:PEER_ROUNDS])
        mean, worst = sum(peer) / len(peer), max(peer)
        print(f"{f'py4swiss, {PEER_ROUNDS} rounds':<24}{mean:>8.2f}{worst:>8.2f}{ratio:>15.0f}x")
        ahead = ahead and ratio >= WANTED_RATIO
    print("ahead as wanted" if ahead else "BEHIND: see the figures")
    return 0 if ahead else 1


def rounds_of(entrants: int) -> list[float]:
    """The seconds that each round of an event took to pair, from the stage to the rows."""
    stage, rule, spent = opening(SWISS, entrants, rounds=ROUNDS), at_random(1), []
    for number in range(1, ROUNDS + 1):
        began = time.process_time()
        (planned,) = SWISS.due(stage)
        spent.append(time.process_time() - began)
        stage = made(stage, planned)
        for one in planned.pairings:
            if one.outcomes is None:
                outcomes = rule(pairing_of(stage, number, one.number))
                stage = with_outcomes(stage, number, one.number, outcomes)
    return spent


def pairing_of(stage: Stage, number: int, pairing: int) -> Pairing:
    round_ = stage.round(number)
    assert round_ is not None
    return round_.pairings[pairing]


if __name__ == "__main__":
    sys.exit(main())
