"""R18 to R27 in whole matches: every fact is what a literal reading of the rules expects."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import RULESETS, to_fact
from tests.engine.builders import Game, played_match
from tests.engine.literal_match import Follower

KINDS: list[tuple[str, int, dict[str, object]]] = [
    (key, seats, {}) for key, rules in RULESETS.items() for seats in rules.players
]
KINDS += [
    ("classic", 4, {"partnership": False}),
    ("california", 4, {"partnership": True}),
    ("royal", 3, {"draws": True, "deal_order": "singly"}),
    ("classic", 2, {"deal_order": "singly", "first_to": 11, "sweep_points": 2}),
    ("spade", 2, {"deals_each": 1, "points": {"cards": 0, "spade_jack": 5}}),
]


def followed(game: Game, key: str, seats: int, overrides: dict[str, object]) -> Follower:
    follower = Follower(key, seats, overrides)
    for event in game.events:
        fact = to_fact(event)
        follower.follow(fact.type, fact.data, fact.secret)
    return follower


@pytest.mark.parametrize(
    ("key", "seats", "overrides"), KINDS, ids=[f"{kind[0]}-{kind[1]}" for kind in KINDS]
)
@settings(max_examples=3, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_every_fact_of_a_match_is_as_the_rules_say(
    key: str, seats: int, overrides: dict[str, object], seed: int
) -> None:
    game = played_match(seed, seats, key, **overrides)
    follower = followed(game, key, seats, overrides)
    assert follower.finished
    assert follower.deals == len(game.state.sheets)


def test_a_follower_finds_a_wrong_fact() -> None:
    """The check above can fail: it finds a fact that was changed."""
    game = played_match(3, 3, "classic")
    facts = [to_fact(event) for event in game.events]
    scored = next(at for at, fact in enumerate(facts) if fact.type == "deal_scored")
    follower = Follower("classic", 3, {})
    for fact in facts[:scored]:
        follower.follow(fact.type, fact.data, fact.secret)
    wrong = {**facts[scored].data, "scores": [99, 0, 0]}
    with pytest.raises(AssertionError):
        follower.follow("deal_scored", wrong, None)
