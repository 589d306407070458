"""The public record of a match has every card of its revealed deals and none of the others."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import (
    ALL_CARDS,
    RULESETS,
    Annul,
    CardPlayed,
    DealScored,
    Event,
    Forfeit,
    MatchCreated,
    PacketDealt,
    PlayMove,
    Resign,
    RunOutClock,
    Timeouts,
    cards_in,
    fold,
    to_fact,
)
from engine.record import (
    PublicFact,
    parse_record,
    record_of,
    record_of_public,
    record_text,
    replay,
    revealed_facts,
)
from tests.engine.builders import Chance, Game, lively_move, play_on, played_match, started


def public(events: list[Event]) -> list[PublicFact]:
    facts = [to_fact(event) for event in events]
    return [PublicFact(fact.type, fact.schema, fact.data) for fact in facts]


FORFEIT = Timeouts(2, "forfeit")
HANDED_OVER = Timeouts(2, "bot", "greedy")


def broken_off(
    seed: int, plays: int, rules: str = "classic", seats: int = 2, **dealing: Any
) -> Game:
    """A match in play: its last deal is not scored."""
    chance = Chance(seed)
    dealing = {"timeouts": FORFEIT, "reveal": "scored"} | dealing
    game = started(seats, rules, seed=chance.random.randbytes(32), **dealing)
    for _ in range(plays):
        seat = game.state.turn
        if seat is None:
            break
        game.do(PlayMove(seat, lively_move(game.state.position(seat), chance)))
    return game


@pytest.mark.parametrize("key", RULESETS)
def test_a_finished_match_reveals_every_fact(key: str) -> None:
    events = played_match(3, RULESETS[key].players[-1], key).events
    revealed = revealed_facts(public(events))
    assert [each.event for each in revealed][1:] == events[1:]
    assert isinstance(revealed[0].event, MatchCreated)
    assert revealed[-1].state == fold(event for event in (each.event for each in revealed) if event)
    assert record_text(record_of_public(public(events))) == record_text(record_of(events))


@pytest.mark.parametrize("key", RULESETS)
@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 2**32), plays=st.integers(0, 120))
def test_a_deal_in_play_reveals_nothing(key: str, seed: int, plays: int) -> None:
    game = broken_off(seed, plays, key, RULESETS[key].players[-1])
    text = record_text(record_of_public(public(game.events)))
    replayed = replay(text)
    assert replayed.wrong is None
    assert replayed.state.sheets == game.state.sheets
    if game.state.result is None:
        assert text.endswith(" untold\n")
        assert text.count("hands") == sum(
            event.deal <= len(game.state.sheets)
            for event in game.events
            if isinstance(event, PacketDealt)
        )
    for each, event in zip(revealed_facts(public(game.events)), game.events, strict=True):
        if each.event != event and not isinstance(event, MatchCreated):
            assert each.event is None
            assert each.state is None


@pytest.mark.parametrize("seat", [0, 1])
def test_a_match_lost_in_an_unrevealed_deal_says_how(seat: int) -> None:
    game = broken_off(9, 30)
    game.do(Resign(seat))
    text = record_text(record_of_public(public(game.events)))
    assert f"untold\n{seat} resigns\nresult {1 - seat} resigned " in text
    assert replay(text).wrong is None
    assert replay(text).state.result == game.state.result
    assert record_text(parse_record(text)) == text


def test_a_match_lost_on_time_in_an_unrevealed_deal_says_so() -> None:
    game = broken_off(9, 31)
    while (seat := game.state.turn) is not None:
        if seat:
            game.do(PlayMove(seat, lively_move(game.state.position(seat), Chance(1))))
        else:
            game.do(RunOutClock(seat))
    text = record_text(record_of_public(public(game.events)))
    assert "untold\n0 timeout 2\nresult 1 timeouts " in text
    assert replay(text).wrong is None
    assert replay(text).state.result == game.state.result


UNTOLD = """casino record 1
match "m"
ruleset classic
timeouts 2 forfeit
player 0 "ann"
player 1 "ben"
dealer 0

deal 1 dealer 0 untold
1 timeout 2
result 0 timeouts 0 0
"""


@pytest.mark.parametrize(
    ("old", "new", "line", "code"),
    [
        ("deal 1 dealer 0 untold", "deal 1 dealer 1 untold", 9, "wrong_record"),
        ("deal 1 dealer 0 untold", "deal 2 dealer 0 untold", 9, "wrong_record"),
        ("deal 1 dealer 0 untold\n", "deal 1 dealer 0 untold\n" * 2, 10, "wrong_record"),
        ("1 timeout 2", "1 timeout 1", 10, "wrong_record"),
        ("1 timeout 2", "7 timeout 2", 10, "no_such_seat"),
        ("1 timeout 2", "1 2c", 10, "not_your_turn"),
        ("2 forfeit", "2 bot greedy", 11, "wrong_record"),
        ("result 0 timeouts 0 0", "result 1 timeouts 0 0", 11, "wrong_record"),
        ("result 0 timeouts 0 0", "", 11, "wrong_record"),
        ("result 0 timeouts 0 0", "result 0 timeouts 0 0\n1 timeout 2", 12, "wrong_record"),
    ],
)
def test_only_the_end_of_a_match_may_follow_an_unrevealed_deal(
    old: str, new: str, line: int, code: str
) -> None:
    assert replay(UNTOLD).wrong is None
    wrong = replay(UNTOLD.replace(old, new)).wrong
    assert wrong is not None
    assert (wrong.line, wrong.code) == (line, code)


def test_a_deal_that_was_broken_off_is_recorded_where_its_secret_is_revealed() -> None:
    for command in (Resign(0), Forfeit(1), Annul("the wrong table")):
        game = broken_off(9, 30, reveal="all")
        game.do(command)
        revealed = revealed_facts(public(game.events))
        assert [each.event for each in revealed][1:] == game.events[1:]
        text = record_text(record_of_public(public(game.events)))
        assert "untold" not in text
        assert replay(text).wrong is None
        assert replay(text).state.result == game.state.result


def test_an_annulled_match_may_leave_its_last_deal_unrevealed() -> None:
    game = broken_off(9, 30)
    game.do(Annul("the wrong table"))
    text = record_text(record_of_public(public(game.events)))
    assert text.endswith(' untold\nannulled "the wrong table"\n')
    assert replay(text).wrong is None
    assert replay(text).state.result == game.state.result


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**32), plays=st.integers(0, 150), dealt=st.sampled_from(["all", None]))
def test_the_second_deal_of_a_mirrored_pair_is_revealed_when_it_is_scored(
    seed: int, plays: int, dealt: str | None
) -> None:
    dealing = {"board": "hall/1"} if dealt is None else {"reveal": dealt}
    game = broken_off(seed, plays, mirrored=True, **dealing)
    facts = public(game.events)
    text = record_text(record_of_public(facts))
    assert replay(text).wrong is None
    events = [each.event for each in revealed_facts(facts) if each.state is not None]
    assert events[1:] == game.events[1 : len(events)]
    if dealt and game.state.result is None:
        assert replay(text).state.sheets == game.state.sheets
    if dealt is None:
        assert "\ndeal 1 dealer" in text
        assert " hands " not in text


def on_board(seats: int, *left: int) -> Game:
    """A table at a board, of which some leave in its second deal, played to its end."""
    game = broken_off(4, 60, seats=seats, board="hall/1", stand_in="greedy")
    for seat in left:
        game.do(Resign(seat) if seat else Forfeit(seat))
    return play_on(game, Chance(3))


@pytest.mark.parametrize("left", [(), (0,), (2,), (2, 0), (1, 2)])
def test_a_match_on_a_board_records_only_who_left_and_the_result(left: tuple[int, ...]) -> None:
    game = on_board(3, *left)
    text = record_text(record_of_public(public(game.events)))
    assert "\nsecret " not in text
    assert "untold\n" in text
    replayed = replay(text)
    assert replayed.wrong is None
    assert replayed.state.result == game.state.result
    assert [bool(seat.left) for seat in replayed.state.seats] == [seat in left for seat in range(3)]
    assert record_text(parse_record(text)) == text


@pytest.mark.parametrize("left", [(), (2, 0)])
def test_a_result_on_a_board_names_the_side_that_its_totals_make_the_winner(
    left: tuple[int, ...],
) -> None:
    text = record_text(record_of_public(public(on_board(3, *left).events)))
    start, _, result = text.rpartition("result ")
    winner, reason, *scores = result.split()
    for false in (
        f"{(int(winner) + 1) % 3} {reason} {' '.join(scores)}",
        f"{winner} {reason} 1",
        f"9 {reason} {' '.join(scores)}",
        f"{winner} timeouts {' '.join(scores)}",
    ):
        wrong = replay(f"{start}result {false}\n").wrong
        assert wrong is not None
        assert (wrong.line, wrong.code) == (text.count("\n"), "wrong_record")


def test_time_that_ran_out_in_an_unrevealed_deal_hands_the_seat_to_the_bot_of_the_match() -> None:
    game = broken_off(4, 60, seats=3, board="hall/1", stand_in="greedy", timeouts=HANDED_OVER)
    while game.state.seats[1].left is None:
        seat = game.state.turn
        assert seat is not None
        if seat == 1:
            game.do(RunOutClock(seat))
        else:
            game.do(PlayMove(seat, lively_move(game.state.position(seat), Chance(1))))
    play_on(game, Chance(3))
    text = record_text(record_of_public(public(game.events)))
    assert "untold\n1 timeout 2\n1 bot greedy\nresult " in text
    assert replay(text).wrong is None
    assert replay(text).state.result == game.state.result


def test_a_match_that_every_player_has_left_can_still_be_lost() -> None:
    text = UNTOLD.replace("player 0", "stand-in greedy\nplayer 0")
    given_up = "1 bot greedy\n0 resigns\nresult 1 resigned 0 0"
    replayed = replay(text.replace("1 timeout 2\nresult 0 timeouts 0 0", given_up))
    assert replayed.wrong is None


def test_each_fact_of_a_replayed_record_has_its_line() -> None:
    text = record_text(record_of(played_match(7, first_to=11).events))
    lines, replayed = text.split("\n"), replay(text)
    assert len(replayed.line_of_event) == len(replayed.events)
    for event, at in zip(replayed.events, replayed.line_of_event, strict=True):
        if isinstance(event, CardPlayed):
            assert lines[at - 1].startswith(f"{event.seat} ")
        if isinstance(event, DealScored):
            assert lines[at - 1].startswith("score ")


def test_every_card_of_a_revealed_deal_is_recorded_once() -> None:
    events = [each.event for each in revealed_facts(public(played_match(5, first_to=1).events))]
    dealt = [event for event in events if isinstance(event, PacketDealt) and event.deal == 1]
    cards = [card for each in dealt for hand in each.hands for card in cards_in(hand)]
    assert sorted(cards + cards_in(dealt[0].table)) == cards_in(ALL_CARDS)
