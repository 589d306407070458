"""Trailing beside a build that one created or added to (R16), and single actions (R3): the letter
of the sources, and the readings that fields keep.
"""

import pytest

from engine import (
    ALL_CARDS,
    Position,
    Table,
    apply,
    card_set,
    diagram_text,
    fold,
    judge,
    legal_moves,
    move_text,
    observe,
    parse_card,
    parse_diagram,
    parse_move,
    view_json,
)
from engine.rules.enumeration import default_move
from engine.rules.position_json import position_from_json
from engine.rules.rulesets import ruleset
from engine.rules.table import Build
from tests.engine.builders import draw, played_match

# hand, loose cards, builds, trail; its code by the sources' letter and by the earlier reading.
TRAILS = [
    # Raised by an opponent, it is still a build that one created; there is a capture to make.
    ("2c Kd", "2d", "opp+me 9: 5c 3d Ah", "Kd", "contributor_may_not_trail", None),
    ("2c Kd", "2d", "opp 9: 5c 3d Ah", "Kd", None, None),
    # Adding to it, or taking it, is something else too.
    ("9c Kd", "", "opp+me 9: 5c 3d Ah", "Kd", "contributor_may_not_trail", None),
    ("9c 9d", "", "opp+me 9: 5c 3d Ah", "9c", "contributor_may_not_trail", None),
    # Raising it, and a new build.
    ("Ac Td", "", "opp+me 9: 5c 3d Ah", "Td", "contributor_may_not_trail", None),
    ("2c 7d", "5d", "opp+me 9: 5c 3d Ah", "7d", "contributor_may_not_trail", None),
    # A multiple build is not raised, and what does not add up is no way out.
    ("Ac Td", "", "opp+me 9: 5c 4d 9h", "Td", None, None),
    ("2c Kd", "Qd 8d", "opp+me 9: 5c 3d Ah", "Kd", None, None),
    ("2c 4d", "5d", "opp+me 9: 5c 3d Ah", "4d", None, None),
    # A face card takes its own rank.
    ("2c Kd", "Kh 8d", "opp+me 9: 5c 3d Ah", "2c", "contributor_may_not_trail", None),
    # Who added last may not trail in either reading.
    ("9c 2d", "Kh", "me+opp 9: 5c 3d Ah", "2d", "owner_may_not_trail", "owner_may_not_trail"),
]


@pytest.mark.parametrize(("hand", "loose", "builds", "move", "letter", "earlier"), TRAILS)
def test_who_created_or_added_to_a_build_trails_only_if_nothing_else_can_be_done(
    hand: str, loose: str, builds: str, move: str, letter: str | None, earlier: str | None
) -> None:
    for no_trail, code in (("contributors", letter), ("owner", earlier), ("never", None)):
        refusal = judge(draw(hand, loose, builds, no_trail=no_trail), parse_move(move))
        assert (None if refusal is None else refusal.code) == code, no_trail
    refusal = judge(draw(hand, loose, builds), parse_move(move))
    assert (None if refusal is None else refusal.code) == letter


def test_a_build_remembers_everybody_who_created_it_or_added_to_it() -> None:
    raised = apply(draw("2c 9c", "", "opp 7: 5c 2d"), parse_move("2c+[7]=9")).build
    assert raised is not None
    assert (raised.owner, raised.contributors) == (0, 0b11)
    added = apply(draw("9c 9d", "", "opp 9: 5c 4d"), parse_move("9c=9")).build
    assert added is not None
    assert (added.owner, added.contributors) == (0, 0b11)
    alone = apply(draw("9c 9d", "", "me 9: 5c 4d"), parse_move("9c=9")).build
    assert alone is not None
    assert (alone.owner, alone.contributors) == (0, 0b01)


def test_builds_that_merge_have_the_contributors_of_both() -> None:
    diagram = parse_diagram("classic 0 1 Kc9s/2h9c/7dQd/KhQh [7=3c4c@2][9=3h6d@0+3] -")
    after = diagram.after(parse_move("2h+[7]=9"))
    assert after is not None
    assert diagram_text(after).split()[4] == "[9*=2h3c3h4c6d@1+0+2+3]"


def test_who_captures_a_build_frees_all_who_were_bound_by_it() -> None:
    diagram = parse_diagram("classic 0 1 2c8h/9c9d KhQhQd[9=3h6d@1+0] -")
    after = diagram.after(parse_move("9cx[9]"))
    assert after is not None
    assert judge(after.position, parse_move("8h")) is None


def test_a_diagram_names_contributors_beside_the_owner() -> None:
    line = "classic 0 1 2c8h/9c9d Kh[9=3h6d@1+0] -"
    assert diagram_text(parse_diagram(line)) == line
    assert parse_diagram(line).table.builds[0].contributors == 0b11


def test_viewers_see_who_contributed_to_a_build() -> None:
    seen = 0
    for seed in range(12):
        game = played_match(seed, 3)
        for length in range(len(game.events)):
            if game.events[length].type != "card_played":
                continue
            state = fold(game.events[: length + 1])
            deal = view_json(observe(state, None))["deal"]
            assert isinstance(deal, dict)
            for build in deal["builds"]:
                assert build["owner"] in build["contributors"]
                assert build["contributors"] == sorted(build["contributors"])
                seen += len(build["contributors"]) > 1
        if seen:
            return
    pytest.fail("no build had two contributors")


@pytest.mark.parametrize("contributors", [["me", "opp"], ["opp"], None])
def test_a_position_may_name_contributors_and_the_owner_is_always_one(
    contributors: list[str] | None,
) -> None:
    build = {"value": 9, "owner": "opp", "cards": ["5c", "4d"]}
    build |= {} if contributors is None else {"contributors": contributors}
    found = position_from_json(
        {"ruleset": "classic", "hand": ["9c"], "loose": [], "builds": [build]}
    ).table.builds[0]
    assert found.contributors == (0b11 if contributors == ["me", "opp"] else 0b10)


# R16, C3: who may not trail and owns nothing plays the lowest card that can capture, else build.
DEFAULTS = [
    ("2c 9d", "2d 2h", "opp+me 9: 5c 3d Ah", "2cx2d"),
    ("7c Kd", "Ad 2d 4d 5d", "opp+me 9: 5c 3d Ah", "7cxAd2d4d"),
    ("7c 9d", "Kc", "opp+me 9: 5c 3d Ah", "9dx[9]"),
    ("Kd 9d", "Kc 8c", "opp+me 9: 5c 3d Ah", "9dx[9]"),
    ("Kd Td", "Kc Kh 8c", "opp+me 9: 5c 3d Ah", "KdxKc"),
    ("Ac Td", "", "opp+me 9: 5c 3d Ah", "Ac+[9]=10"),
    ("2c 3c 7d", "4d 5d", "opp+me 9: 5c 3d Ah", "2c+5d=7"),
    ("8c Kd", "Ah 7d", "opp+me 9: 5c 3d As", "8cxAh7d"),
]


@pytest.mark.parametrize(("hand", "loose", "builds", "text"), DEFAULTS)
def test_the_clock_does_something_else_for_who_may_not_trail(
    hand: str, loose: str, builds: str, text: str
) -> None:
    position = draw(hand, loose, builds)
    move = default_move(position)
    assert move_text(move) == text
    assert judge(position, move) is None


def test_the_clock_sums_an_adversarys_build_where_that_is_the_way() -> None:
    position = draw("9c Kd", "Qd", "opp 4: 3c Ac; opp 5: 3d 2d; opp+me 8: 7c As",
                    build_in_sum="adversaries")  # fmt: skip
    move = default_move(position)
    assert move_text(move) == "9cx[4][5]"
    assert judge(position, move) is None


def test_whether_a_contributor_may_trail_is_found_without_a_list_on_any_table() -> None:
    """No subset of forty cards is tried: the answer is a handful of sums of bits."""
    hand = card_set(map(parse_card, ("Kc", "Kd")))
    built = card_set(map(parse_card, ("5c", "4d")))
    loose = ALL_CARDS & ~hand & ~built & ~card_set(map(parse_card, ("Kh", "Ks")))
    table = Table(loose, (Build(9, built, 1, False, others=1),))
    position = Position(ruleset("classic", {}), 0, (0, 1), hand, table)
    assert judge(position, parse_move("Kc")) is None
    face = Position(ruleset("face-value", {}), 0, (0, 1), hand, table)
    refusal = judge(face, parse_move("Kc"))
    assert refusal is not None
    assert refusal.code == "contributor_may_not_trail"
    assert judge(face, default_move(face)) is None


# hand, loose cards, builds, capture; whether one action of california allows it, and whether the
# rules without it do.
ACTIONS = [
    ("7h Kc", "2c 5d 7d", "", "7hx2c5d7d", False, True),
    ("7h Kc", "2c 3c 4d 5d", "", "7hx2c3c4d5d", False, True),
    ("7h Kc", "2c 5d", "", "7hx2c5d", True, True),
    ("7h Kc", "7c 7d", "", "7hx7c7d", True, True),
    ("7h Kc", "7c", "opp 7: 5c 2d", "7hx7c[7]", True, True),
    ("7h Kc", "2c 5d", "opp 7: 5c 2d", "7hx2c5d[7]", False, True),
    ("9h Kc", "Ac", "opp 8: 5c 3d", "9hxAc[8]", True, True),
    ("9h Kc", "", "opp 5: 3c 2d; opp 4: 3d Ad", "9hx[4][5]", True, True),
    ("9h Kc", "Ac 9c", "opp 8: 5c 3d", "9hxAc9c[8]", False, True),
    ("9h Kc", "Ac", "opp 8: 5c 3d; opp 9: 6c 3c", "9hxAc[8][9]", False, True),
    ("Kh Kc", "Kd Ks", "", "KhxKdKs", True, True),
]


@pytest.mark.parametrize(("hand", "loose", "builds", "text", "one", "many"), ACTIONS)
def test_a_play_pairs_or_combines_once(
    hand: str, loose: str, builds: str, text: str, one: bool, many: bool
) -> None:
    for one_action, legal in ((True, one), (False, many)):
        position = draw(hand, loose, builds, rules="california", one_action=one_action)
        refusal = judge(position, parse_move(text))
        assert (refusal is None) == legal
        assert (parse_move(text) in set(legal_moves(position))) == legal
        assert refusal is None or refusal.code == "one_action_only"
    assert (judge(draw(hand, loose, builds, rules="california"), parse_move(text)) is None) == one


def test_a_high_ace_that_has_to_take_two_builds_pairs_with_both() -> None:
    """R3, R17: else its owner could not move at all."""
    position = draw("As", "", "me 1: Ac Ah; me 14: Kd Ad", rules="royal", one_action=True)
    assert [move_text(move) for move in legal_moves(position)] == ["Asx[1][14]"]
