import pytest

from engine import OVERRIDABLE, RULESETS, Refusal, ruleset
from engine.rules.rulesets import overrides_of, sides_of


def test_each_ruleset_is_registered_under_its_own_key() -> None:
    assert set(RULESETS) == {
        *("classic", "two-handed", "face-value", "california", "royal", "spade", "draw")
    }
    assert all(rules.key == key for key, rules in RULESETS.items())


def test_without_overrides_the_registered_ruleset_is_used() -> None:
    assert ruleset("classic", {}) == RULESETS["classic"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("partnership", False),
        ("face_values", True),
        ("one_action", True),
        ("own_raise_keeps_both", True),
        ("multiple_builds", False),
        ("no_trail", "never"),
        ("last_card_sweep", False),
        ("draws", True),
        ("face_capture", "one"),
        ("build_in_sum", "adversaries"),
        ("deal_order", "singly"),
        ("sweep_points", 0),
        ("first_to", 11),
    ],
)
def test_a_field_can_be_overridden(field: str, value: object) -> None:
    assert field in OVERRIDABLE
    changed = ruleset("classic", {field: value})
    assert getattr(changed, field) == value
    assert changed != RULESETS["classic"]


@pytest.mark.parametrize(("given", "stands_for"), [(True, "never"), (False, "owner")])
def test_the_earlier_name_of_a_field_is_still_understood(given: bool, stands_for: str) -> None:
    assert ruleset("classic", {"owner_may_trail": given}).no_trail == stands_for
    assert "owner_may_trail" not in OVERRIDABLE
    with pytest.raises(Refusal) as refused:
        ruleset("classic", {"owner_may_trail": given, "no_trail": stands_for})
    assert refused.value.params["field"] == "owner_may_trail"


def test_the_overrides_of_rules_make_them_again() -> None:
    for key, overrides in (
        ("classic", {}),
        ("classic", {"first_to": 11, "points": {"spades": 2}, "no_trail": "never"}),
        ("california", {"first_to": 21, "ace_values": [1, 14]}),
    ):
        rules = ruleset(key, overrides)
        assert overrides_of(rules) == overrides
        assert ruleset(key, overrides_of(rules)) == rules


def test_some_points_can_be_overridden_and_the_rest_stay() -> None:
    points = ruleset("classic", {"points": {"spades": 2}}).points
    assert (points.cards, points.spades, points.ace) == (3, 2, 1)


def test_an_ace_can_be_made_high_or_low_again() -> None:
    assert ruleset("classic", {"ace_values": [1, 14]}).ace_values == (1, 14)
    assert ruleset("royal", {"ace_values": [1]}).ace_values == (1,)


def test_a_number_of_deals_replaces_the_target_and_the_other_way_round() -> None:
    by_deals = ruleset("classic", {"deals_each": 2})
    assert (by_deals.first_to, by_deals.deals_each) == (None, 2)
    by_points = ruleset("california", {"first_to": 11})
    assert (by_points.first_to, by_points.deals_each) == (11, None)
    given_both = ruleset("classic", {"deals_each": 2, "first_to": None})
    assert given_both == by_deals


@pytest.mark.parametrize(
    ("overrides", "field"),
    [
        ({"colour": 1}, "colour"),
        ({"key": "x"}, "key"),
        ({"players": [5]}, "players"),
        ({"c" * 9999: 1}, "c" * 64),
        ({"first_to": 0}, "first_to"),
        ({"first_to": 501}, "first_to"),
        ({"first_to": True}, "first_to"),
        ({"first_to": 21.0}, "first_to"),
        ({"first_to": "21"}, "first_to"),
        ({"first_to": None}, "first_to"),
        ({"deals_each": 0}, "deals_each"),
        ({"first_to": 11, "deals_each": 2}, "deals_each"),
        ({"sweep_points": -1}, "sweep_points"),
        ({"sweep_points": None}, "sweep_points"),
        ({"face_capture": "two"}, "face_capture"),
        ({"face_capture": ["one"]}, "face_capture"),
        ({"face_values": 1}, "face_values"),
        ({"draws": "yes"}, "draws"),
        ({"ace_values": 14}, "ace_values"),
        ({"ace_values": [14]}, "ace_values"),
        ({"ace_values": [True, 14]}, "ace_values"),
        ({"ace_values": [1.0]}, "ace_values"),
        ({"points": 3}, "points"),
        ({"points": {"jacks": 1}}, "points.jacks"),
        ({"points": {"cards": 21}}, "points.cards"),
        ({"points": {"cards": None}}, "points.cards"),
    ],
)
def test_an_impossible_override_is_refused_with_its_field(
    overrides: dict[str, object], field: str
) -> None:
    with pytest.raises(Refusal) as refused:
        ruleset("classic", overrides)
    assert refused.value.code == "bad_override"
    assert refused.value.params["field"] == field


def test_an_unknown_ruleset_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        ruleset("bridge", {})
    assert refused.value.code == "unknown_ruleset"


@pytest.mark.parametrize(
    ("key", "overrides", "seats", "sides"),
    [
        ("classic", {}, 2, (0, 1)),
        ("classic", {}, 3, (0, 1, 2)),
        ("classic", {}, 4, (0, 1, 0, 1)),
        ("classic", {"partnership": True}, 4, (0, 1, 0, 1)),
        ("classic", {"partnership": False}, 4, (0, 1, 2, 3)),
        ("california", {}, 4, (0, 1, 2, 3)),
        ("california", {}, 6, (0, 1, 2, 3, 4, 5)),
    ],
)
def test_sides_follow_from_the_seats(
    key: str, overrides: dict[str, object], seats: int, sides: tuple[int, ...]
) -> None:
    assert sides_of(ruleset(key, overrides), seats, overrides) == sides


@pytest.mark.parametrize(
    ("key", "overrides", "seats", "field"),
    [
        ("classic", {}, 5, "seats"),
        ("classic", {}, 6, "seats"),
        ("classic", {}, 1, "seats"),
        ("classic", {}, -1, "seats"),
        ("two-handed", {}, 4, "seats"),
        ("draw", {}, 3, "seats"),
        ("classic", {"partnership": True}, 3, "partnership"),
    ],
)
def test_seats_that_cannot_be_played_are_refused_with_the_field(
    key: str, overrides: dict[str, object], seats: int, field: str
) -> None:
    with pytest.raises(Refusal) as refused:
        sides_of(ruleset(key, overrides), seats, overrides)
    assert refused.value.code == "bad_seats"
    assert refused.value.params["field"] == field
