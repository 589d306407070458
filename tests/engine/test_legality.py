"""Refusals of single moves, by rule; test_conformance.py has the cases of the descriptions."""

import pytest

from engine import BuildPlay, Capture, apply, judge, parse_card, parse_move, texts
from engine.rules.enumeration import default_move
from tests.engine.builders import cards, draw

ROYAL = {"rules": "royal"}

REFUSALS = [
    # hand, loose, builds, rules and overrides, move, code
    ("2c", "", "", {}, "3c", "card_not_in_hand"),
    ("8c", "5c 2c", "", {}, "8cx5c3c", "not_on_table"),
    ("9c", "7c", "opp 9: 7d 2d", {}, "9cx7d", "not_on_table"),
    ("9c", "", "", {}, "9cx[9]", "no_such_build"),
    ("9c", "9d", "", {}, "9cx", "nothing_captured"),
    ("9c", "5c 3c", "", {}, "9cx5c3c", "not_a_sum"),
    ("8c", "2c 3c 5c 6c Ac", "", {}, "8cx2c3c5c6cAc", "not_a_sum"),
    ("9c", "Jc", "", {}, "9cxJc", "face_card_matches_only"),
    ("Kc", "Qc", "", {}, "KcxQc", "face_card_matches_only"),
    ("Jc", "9c 2c", "", {}, "Jcx2c9c", "face_card_matches_only"),
    ("Qc", "Qd Qh", "", {}, "QcxQdQh", "face_card_choice"),
    ("Qc", "Qd Qh Qs", "", {"face_capture": "one"}, "QcxQdQhQs", "face_card_choice"),
    ("9c", "Ac", "opp 8: 5c 3c", {}, "9cxAc[8]", "build_value_differs"),
    # R5: nor a multiple build, nor one's own, even where builds may join sums.
    (
        "9c",
        "Ac",
        "opp 8: 5c 3c 8d",
        {"build_in_sum": "adversaries"},
        "9cxAc[8]",
        "build_value_differs",
    ),
    (
        "9c 8h",
        "Ac",
        "me 8: 5c 3c",
        {"build_in_sum": "adversaries"},
        "9cxAc[8]",
        "build_value_differs",
    ),
    # R6, R8
    ("3c 9c", "", "", {}, "9c=9", "build_needs_loose_card"),
    ("3c 9c", "Jc", "", {}, "3c+Jc=9", "face_card_matches_only"),
    ("Jc 9c", "9d", "", {}, "Jc+9d=9", "face_card_matches_only"),
    ("3c 9c", "5c", "", {}, "3c+5c=9", "not_a_sum"),
    ("3c 8c", "6c", "", {}, "3c+6c=9", "value_not_held"),
    ("9c 2c", "", "opp 9: 5d 4d", {}, "9c=9", "value_not_held"),
    ("3c Jc", "8c", "", {}, "3c+8c=11", "value_not_held"),
    # R9, R12
    ("3c Tc", "2c", "opp 5: Ac 4c", {}, "3c+[5]2c=10", "loose_cards_may_not_raise"),
    ("3c 8c", "", "", {}, "3c+[5]=8", "no_such_build"),
    ("3c 8c", "4c", "opp 5: Ac 4d", {}, "3c+[5]4c=8", "not_a_sum"),
    ("3c 8c", "", "opp 5: Ac 4c 5d", {}, "3c+[5]=8", "multiple_build_fixed"),
    ("3c 7c", "", "opp 5: Ac 4c", {}, "3c+[5]=8", "value_not_held"),
    # R10
    (
        "2c 9c",
        "",
        "me 7: 5c 2d",
        {"own_raise_keeps_both": True, "multiple_builds": False},
        "2c+[7]=9",
        "value_not_held",
    ),
    # R12, R13 where multiple builds are off
    ("5c 5d", "5h", "", {"multiple_builds": False}, "5c+5h=5", "no_multiple_builds"),
    ("5c 5d", "", "opp 5: 3c 2c", {"multiple_builds": False}, "5c=5", "no_multiple_builds"),
    (
        "2c 9c",
        "9d",
        "opp 7: 3c 4c",
        {"multiple_builds": False},
        "2c+[7]9d=9",
        "no_multiple_builds",
    ),
    (
        "2c 9c",
        "",
        "opp 7: 3c 4c; opp 9: 5c 4d",
        {"multiple_builds": False},
        "2c+[7]=9",
        "no_multiple_builds",
    ),
    # R1: a high ace is 14 when it is played, 1 on the table and in a raise.
    ("Ac Kc", "Kd", "", ROYAL, "Ac+Kd=14", "value_not_held"),
    ("As 5c", "Kd 2d", "", ROYAL, "AsxKd2d", "not_a_sum"),
    ("Kc 5c", "Kd", "opp 14: Kh Ac", ROYAL, "KcxKd[14]", "build_value_differs"),
    ("Ac Ad", "Ah", "", ROYAL, "Ac+Ah=14", "not_a_sum"),
    ("Ac Ad", "Kd", "", {}, "Ac+Kd=14", "face_card_matches_only"),
    ("As", "", "me 1: Ac Ah; me 14: Kd Ad", ROYAL, "Asx[14]", "capturing_card_must_stay"),
    # R15, R16
    ("9c Kc", "", "me 9: 5c 4c", {}, "Kc", "owner_may_not_trail"),
    ("9c Kc", "", "me 9: 5c 4c", {"owner_may_trail": True}, "9c", "capturing_card_must_stay"),
    ("9c Kc", "9d", "me 9: 5c 4c", {}, "9cx9d", "capturing_card_must_stay"),
    ("6c 9c", "3c", "me 6: 4c 2c", {}, "6c+3c=9", "capturing_card_must_stay"),
    ("6c 8c 9c", "3c", "me 6: 4c 2c; opp 3: Ac 2d", {}, "6c+[3]=9", "capturing_card_must_stay"),
]


@pytest.mark.parametrize(("hand", "loose", "builds", "fields", "text", "code"), REFUSALS)
def test_an_illegal_move_is_refused_for_its_reason(
    hand: str, loose: str, builds: str, fields: dict[str, object], text: str, code: str
) -> None:
    refusal = judge(draw(hand, loose, builds, **fields), parse_move(text))
    assert refusal is not None
    assert refusal.code == code
    assert refusal.detail
    assert "{" not in refusal.detail


LEGAL = [
    # hand, loose, builds, rules and overrides, move, table's loose cards after it, build after it
    ("9c", "5c 4c 9d 3c", "opp 9: 7c 2c", {}, "9cx5c4c9d[9]", "3c", None),
    ("Jc", "Jd Jh Js", "", {}, "JcxJdJhJs", "", None),
    ("Jc", "Jd Jh Js", "", {"face_capture": "any"}, "JcxJdJh", "Js", None),
    ("Jc Kc", "Jd Jh 9c 2c", "", {"face_values": True}, "JcxJdJh9c2c", "", None),
    ("2c Jc", "9c", "", {"face_values": True}, "2c+9c=11", "", ("single", 11, "2c 9c")),
    ("3c 6c", "3d", "", {}, "3c+3d=6", "", ("single", 6, "3c 3d")),
    ("3c 3h", "3d", "", {}, "3c+3d=3", "", ("multiple", 3, "3c 3d")),
    ("Ac 9c", "", "opp 8: 5c 3c", {}, "Ac+[8]=9", "", ("single", 9, "Ac 3c 5c")),
    # R1: a high ace takes aces as 1 and sets and builds of 14 in one play, and adds 1 in a raise.
    ("As 5c", "Ac Ad Kd", "", ROYAL, "AsxAcAdKd", "", None),
    ("As 5c", "Ac 4d Td 5d", "opp 14: Kc Ad", ROYAL, "AsxAc4dTd[14]", "5d", None),
    ("As", "", "me 1: Ac Ah; me 14: Kd Ad", ROYAL, "Asx[1][14]", "", None),
    ("Ac As", "Kd", "", ROYAL, "Ac+Kd=14", "", ("single", 14, "Ac Kd")),
    ("Ac As", "", "opp 14: Kd Ad", ROYAL, "Ac=14", "", ("multiple", 14, "Ac Ad Kd")),
    ("Ac As", "", "opp 14: Kd Ad Ah", ROYAL, "Ac=14", "", ("multiple", 14, "Ac Ad Ah Kd")),
    ("Ac As", "Kd Ad", "", ROYAL, "Ac+AdKd=14", "", ("multiple", 14, "Ac Ad Kd")),
    ("Ac As", "Ad", "", ROYAL, "Ac+Ad=1", "", ("multiple", 1, "Ac Ad")),
    ("Ac Kd", "", "opp 12: Tc 2c", ROYAL, "Ac+[12]=13", "", ("single", 13, "Ac 2c Tc")),
    ("Ac As", "", "opp 13: Tc 3c", ROYAL, "Ac+[13]=14", "", ("single", 14, "Ac 3c Tc")),
    # R10: the owner raises too, and needs only the new value.
    ("Ac 9c", "", "me 8: 5c 3c", {}, "Ac+[8]=9", "", ("single", 9, "Ac 3c 5c")),
    # R11: a multiple build takes further sets.
    (
        "3c 9h",
        "6c 9d",
        "opp 9: 5c 4c 9c",
        {},
        "3c+6c9d=9",
        "",
        ("multiple", 9, "3c 4c 5c 6c 9c 9d"),
    ),
    # R13: a raise that reaches a standing build merges with it, as a new build does.
    (
        "2c 9h",
        "",
        "opp 7: 3c 4c; me 9: 5c 4d",
        {},
        "2c+[7]=9",
        "",
        ("multiple", 9, "2c 3c 4c 4d 5c"),
    ),
    ("3c 9h", "6c", "opp 9: 5c 4c", {}, "3c+6c=9", "", ("multiple", 9, "3c 4c 5c 6c")),
    # R15, R16: an owner may capture elsewhere, and trail where the rules allow it.
    ("4c 9c", "4d", "me 9: 6c 3c", {}, "4cx4d", "", None),
    ("9c Kc", "", "me 9: 5c 4c", {"owner_may_trail": True}, "Kc", "Kc", None),
    # R5: a single build of an adversary as an item of a sum.
    ("9c", "Ac", "opp 8: 5c 3c", {"build_in_sum": "adversaries"}, "9cxAc[8]", "", None),
    (
        "9c",
        "",
        "opp 4: 3c Ac; opp 5: 3d 2d",
        {"build_in_sum": "adversaries"},
        "9cx[4][5]",
        "",
        None,
    ),
]


@pytest.mark.parametrize(("hand", "loose", "builds", "fields", "text", "left", "build"), LEGAL)
def test_a_legal_move_makes_the_table_that_the_rules_say(
    hand: str,
    loose: str,
    builds: str,
    fields: dict[str, object],
    text: str,
    left: str,
    build: tuple[str, int, str] | None,
) -> None:
    made = apply(draw(hand, loose, builds, **fields), parse_move(text))
    assert " ".join(texts(made.table.loose)) == left
    if build is None:
        assert made.build is None
    else:
        assert made.build is not None
        stands = (made.build.kind, made.build.value, " ".join(texts(made.build.cards)))
        assert stands == build
        assert made.build.owner == 0
        assert made.build in made.table.builds


def test_a_capture_takes_the_played_card_the_loose_cards_and_the_builds() -> None:
    made = apply(draw("9c Kc", "5c 4c Kd", "opp 9: 7c 2c"), parse_move("9cx5c4c[9]"))
    assert texts(made.captured) == ["2c", "4c", "5c", "7c", "9c"]
    assert texts(made.hand) == ["Kc"]
    assert not made.sweep


def test_a_capture_that_clears_the_table_is_a_sweep() -> None:
    assert apply(draw("9c", "5c 4c"), parse_move("9cx5c4c")).sweep
    assert not apply(draw("9c", "5c 4c", "opp 8: 6c 2c"), parse_move("9cx5c4c")).sweep


def test_a_capture_built_by_hand_with_a_build_twice_is_refused_too() -> None:
    position = draw("9c", "", "opp 9: 5c 4c")
    refusal = judge(position, Capture(position.hand.bit_length() - 1, 0, (9, 9)))
    assert refusal is not None
    assert refusal.code == "malformed_move"


@pytest.mark.parametrize("value", [0, -3, 15, 10**9])
def test_a_build_of_an_impossible_value_is_refused_too(value: int) -> None:
    position = draw("3c 9c", "6c", "opp 9: 5c 4c")
    for raises in (None, 9, value):
        move = BuildPlay(parse_card("3c"), cards("6c"), raises, value)
        assert judge(position, move) is not None


@pytest.mark.parametrize(
    ("hand", "builds", "fields", "text"),
    [
        ("Kc 2d 2c", "", {}, "2c"),
        ("9c Kc", "me 9: 5c 4c", {}, "9cx[9]"),
        ("9c 8d 9d 8c", "me 8: 5c 3c; me 9: 5d 4c", {}, "9cx[9]"),
        ("9c 9d Kc", "me 9: 5c 4c; opp 8: 7c Ac", {}, "9cx[9]"),
        ("2c 9c", "me 9: 5c 4c", {"owner_may_trail": True}, "2c"),
        ("2c 9c 9d", "me 9: 5c 4c", {"owner_may_trail": True}, "2c"),
        ("9c Kc", "me 9: 5c 4c", {"owner_may_trail": True}, "Kc"),
        ("9c", "me 9: 5c 4c", {"owner_may_trail": True}, "9cx[9]"),
        ("As", "me 1: Ac Ah; me 14: Kd Ad", ROYAL, "Asx[1][14]"),
    ],
)
def test_the_clock_plays_the_documented_default(
    hand: str, builds: str, fields: dict[str, object], text: str
) -> None:
    assert default_move(draw(hand, "", builds, **fields)) == parse_move(text)
