"""Times of turns, stated from outside: banks, time given back; who stays away, and comes back."""

from dataclasses import replace

import pytest

from engine import (
    ChargeClock,
    Clock,
    GiveTimeBack,
    MatchAbandoned,
    MatchFinished,
    PlayMove,
    Refusal,
    Resign,
    RunOutClock,
    TakeBack,
    Timeouts,
    decide,
    legal_moves,
    record_of,
    record_text,
    replay,
)
from tests.engine.builders import Game, started

BANK = Clock(30, 0, 60)
BOTH = Timeouts(3, "forfeit", both="lost")
FIRST = Timeouts(3, "forfeit")
BOT = Timeouts(2, "bot", "greedy", "lost")


def refusal_of(game: Game, command: object) -> str:
    with pytest.raises(Refusal) as refused:
        decide(game.state, command)  # type: ignore[arg-type]
    return refused.value.code


def on_turn(game: Game) -> int:
    assert game.state.turn is not None
    return game.state.turn


def play(game: Game) -> None:
    seat = on_turn(game)
    game.do(PlayMove(seat, next(iter(legal_moves(game.state.position(seat))))))


def test_what_a_turn_takes_beyond_its_time_comes_out_of_the_bank_but_for_the_lag() -> None:
    game = started(2, clock=BANK)
    seat = on_turn(game)
    assert game.state.bank_ms(seat) == 60_000
    (charged,) = game.do(ChargeClock(seat, 4000, 300))
    assert (charged.lag_ms, charged.bank_ms) == (300, 3700)
    assert game.state.bank_ms(seat) == 56_300
    (charged,) = game.do(ChargeClock(seat, 90_000, 0))
    assert (charged.bank_ms, game.state.bank_ms(seat)) == (56_300, 0)


def test_a_clock_that_ran_out_has_used_the_bank_up() -> None:
    game = started(2, clock=BANK)
    seat = on_turn(game)
    game.do(RunOutClock(seat))
    assert (game.state.bank_ms(seat), game.state.bank_ms(1 - seat)) == (0, 60_000)


def test_times_that_cannot_be_are_refused() -> None:
    game = started(2, clock=BANK)
    seat = on_turn(game)
    for wrong in (ChargeClock(seat, 0), ChargeClock(seat, 10, 11), ChargeClock(seat, 10, -1)):
        assert refusal_of(game, wrong) == "bad_time"
    assert refusal_of(game, ChargeClock(1 - seat, 10)) == "not_your_turn"
    assert refusal_of(game, GiveTimeBack(0, "restart")) == "bad_time"


def test_time_given_back_is_the_turns_own_and_ends_with_it() -> None:
    game = started(2)
    seat = on_turn(game)
    for _ in range(2):
        (given,) = game.do(GiveTimeBack(5000, "restart"))
        assert given.seat == seat
    assert game.state.given_ms == 10_000
    play(game)
    assert game.state.given_ms == 0


@pytest.mark.parametrize(("timeouts", "winner"), [(BOTH, None), (FIRST, 1)])
def test_where_both_stay_away_both_lose_whoever_is_looked_at_first(
    timeouts: Timeouts, winner: int | None
) -> None:
    game = started(2, timeouts=timeouts)
    first = on_turn(game)
    while game.state.status == "playing":
        ended = game.do(RunOutClock(on_turn(game)))[-1]
    assert isinstance(ended, MatchAbandoned if winner is None else MatchFinished)
    assert game.state.result is not None
    assert game.state.result.winner == (None if winner is None else 1 - first)
    assert replay(record_text(record_of(game.events))).wrong is None


def test_who_plays_on_alone_has_won() -> None:
    game = started(2, timeouts=BOTH)
    away = on_turn(game)
    while game.state.status == "playing":
        if on_turn(game) == away:
            ended = game.do(RunOutClock(away))[-1]
        else:
            play(game)
    assert isinstance(ended, MatchFinished)
    assert ended.winner == 1 - away


def test_a_seat_that_a_bot_got_by_the_clock_is_taken_back_and_can_win_again() -> None:
    game = started(3, timeouts=BOT, stand_in="greedy")
    away = on_turn(game)
    assert refusal_of(game, TakeBack(away)) == "nothing_to_take_back"
    while game.state.seats[away].bot is None:
        if on_turn(game) == away:
            game.do(RunOutClock(away))
        else:
            play(game)
    assert away not in game.state.contenders
    game.do(TakeBack(away))
    seat = game.state.seats[away]
    assert (seat.bot, seat.left, seat.left_at, seat.timeouts) == (None, None, 0, 0)
    assert away in game.state.contenders
    assert replay(record_text(record_of(game.events))).wrong is None


def test_a_seat_that_was_resigned_is_not_taken_back() -> None:
    game = started(3, timeouts=BOT, stand_in="greedy")
    game.do(Resign(0))
    assert refusal_of(game, TakeBack(0)) == "nothing_to_take_back"


def test_a_record_has_the_bank_and_who_loses_where_both_stay_away() -> None:
    for clock, timeouts in ((BANK, BOTH), (BANK, BOT), (replace(BANK, bank_seconds=0), FIRST)):
        game = started(2, clock=clock, timeouts=timeouts)
        header = replay(record_text(record_of(game.events))).events[0]
        assert (header.clock, header.timeouts) == (clock, timeouts)
