import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import (
    BuildPlay,
    Capture,
    Move,
    Refusal,
    Trail,
    move_from_json,
    move_text,
    move_to_json,
    parse_move,
)

CARD = st.integers(0, 51)
LOOSE = st.sets(CARD, max_size=51)
VALUE = st.integers(1, 14)


def without(card: int, loose: set[int]) -> int:
    return sum(1 << other for other in loose if other != card)


MOVES: st.SearchStrategy[Move] = st.one_of(
    st.builds(Trail, CARD),
    st.builds(
        lambda card, loose, builds: Capture(card, without(card, loose), tuple(sorted(builds))),
        CARD,
        LOOSE,
        st.sets(VALUE),
    ),
    st.builds(
        lambda card, loose, raises, value: BuildPlay(card, without(card, loose), raises, value),
        CARD,
        LOOSE,
        st.none() | VALUE,
        VALUE,
    ),
)


@given(MOVES)
def test_a_printed_move_reads_back_as_itself(move: Move) -> None:
    assert parse_move(move_text(move)) == move


@given(MOVES)
def test_a_move_written_as_json_reads_back_as_itself(move: Move) -> None:
    assert move_from_json(move_to_json(move)) == move


@pytest.mark.parametrize(
    ("text", "json"),
    [
        ("Kc", {"kind": "trail", "card": "Kc"}),
        ("8hx3c5d[8]", {"kind": "capture", "card": "8h", "loose": ["3c", "5d"], "builds": [8]}),
        ("3h+6d=9", {"kind": "build", "card": "3h", "loose": ["6d"], "value": 9}),
        ("9h=9", {"kind": "build", "card": "9h", "loose": [], "value": 9}),
        (
            "2h+[7]9d=9",
            {"kind": "build", "card": "2h", "loose": ["9d"], "raises": 7, "value": 9},
        ),
    ],
)
def test_text_and_json_say_the_same(text: str, json: dict[str, object]) -> None:
    move = parse_move(text)
    assert move_to_json(move) == json
    assert move_text(move_from_json(json)) == text


@pytest.mark.parametrize(
    ("loosely", "canonical"),
    [
        ("8hx[8]5d3c", "8hx3c5d[8]"),
        ("9dx[9][4]5c", "9dx5c[4][9]"),
        ("2h+9d[7]=9", "2h+[7]9d=9"),
        ("3h+6d=09", "3h+6d=9"),
    ],
)
def test_the_order_of_items_does_not_matter_and_printing_is_canonical(
    loosely: str, canonical: str
) -> None:
    assert move_text(parse_move(loosely)) == canonical


@pytest.mark.parametrize(
    "text",
    [
        *("", "K", "Kc ", "Kc\n", "8h x3c", "8hx3c3c", "8hx8h", "+3c=4", "9h=9=9"),
        *("8hx[8][8]", "8hx[0]", "8hx[15]", "8hx[99]", "8hx3c5d[8]=8", "8hx" + "3c" * 1000),
        *("3h+=9", "3h+6d", "3h+6d=0", "3h+6d=15", "3h+6d=999", "2h+[7][6]=9", "2h+[7]9d"),
        *("8hx\u0663c", "8hx[\u0668]", "3h+6d=\u0669"),
    ],
)
def test_a_text_outside_the_notation_is_refused(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        parse_move(text)
    assert refused.value.code == "malformed_move"


CAPTURE = {"kind": "capture", "card": "8h", "loose": ["3c"], "builds": []}
BUILD = {"kind": "build", "card": "3h", "loose": ["6d"], "value": 9}


@pytest.mark.parametrize(
    ("json", "field"),
    [
        (None, "move"),
        ([], "move"),
        ("Kc", "move"),
        ({}, "kind"),
        ({"kind": "pass"}, "kind"),
        ({"kind": ["trail"]}, "kind"),
        ({"kind": "trail"}, "card"),
        ({"kind": "trail", "card": 7}, "card"),
        ({"kind": "trail", "card": "1c"}, "card"),
        ({"kind": "trail", "card": None}, "card"),
        ({"kind": "trail", "card": "Kc", "loose": []}, "loose"),
        ({"kind": "capture", "card": "8h", "loose": []}, "builds"),
        (CAPTURE | {"loose": "3c"}, "loose"),
        (CAPTURE | {"loose": ["3c", "3c"]}, "loose"),
        (CAPTURE | {"loose": ["8h"]}, "loose"),
        (CAPTURE | {"loose": [["3c"]]}, "loose"),
        (CAPTURE | {"loose": ["3c"] * 10_000}, "loose"),
        (CAPTURE | {"builds": [8, 8]}, "builds"),
        (CAPTURE | {"builds": [True]}, "builds"),
        (CAPTURE | {"builds": [8.0]}, "builds"),
        (CAPTURE | {"builds": {"8": 1}}, "builds"),
        (CAPTURE | {"builds": [10**100]}, "builds"),
        (CAPTURE | {"value": 8}, "value"),
        (BUILD | {"value": 99}, "value"),
        (BUILD | {"value": 0}, "value"),
        (BUILD | {"value": -9}, "value"),
        (BUILD | {"value": "9"}, "value"),
        (BUILD | {"value": True}, "value"),
        (BUILD | {"raises": 99}, "raises"),
        (BUILD | {"raises": [7]}, "raises"),
        (BUILD | {"x" * 5000: 1}, "x" * 64),
    ],
)
def test_malformed_json_is_refused_with_its_field(json: object, field: str) -> None:
    with pytest.raises(Refusal) as refused:
        move_from_json(json)
    assert refused.value.code == "malformed_move"
    assert refused.value.params["field"] == field
    assert len(refused.value.detail) < 200


def test_a_build_that_raises_nothing_may_say_so() -> None:
    assert move_from_json(BUILD | {"raises": None}) == parse_move("3h+6d=9")
