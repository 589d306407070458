"""Rounds of a Swiss event paired by py4swiss: seconds of processor time of each, as a JSON list.

Runs in an environment that has it: `python tests/bench/swiss_peer.py ENTRANTS ROUNDS`. An even
number of entrants; every game is played and won by either side at random.
"""

import json
import random
import sys
import time

from py4swiss.engines import DutchEngine
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
from py4swiss.trf.sections import PlayerSection, XSection


def main() -> None:
    entrants, rounds = int(sys.argv[1]), int(sys.argv[2])
    chance = random.Random(1)
    sections = {
        number: PlayerSection(
            code=PlayerCode.PLAYER, starting_number=number, points_times_ten=0, rank=number
        )
        for number in range(1, entrants + 1)
    }
    spent = []
    for _ in range(rounds):
        event = ParsedTrf(
            player_sections=list(sections.values()), x_section=XSection(number_of_rounds=rounds)
        )
        began = time.process_time()
        pairings = DutchEngine.generate_pairings(event)
        spent.append(time.process_time() - began)
        for pairing in pairings:
            white_wins = chance.random() < 0.5
            note(sections[pairing.white], pairing.black, ColorToken.WHITE, white_wins)
            note(sections[pairing.black], pairing.white, ColorToken.BLACK, not white_wins)
    print(json.dumps(spent))


def note(section: PlayerSection, opponent: int, color: ColorToken, won: bool) -> None:
    result = ResultToken.WIN if won else ResultToken.LOSS
    section.results.append(RoundResult(id=opponent, color=color, result=result))
    section.points_times_ten += 10 * won


if __name__ == "__main__":
    main()
