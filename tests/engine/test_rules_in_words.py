"""Players read in sentences what they play otherwise than their ruleset."""

from dataclasses import fields

import pytest

from engine import OVERRIDABLE, RULESETS, observe, ruleset, view_json
from engine.record import replay
from engine.rules.in_words import differences_in_words
from engine.rules.ruleset import Points
from tests.engine.builders import started
from tests.engine.test_golden import EARLIER

OTHERWISE: list[tuple[str, dict[str, object], str]] = [
    ("classic", {"first_to": 11}, "The match goes to 11 points."),
    ("classic", {"deals_each": 1}, "Every player deals once; then the highest total wins."),
    ("california", {"deals_each": 3}, "Every player deals 3 times; then the highest total wins."),
    ("california", {"first_to": 21}, "The match goes to 21 points."),
    ("classic", {"face_values": True}, "Jacks count 11, queens 12 and kings 13."),
    ("royal", {"ace_values": [1]}, "An ace counts 1."),
    ("classic", {"face_capture": "any"}, "A face card takes any number of its rank."),
    ("california", {"build_in_sum": "no"}, "A build is never part of a sum."),
    ("california", {"one_action": False}, "A play takes equal cards, builds and sums together."),
    (
        "classic",
        {"own_raise_keeps_both": True},
        "Who raises a build of their own must still hold a card of its old value.",
    ),
    ("classic", {"multiple_builds": False}, "A build holds one set: nothing is added to it."),
    (
        "classic",
        {"no_trail": "owner"},
        "Only who added last to a build may not trail while it stands.",
    ),
    ("classic", {"owner_may_trail": True}, "Anybody may trail, a build of one's own or not."),
    ("classic", {"deal_order": "singly"}, "The cards are dealt one by one."),
    ("draw", {"draws": False}, "Cards are dealt in packets of four."),
    ("classic", {"sweep_points": 0}, "A sweep scores nothing."),
    ("california", {"sweep_points": 1}, "A sweep scores 1 point."),
    ("face-value", {"last_card_sweep": True}, "The last card of a deal can sweep."),
    ("classic", {"points": {"ace": 2}}, "Each ace scores 2 points."),
]


@pytest.mark.parametrize(("key", "overrides", "sentence"), OTHERWISE)
def test_an_override_is_a_sentence(key: str, overrides: dict[str, object], sentence: str) -> None:
    assert differences_in_words(ruleset(key, overrides)) == [sentence]


@pytest.mark.parametrize("key", RULESETS)
def test_what_a_ruleset_has_anyway_is_not_said(key: str) -> None:
    assert all(differences_in_words(RULESETS[key], seats) == [] for seats in (None, 2, 4))


def test_every_field_and_every_award_has_a_sentence() -> None:
    told = {field for _, overrides, _ in OTHERWISE for field in overrides}
    assert set(OVERRIDABLE) - told == {"partnership"}
    every = {award.name: 7 for award in fields(Points)}
    assert len(differences_in_words(ruleset("classic", {"points": every}))) == len(every)


def test_partners_are_told_where_four_play() -> None:
    alone = ruleset("classic", {"partnership": False})
    assert differences_in_words(alone, 4) == ["Four play each alone."]
    assert differences_in_words(alone, 2) == differences_in_words(alone) == []
    partners = ruleset("california", {"partnership": True})
    assert differences_in_words(partners, 4) == ["Four play as partners."]


def test_a_view_has_the_rules_and_the_sentences() -> None:
    seen = view_json(observe(started(overrides={"first_to": 11}).state, None))["ruleset"]
    assert isinstance(seen, dict)
    assert seen["words"] == ["The match goes to 11 points."]
    assert seen["rules"]["first_to"] == 11
    assert seen["overrides"] == {"first_to": 11}


def test_an_old_match_says_what_its_ruleset_has_come_to_mean() -> None:
    state = replay(next(path for path in EARLIER if path.stem == "classic-2").read_text()).state
    assert differences_in_words(state.ruleset, 2) == [
        "Only who added last to a build may not trail while it stands."
    ]
