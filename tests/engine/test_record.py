"""Records read back as written, replay to the same events, and show the first wrong line."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import (
    ALL_CARDS,
    HandOver,
    MatchCreated,
    PlayMove,
    Refusal,
    Resign,
    RunOutClock,
    Timeouts,
    card_text,
    cards_in,
    fold,
    legal_moves,
    move_text,
)
from engine.record import parse_record, record_of, record_text, replay
from engine.record.reading import LONGEST_RECORD
from engine.wire.diagram import diagram_of, diagram_text, parse_diagram
from tests.engine.builders import Chance, Game, lively_move, played_match, started

KINDS = [
    ("classic", 2, {"first_to": 11}),
    ("classic", 4, {"partnership": False, "first_to": 5}),
    ("two-handed", 2, {"first_to": 11, "draws": True}),
    ("face-value", 3, {"first_to": 7}),
    ("royal", 4, {"points": {"cards": 4}, "first_to": 15}),
    ("spade", 3, {"first_to": 20}),
    ("draw", 2, {"first_to": 11}),
    ("california", 6, {"deals_each": 1}),
]


def changed(text: str, pattern: str, by: str) -> tuple[str, int]:
    """The text with the first match of a line pattern changed, and the number of that line."""
    lines = text.split("\n")
    for number, line in enumerate(lines, start=1):
        if re.search(pattern, line):
            lines[number - 1] = re.sub(pattern, by, line, count=1)
            return "\n".join(lines), number
    raise AssertionError(pattern)


@pytest.mark.parametrize(("key", "seats", "overrides"), KINDS, ids=[kind[0] for kind in KINDS])
@settings(max_examples=3, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a_record_reads_back_and_replays_to_the_same_facts(
    key: str, seats: int, overrides: dict[str, object], seed: int
) -> None:
    events = played_match(seed, seats, key, **overrides).events
    record = record_of(events)
    text = record_text(record)
    assert parse_record(text) == record
    assert record_text(parse_record(text)) == text
    replayed = replay(text)
    assert replayed.wrong is None
    assert replayed.events[1:] == tuple(events[1:])
    assert isinstance(replayed.events[0], MatchCreated)
    assert replayed.state == fold(replayed.events)
    assert replayed.lines == len(text.splitlines())


def finished_in_other_ways() -> Game:
    """A match with a clock that ran out, a seat handed over, and a resignation."""
    game = started(timeouts=Timeouts(2, "bot", "greedy"))
    chance = Chance(5)
    for turn in range(70):
        seat = game.state.turn
        assert seat is not None
        if turn in (3, 20):
            game.do(RunOutClock(seat))
        elif turn == 30:
            game.do(HandOver(seat, "random"))
        else:
            game.do(PlayMove(seat, lively_move(game.state.position(seat), chance)))
    game.do(Resign(1))
    return game


def test_clocks_handed_seats_and_resignations_are_recorded() -> None:
    game = finished_in_other_ways()
    text = record_text(record_of(game.events))
    for line in ("0 timeout 1\n", " default\n", " bot random\n", "1 resigns\n"):
        assert line in text
    replayed = replay(text)
    assert replayed.wrong is None
    assert replayed.events[1:] == tuple(game.events[1:])


def test_a_record_without_secrets_is_judged_by_its_decks_alone() -> None:
    text = record_text(record_of(played_match(2, first_to=5).events))
    by_hand = "".join(
        line
        for line in text.splitlines(keepends=True)
        if not line.startswith(("commitment", "cut", "secret", "timeouts", "clock"))
    )
    replayed = replay("; dealt by hand\n\n" + by_hand)
    assert replayed.wrong is None
    assert replayed.state.result == replay(text).state.result
    record = parse_record(by_hand)
    assert parse_record(record_text(record)) == record


RECORD = record_text(record_of(played_match(7, first_to=11).events))
SPADES = record_text(record_of(played_match(7, rules="spade", first_to=11).events))
DRAWN = record_text(record_of(played_match(7, rules="draw", first_to=11).events))


@pytest.mark.parametrize(
    ("text", "pattern", "by", "code"),
    [
        (RECORD, r"^casino record 1", "casino record 2", "malformed_record"),
        (RECORD, r"^match .*", "match nobody", "malformed_record"),
        (RECORD, r"^match .*", r'match "\\ud800"', "malformed_record"),
        (RECORD, r"^ruleset .*", r'ruleset classic{"\\ud800":1}', "malformed_record"),
        (RECORD, r"^player 1 .*", r'player 1 "\\udfff"', "malformed_record"),
        (RECORD, r"^ruleset classic", "ruleset bridge", "unknown_ruleset"),
        (RECORD, r"^ruleset .*", 'ruleset classic{"first_to":0}', "bad_override"),
        (RECORD, r"^ruleset .*", "ruleset classic{" + "[" * 999, "malformed_record"),
        (RECORD, r"^player 1 .*", 'player 0 "again"', "malformed_record"),
        (RECORD, r"^timeouts 3 forfeit", "timeouts 3 flee", "malformed_record"),
        (RECORD, r"dealer (\d) deck", "dealer 9 deck", "wrong_record"),
        (RECORD, r"^deal 1", "deal 2", "wrong_record"),
        (RECORD, r"deck (..)(..)", r"deck \1\1", "malformed_record"),
        (RECORD, r"deck (..)", "deck ", "wrong_record"),
        (RECORD, r"hands (..)", r"hands ", "wrong_record"),
        (RECORD, r"turn (\d)", "turn 5", "wrong_record"),
        (RECORD, r"stock 40", "stock 39", "wrong_record"),
        (RECORD, r"^(\d) (\w\w)$", r"\1 zz", "malformed_record"),
        (RECORD, r"^0 (\w\w)$", r"1 \1", "not_your_turn"),
        (RECORD, r"^0 (\w\w)$", r"0 \1 sweep", "wrong_record"),
        (RECORD, r"x(..)", r"x\1\1", "malformed_record"),
        (RECORD, r"^secret .", "secret g", "malformed_record"),
        (RECORD, r"^secret .*", "secret " + "0" * 64, "wrong_record"),
        (RECORD, r"^residue \d", "residue nobody", "wrong_record"),
        (RECORD, r"total \d+", "total 99", "malformed_record"),
        (RECORD, r"spades \d+", "spades 13", "wrong_record"),
        (RECORD, r"^score 1 \d+", "score 1 77", "wrong_record"),
        (RECORD, r"^result \d", "result 5", "wrong_record"),
        (SPADES, r"each-spade \d+", "each-spade 1", "malformed_record"),
        (DRAWN, r"stock 39", "stock 38", "wrong_record"),
        (DRAWN, r"draws (..)", "draws Zz", "malformed_record"),
    ],
)
def test_the_first_wrong_line_is_named(text: str, pattern: str, by: str, code: str) -> None:
    wrong_text, number = changed(text, pattern, by)
    replayed = replay(wrong_text)
    assert replayed.wrong is not None
    assert (replayed.wrong.line, replayed.wrong.code) == (number, code), replayed.wrong
    assert replayed.wrong.detail


def test_an_illegal_play_is_refused_by_its_rule_and_the_last_good_state_is_kept() -> None:
    lines = RECORD.splitlines()
    plays = [at for at, line in enumerate(lines) if re.match(r"\d \w\w", line)]
    at = plays[9]
    good = replay("\n".join(lines[:at]))
    assert good.wrong is None
    assert good.state.turn is not None
    hand = good.state.position(good.state.turn).hand
    absent = card_text(cards_in(ALL_CARDS & ~hand)[0])
    replayed = replay("\n".join([*lines[:at], f"{good.state.turn} {absent}", *lines[at:]]))
    assert replayed.wrong is not None
    assert (replayed.wrong.line, replayed.wrong.code) == (at + 1, "card_not_in_hand")
    assert (replayed.state, replayed.events, replayed.lines) == (good.state, good.events, at)


@pytest.mark.parametrize("kept", [0, 1, 5, 13, 15, 16, 17])
def test_a_record_that_breaks_off_says_so_unless_it_rests_at_a_turn(kept: int) -> None:
    lines = RECORD.splitlines()[:kept]
    replayed = replay("\n".join(lines))
    assert (replayed.wrong is None) == (replayed.state.turn is not None or kept == 13)
    if replayed.wrong is not None:
        assert replayed.wrong.line == kept + 1


def test_a_deck_that_the_secret_does_not_give_is_found_out() -> None:
    game = played_match(7, first_to=11)
    other = played_match(8, first_to=11)
    mixed = [*game.events[:1], *other.events[1:]]
    replayed = replay(record_text(record_of(mixed)))
    assert replayed.wrong is not None
    assert replayed.wrong.code == "wrong_record"
    assert "secret" in replayed.wrong.detail


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "x",
        "[" * 100_000,
        "\0",
        "casino record 1\n" * 2,
        "0 Ac\n",
        "\ud800",
        "; nothing",
    ],
    ids=lambda text: repr(text[:12]),
)
def test_what_is_not_a_record_is_refused(text: str) -> None:
    with pytest.raises(Refusal):
        parse_record(text)
    assert replay(text).wrong is not None


def test_a_record_without_end_is_refused_unread() -> None:
    endless = "\n" * (LONGEST_RECORD + 1)
    wrong = replay(endless).wrong
    assert wrong is not None
    assert wrong.code == "malformed_record"


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_record_spoilt_anywhere_is_answered_by_a_refusal_or_a_state(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(RECORD) - 1))
    spoilt = RECORD[:at] + data.draw(st.text(max_size=3)) + RECORD[at + 1 :]
    replayed = replay(spoilt)
    assert replayed.state == fold(replayed.events)
    if replayed.wrong is not None:
        assert replayed.wrong.line <= spoilt.count("\n") + 2


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 2**32))
def test_a_diagram_reads_back_and_follows_the_match(seed: int) -> None:
    chance = Chance(seed)
    rules, seats = [("classic", 2), ("draw", 2), ("california", 6), ("royal", 4)][seed % 4]
    game = started(seats, rules, seed=chance.random.randbytes(32))
    for _ in range(60):
        seat, diagram = game.state.turn, diagram_of(game.state)
        assert seat is not None
        assert diagram is not None
        assert parse_diagram(diagram_text(diagram)) == diagram
        move = lively_move(game.state.position(seat), chance)
        assert move in legal_moves(diagram.position)
        after = diagram.after(move)
        game.do(PlayMove(seat, move))
        if after is None:
            assert game.state.sheets
            return
        assert after == diagram_of(game.state), move_text(move)


DIAGRAM = "classic 0 1 Ac9s/9dKh 4c5c[9=3h6d@1] -"


@pytest.mark.parametrize(
    ("old", "new", "code", "field"),
    [
        ("4c5c", "4c4c", "malformed_position", "table"),
        ("4c5c", "4cAc", "malformed_position", "table"),
        ("4c5c", "4c9", "malformed_position", "table"),
        ("3h6d", "3hKh", "malformed_position", "builds.cards"),
        ("3h6d", "3h7d", "malformed_position", "builds.cards"),
        ("[9=", "[9*=", "malformed_position", "builds.cards"),
        ("[9=", "[99=", "malformed_position", "builds.value"),
        ("[9=", "[[[", "malformed_position", "builds"),
        ("@1]", "@1][9=2c7c@1]", "malformed_position", "builds.value"),
        ("@1", "@7", "malformed_position", "builds.owner"),
        ("9dKh", "8dKh", "malformed_position", "builds.owner"),
        ("Ac9s", "AcAdAhAs2c2d2h2s3c", "malformed_position", "hands"),
        ("Ac9s", "Ac", "malformed_position", "hands"),
        ("Ac9s", "9sZz", "malformed_position", "hands"),
        ("0 1", "2 1", "malformed_position", "dealer"),
        ("0 1", "0 x", "malformed_position", "turn"),
        ("@1] -", "@1] QcQd", "malformed_position", "stock"),
        ("@1] -", "@1] Qx", "malformed_position", "stock"),
        (" -", "", "malformed_position", "diagram"),
        ("classic", "[" * 5000, "malformed_position", "diagram"),
        ("classic", "classic{[", "malformed_position", "ruleset"),
        ("classic", "classic{[}", "malformed_position", "overrides"),
        ("classic", 'classic{"first_to":0}', "bad_override", "first_to"),
        ("9dKh", "9dKh/QcQd/QhQs/JcJd", "bad_seats", "seats"),
    ],
)
def test_a_diagram_that_cannot_be_is_refused_with_its_field(
    old: str, new: str, code: str, field: str
) -> None:
    assert diagram_text(parse_diagram(DIAGRAM)) == DIAGRAM
    with pytest.raises(Refusal) as refused:
        parse_diagram(DIAGRAM.replace(old, new))
    assert (refused.value.code, refused.value.params["field"]) == (code, field)
