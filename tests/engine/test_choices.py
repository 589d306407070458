"""The rulings C3 to C12 of docs/rules.md, and those at R13 and R20, by example."""

import pytest

from engine import Refusal, default_move, judge, move_text, observe, parse_move, view_json
from engine.wire.diagram import diagram_text, parse_diagram
from tests.engine.builders import played_match

# The ruling, a diagram with seat 1 to play, a move, and its refusal or None.
RULINGS = [
    ("C3", "classic 0 1 2c9s/9c2h 5d[9=3h6d@1] -", "9cx[9]", None),
    ("C4", "royal 0 1 Kc2c/AcAs Ad5d9d -", "AcxAd5d9d", None),
    ("C4", "royal 0 1 Kc2c/AcAs 5d9dQd -", "Acx5d9d", None),
    ("C4", "royal 0 1 AhKc/AcAs Ad[14=6h8h@0] -", "AcxAd[14]", None),
    ("C5", "royal 0 1 KcQc/AcAs 2d[13=6h7h@0] -", "Ac+[13]=14", None),
    ("C5", "royal 0 1 KcQc/AcKs 2d[13=6h7h@0] -", "Ac+[13]=14", "value_not_held"),
    ("C5", "royal 0 1 KcQc/AcKs 2d[13=6h7h@0] -", "Ac+[13]=27", "malformed_move"),
    ("C6", 'face-value{"face_capture":"one"} 0 1 2c3c/QcAs QdQh -', "QcxQdQh", None),
    ("C7", "classic 0 1 7h9h/2h9c [7=3c4c@0][9=3h6d@0] -", "2h+[7]=9", None),
    (
        "C7",
        'classic{"multiple_builds":false} 0 1 7h9h/2h9c [7=3c4c@0][9=3h6d@0] -',
        "2h+[7]=9",
        "no_multiple_builds",
    ),
    ("C8", "classic 0 1 9h2c/9d9c Kd[9=3h6d@0] -", "9c=9", None),
    ("C8", "classic 0 1 9h2c/9d9c Kd -", "9c=9", "build_needs_loose_card"),
    ("R20", "draw 0 1 9h2c/9d3c 6d 9c9s", "3c+6d=9", None),
    ("R20", "draw 0 1 9h2c/8d3c 6d 9c9s", "3c+6d=9", "value_not_held"),
]


@pytest.mark.parametrize(("ruling", "diagram", "move", "code"), RULINGS)
def test_a_choice_is_played_as_it_was_ruled(
    ruling: str, diagram: str, move: str, code: str | None
) -> None:
    assert refusal_code(diagram, move) == code, ruling


def refusal_code(diagram: str, move: str) -> str | None:
    try:
        refused = judge(parse_diagram(diagram).position, parse_move(move))
    except Refusal as unreadable:
        return unreadable.code
    return None if refused is None else refused.code


def test_the_clock_takes_an_own_build_where_it_may_not_trail() -> None:
    """C3."""
    owner = parse_diagram("classic 0 1 2c8s/9c9d 5d[9=3h6d@1] -")
    assert move_text(default_move(owner.position)) == "9cx[9]"
    free = parse_diagram("classic 0 1 2c9s/9c4d 5d[9=3h6d@0] -")
    assert move_text(default_move(free.position)) == "4d"


def test_a_raise_to_a_standing_value_makes_one_multiple_build() -> None:
    """C7, R13."""
    diagram = parse_diagram("classic 0 1 7h9h/2h9c [7=3c4c@0][9=3h6d@0] -")
    after = diagram.after(parse_move("2h+[7]=9"))
    assert after is not None
    assert diagram_text(after).split()[4] == "[9*=2h3c3h4c6d@1+0]"


def test_sweeps_are_counted_where_they_score_nothing() -> None:
    """C12."""
    matches = (played_match(seed, 2, "california") for seed in range(20))
    game = next(game for game in matches if game.state.deal and any(game.state.deal.sweeps))
    assert game.state.deal is not None
    sides = view_json(observe(game.state, None))["sides"]
    assert isinstance(sides, list)
    assert [side["sweeps"] for side in sides] == list(game.state.deal.sweeps)
    assert all(row.sweeps == 0 for sheet in game.state.sheets for row in sheet.rows)
