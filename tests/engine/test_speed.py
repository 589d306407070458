"""The cost of the engine, counted in steps, moves and bytes; `bench` measures seconds."""

import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine import RULESETS, Capture, Position, Table, card_set, judge, legal_moves, ruleset
from engine.cli import bench
from engine.match.decide import fold
from engine.rules.board import Board
from engine.rules.listing import Lister, Listing
from engine.rules.playout import Playout
from engine.rules.rulesets import Ruleset, sides_of
from engine.rules.terms import terms_of
from tests.engine.builders import cards

ADVERSARIAL = [ruleset(key, {"build_in_sum": "adversaries"}) for key in ("face-value", "royal")]
# A step is a call of a Python function: some hundred nanoseconds on a slow machine, a microsecond
# with all that it does. Ten milliseconds have room for ten thousand.
MOST_STEPS = 2000


def steps_of(work: Callable[[], object]) -> int:
    """The number of Python functions that the work calls."""
    calls = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls


def adversarial(chance: random.Random, rules: Ruleset) -> tuple[Position, Capture]:
    """A capture of many cards of which few complete each other, so that the search has to work."""
    target = chance.randrange(11, 14)
    card = 4 * (target - 1)
    if rules.key == "royal" and chance.random() < 0.5:
        card, target = 0, 14
    taken = 0
    for low in range(1, target // 2 + 1):
        value = chance.choice([low, target - low])
        for suit in range(chance.choice([1, 2, 3, 4, 4])):
            taken |= 1 << 4 * (min(value, 13) - 1) + suit
    hand = 1 << card | 1 << 51
    table = Table(((1 << 52) - 1) & ~hand)
    return Position(rules, 0, (0, 1), hand, table), Capture(card, taken & ~hand)


@pytest.mark.parametrize("rules", ADVERSARIAL, ids=lambda rules: rules.key)
def test_judging_any_capture_from_fifty_loose_cards_takes_few_steps(rules: Ruleset) -> None:
    chance = random.Random(1)
    most = crowded = 0
    for _ in range(2000):
        position, move = adversarial(chance, rules)
        most = max(most, steps_of(partial(judge, position, move)))
        crowded = max(crowded, move.loose.bit_count())
    assert crowded >= 20
    assert 10 <= most <= MOST_STEPS


@pytest.mark.parametrize(("position", "move"), bench.worst_cases())
def test_the_worst_captures_known_take_few_steps(position: Position, move: Capture) -> None:
    assert position.table.loose.bit_count() > 40
    assert move.loose.bit_count() > 20
    assert steps_of(lambda: judge(position, move)) <= MOST_STEPS


@pytest.mark.parametrize("rules", ADVERSARIAL, ids=lambda rules: rules.key)
def test_a_short_listing_of_a_crowded_table_lists_little(rules: Ruleset) -> None:
    hand = cards("As Ks Qs 2s")
    position = Position(rules, 0, (0, 1), hand, Table(((1 << 52) - 1) & ~hand))
    steps = steps_of(lambda: legal_moves(position).bounded(300))
    assert steps <= 6000
    assert Lister(position.board(), 64).moves().cut
    moves, complete = legal_moves(position).bounded(3000)
    assert (len(set(moves)), complete) == (3000, False)
    assert all(judge(position, move) is None for move in moves[::50])


def flat(found: Listing) -> set[tuple[int, int]]:
    moves = [
        (code, items)
        for code, choices in zip(found.codes, found.choices, strict=True)
        for items in choices
    ]
    assert found.count == len(moves) == len(set(moves))
    return set(moves)


@settings(max_examples=40, deadline=None)
@example(294, RULESETS["classic"])  # a set that would be made of one that was cut
@given(st.integers(0, 2**30), st.sampled_from(list(RULESETS.values())))
def test_a_lister_kept_through_a_deal_lists_what_a_new_one_lists(seed: int, rules: Ruleset) -> None:
    chance = random.Random(seed)
    for lister in turns_of_a_deal(chance, rules):
        again = flat(Lister(lister.board).moves())
        assert flat(lister.moves()) == again
        narrow = Lister(lister.board, 2).moves()
        assert flat(narrow) <= again
        assert narrow.cut or flat(narrow) == again


def turns_of_a_deal(chance: random.Random, rules: Ruleset) -> Iterator[Lister]:
    """The board before every turn of a deal played at random, under one lister."""
    board = Board(terms_of(rules), (0, 1))
    lister = Lister(board)
    deck = chance.sample(range(52), 52)
    board.loose = card_set(deck.pop() for _ in range(4))
    while deck:
        for hand in board.hands:
            hand.extend(deck.pop() for _ in range(4))
        for turn in range(8):
            board.turn = turn % 2
            yield lister
            moves = sorted(flat(lister.moves()))
            board.play(*moves[chance.randrange(len(moves))])


@pytest.mark.parametrize("key", RULESETS)
def test_a_random_deal_plays_every_card_and_scores_every_point(key: str) -> None:
    rules = RULESETS[key]
    for seats in rules.players:
        playout = Playout(rules, sides_of(rules, seats, {}), seats)
        board = playout.play_deal()
        assert playout.decisions == 48
        assert not board.standing
        assert sum(pile.bit_count() for pile in board.piles) == 52
        assert not any(board.hands)
        playout.play_deals(5)
        assert playout.decisions == 6 * 48
        assert sum(playout.scores) > 0


def test_the_same_seed_plays_the_same_deals() -> None:
    rules = RULESETS["classic"]
    first, second, other = (Playout(rules, (0, 1), seed) for seed in (5, 5, 6))
    for playout in (first, second, other):
        playout.play_deals(3)
    assert first.scores == second.scores
    assert first.chance == second.chance != other.chance


def test_a_copied_board_is_played_on_alone() -> None:
    board = Board(terms_of(RULESETS["classic"]), (0, 1))
    board.hands[0] = [0, 5]
    board.loose = 1 << 6
    other = board.copy()
    other.play(5, 1 << 6)
    assert (board.loose, board.hands[0]) == (1 << 6, [0, 5])
    assert (other.loose, other.hands[0]) == (0, [0])


def test_the_terms_of_a_ruleset_are_made_once() -> None:
    rules = ruleset("royal", {"first_to": 11})
    assert terms_of(rules) is terms_of(ruleset("royal", {"first_to": 11}))


def test_the_state_of_a_match_is_small() -> None:
    events = bench.recorded_match()
    assert len(events) == 200
    assert bench.size_of(fold(events)) <= 20_000


def test_folding_a_match_copies_little() -> None:
    events = bench.recorded_match()
    # Two copies a fact, each of a few calls.
    assert steps_of(lambda: fold(events)) <= 200 * 20


def test_bench_says_which_core_runs_and_measures_every_ruleset() -> None:
    outcome = subprocess.run(
        [sys.executable, "-m", "engine", "bench", "--seconds", "0", "--json"],
        capture_output=True,
        text=True,
        check=True,
    )
    figures = json.loads(outcome.stdout)
    assert figures["core"] == bench.core()
    assert {name.rpartition("-")[0] for name in figures["moves_per_second"]} == set(RULESETS)
    assert min(figures["moves_per_second"].values()) > 0
    assert min(figures["judged_per_second"].values()) > 0


def test_bench_prints_a_table_and_refuses_what_is_no_time() -> None:
    command = [sys.executable, "-m", "engine", "bench", "--seconds"]
    table = subprocess.run([*command, "0"], capture_output=True, text=True, check=True).stdout
    assert table.splitlines()[0].split() == ["core", bench.core()]
    refused = subprocess.run([*command, "x"], capture_output=True, text=True, check=False)
    assert refused.returncode == 2
    assert len(refused.stderr.splitlines()) == 1
