"""Writes data/perft.jsonl (`make perft`): diagrams of all rulesets and their counts of play
sequences, counted by the literal rules alone.
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path

from tests.engine.literal_casino import DECK, Deal, first_packet, moves, perft, plays, written

FILE = Path(__file__).parent / "data" / "perft.jsonl"
# As all was played before trailing and single actions followed the sources' letter (R3, R16).
EARLIER = [
    ('classic{"no_trail":"owner"}', (2, 3, 4)),
    ('two-handed{"no_trail":"owner"}', (2,)),
    ('face-value{"no_trail":"owner"}', (2, 3, 4)),
    ('royal{"no_trail":"owner"}', (2, 3, 4)),
    ('spade{"no_trail":"owner"}', (2, 4)),
    ('draw{"no_trail":"owner"}', (2,)),
    ('california{"one_action":false}', (2, 3, 4, 6)),
    ('classic{"no_trail":"owner","partnership":false}', (4,)),
    ('classic{"build_in_sum":"adversaries","face_capture":"any","no_trail":"owner"}', (2, 4)),
    ('classic{"face_capture":"one","owner_may_trail":true}', (2,)),
    ('royal{"build_in_sum":"adversaries","no_trail":"owner"}', (2, 3)),
    ('royal{"draws":true,"no_trail":"owner","own_raise_keeps_both":true}', (2,)),
]
TODAY = [
    ("classic", (2, 3, 4)),
    ("two-handed", (2,)),
    ("face-value", (2, 3, 4)),
    ("royal", (2, 3, 4)),
    ("spade", (4,)),
    ("draw", (2,)),
    ("california", (2, 3, 4, 6)),
    ('classic{"partnership":false}', (4,)),
    ('california{"no_trail":"contributors"}', (3,)),
    ('royal{"build_in_sum":"adversaries","one_action":true}', (2, 3)),
]
TABLES = [*EARLIER, *TODAY]
ENOUGH = 1500
LARGEST_TABLE = 8
DEEPEST = 6


def diagrams() -> Iterator[Deal]:
    """For every table the first packet, and two moments of play with builds on the table."""
    yield from diagrams_of(EARLIER, random.Random(1))
    yield from diagrams_of(TODAY, random.Random(2))


def diagrams_of(tables: list[tuple[str, tuple[int, ...]]], chance: random.Random) -> Iterator[Deal]:
    for name, numbers in tables:
        for seats in numbers:
            deck = chance.sample(DECK, len(DECK))
            dealer = chance.randrange(seats)
            yield first_packet(name, seats, dealer, deck)
            yield from moments(chance, name, seats)


def moments(chance: random.Random, name: str, seats: int) -> Iterator[Deal]:
    """Two moments late or early in a deal at which builds lie on a table that is not crowded."""
    for least in (1, 2 if seats == 2 else 1):
        while True:
            deal = wandered(chance, name, seats)
            if deal is not None and len(deal.heaps) >= least:
                yield deal
                break


def wandered(chance: random.Random, name: str, seats: int) -> Deal | None:
    """Some plays on from a first packet, builds and captures preferred; None if that went wrong."""
    deck = chance.sample(DECK, len(DECK))
    deal: Deal | None = first_packet(name, seats, chance.randrange(seats), deck)
    for _ in range(chance.randrange(1, 40)):
        if deal is None or len(deal.loose) > LARGEST_TABLE:
            return None
        deal = lively(chance, deal)
    return deal


def lively(chance: random.Random, deal: Deal) -> Deal | None:
    after = plays(deal)
    for sign in ("+[", "=", "x"):
        some = [text for text in after if sign in text]
        if some and chance.random() < 0.5:
            return after[chance.choice(some)]
    return after[chance.choice(sorted(after))]


def counted(deal: Deal) -> list[int]:
    """The counts of 1, 2, … plays, as deep as they stay small."""
    counts = [len(moves(deal))]
    while counts[-1] and counts[-1] <= ENOUGH / 6 and len(counts) < DEEPEST:
        counts.append(perft(deal, len(counts) + 1))
    return counts


def main() -> None:
    with FILE.open("w") as lines:
        for number, deal in enumerate(diagrams(), start=1):
            line = {"id": number, "diagram": written(deal), "counts": counted(deal)}
            lines.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    main()
