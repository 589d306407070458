"""Perft: the engine and the literal rules, two move generators that share no code, agree in the
number of moves, in every move and in its effect.
"""

import json
import random
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import RULESETS, legal_moves, move_text, parse_move
from engine.perft import TooManySequences, divide, perft
from engine.wire.diagram import diagram_text, parse_diagram
from tests.engine import literal_casino
from tests.engine.make_perft import TABLES, lively

LINES = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "perft.jsonl").read_text().splitlines()
]
MOST = 10_000
CROWDED = 8


@pytest.mark.parametrize("line", LINES, ids=[f"{line['id']}" for line in LINES])
def test_as_many_plays_follow_as_the_literal_rules_count(line: dict[str, object]) -> None:
    diagram = parse_diagram(str(line["diagram"]))
    counts = line["counts"]
    assert isinstance(counts, list)
    assert [perft(diagram, depth, MOST) for depth in range(1, len(counts) + 1)] == counts
    assert sum(count for _, count in divide(diagram, len(counts), MOST)) == counts[-1]


def test_the_counts_cover_every_ruleset_and_every_kind_of_play() -> None:
    keys = Counter(line["diagram"].partition(" ")[0].partition("{")[0] for line in LINES)
    assert set(keys) == set(RULESETS)
    assert len(LINES) >= 30
    seen: Counter[str] = Counter()
    for line in LINES:
        diagram = parse_diagram(line["diagram"])
        seen.update(kind_of(move_text(move)) for move in legal_moves(diagram.position))
        seen["multiple"] += "*=" in line["diagram"]
    assert min(seen.values()) >= 5, seen
    assert set(seen) == {"trail", "take", "take a build", "build", "raise", "multiple"}


def kind_of(text: str) -> str:
    if "x" in text:
        return "take a build" if "[" in text else "take"
    if "=" in text:
        return "raise" if "[" in text else "build"
    return "trail"


def test_counting_stops_where_it_is_told_to() -> None:
    diagram = parse_diagram(LINES[0]["diagram"])
    count = LINES[0]["counts"][1]
    assert perft(diagram, 2, count) == count
    with pytest.raises(TooManySequences):
        perft(diagram, 2, count - 1)


def test_a_deal_that_is_over_has_no_longer_sequences() -> None:
    diagram = parse_diagram("classic 0 0 Ac/- 2c -")
    assert [perft(diagram, depth, MOST) for depth in (0, 1, 2)] == [1, 1, 0]


@pytest.mark.parametrize(
    ("name", "seats"), [(name, seats) for name, numbers in TABLES for seats in numbers]
)
@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_every_move_and_what_it_leads_to_is_as_the_literal_rules_say(
    name: str, seats: int, seed: int
) -> None:
    chance = random.Random(seed)
    deck = chance.sample(literal_casino.DECK, 52)
    deal: literal_casino.Deal | None = literal_casino.first_packet(name, seats, seed % seats, deck)
    for _ in range(chance.randrange(30)):
        if deal is not None and len(deal.loose) <= CROWDED:
            kept, deal = deal, lively(chance, deal)
    deal = deal if deal is not None and len(deal.loose) <= CROWDED else kept
    diagram = parse_diagram(literal_casino.written(deal))
    assert diagram_text(diagram) == literal_casino.written(deal)
    reached = {}
    for move in legal_moves(diagram.position):
        after = diagram.after(move)
        reached[move_text(move)] = "end" if after is None else diagram_text(after)
        assert parse_move(move_text(move)) == move
    assert reached == literal_casino.moves(deal)


def test_a_crowded_table_is_not_counted_out() -> None:
    loose = "".join(card for card in literal_casino.DECK if card not in ("Kc", "As", "Kd"))
    with pytest.raises(TooManySequences):
        perft(parse_diagram(f"royal 0 1 Kc/As {loose} -"), 2, 100)
