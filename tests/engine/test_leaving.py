"""Players leave: what becomes of the seat, and what a deal that is broken off reveals."""

import pytest

from engine import (
    NEW,
    Annul,
    CreateMatch,
    DealScored,
    Forfeit,
    HandOver,
    MakeCut,
    MatchAnnulled,
    MatchFinished,
    PlayMove,
    Refusal,
    Resign,
    RunOutClock,
    TakeSeat,
    Timeouts,
    decide,
    default_move,
    fold,
    secret_of_deal,
    spare_cut,
)
from engine.record import record_of, record_text, replay
from tests.engine.builders import SEED, Chance, Game, play_on, started, waiting

BOT = Timeouts(2, "bot", "greedy")


def table_of(seats: int) -> Game:
    return started(seats, overrides={"partnership": False}, timeouts=BOT, stand_in="greedy")


def types_of(game: Game, command: object) -> list[str]:
    return [event.type for event in game.do(command)]


def refusal_of(game: Game, command: object) -> str:
    with pytest.raises(Refusal) as refused:
        decide(game.state, command)  # type: ignore[arg-type]
    return refused.value.code


def test_at_a_table_of_three_a_bot_plays_on_for_who_resigns() -> None:
    game = table_of(3)
    assert types_of(game, Resign(1)) == ["seat_resigned", "seat_handed_over"]
    seat = game.state.seats[1]
    assert (seat.bot, seat.left, seat.left_at) == ("greedy", "resigned", game.state.version - 1)
    assert game.state.status == "playing"
    assert game.state.contenders == (0, 2)


def test_when_one_side_is_left_it_has_won() -> None:
    game = table_of(3)
    game.do(Resign(1))
    resigned, finished = game.do(Resign(0))
    assert resigned.type == "seat_resigned"
    assert isinstance(finished, MatchFinished)
    assert (finished.winner, finished.reason) == (2, "resigned")


def test_at_a_table_of_two_sides_who_resigns_loses_the_match_for_the_side() -> None:
    game = started(4, stand_in="greedy")
    assert game.do(Resign(3))[-1].type == "match_finished"
    assert game.state.result is not None
    assert (game.state.result.winner, game.state.contenders) == (0, (0,))


def test_out_of_time_too_often_a_seat_is_left_to_the_bot_or_the_match_is_over() -> None:
    game = table_of(3)
    leavers = list[int]()
    while game.state.status == "playing":
        assert game.state.turn is not None
        seat = game.state.seats[game.state.turn]
        if seat.bot is None:
            game.do(RunOutClock(game.state.turn))
        else:
            game.do(PlayMove(game.state.turn, default_move(game.state.position(game.state.turn))))
        leavers = [number for number, seat in enumerate(game.state.seats) if seat.left]
    assert len(leavers) == 2
    assert game.state.result is not None
    assert game.state.result.reason == "timeouts"
    assert game.state.result.winner not in leavers


def test_a_stand_in_neither_wins_nor_ends_the_match() -> None:
    game = started(3, overrides={"first_to": 5}, timeouts=BOT, stand_in="greedy")
    game.do(Resign(2))
    play_on(game, Chance(3), ["random", "random", "greedy"])
    assert game.state.result is not None
    assert game.state.scores[2] >= 5
    assert game.state.result.winner != 2
    reached = [s for s in game.state.sheets if s.scores[2] >= 5 > max(s.scores[:2])]
    assert reached, "the stand-in came first to the target"


def test_who_has_left_cannot_leave_again() -> None:
    game = table_of(4)
    game.do(Resign(1))
    assert refusal_of(game, Resign(1)) == "seat_left"
    assert refusal_of(game, Forfeit(1)) == "seat_left"


def test_a_forfeited_seat_loses_as_if_it_had_resigned() -> None:
    game = started()
    assert types_of(game, Forfeit(0)) == ["seat_forfeited", "match_finished"]
    assert game.state.result is not None
    assert (game.state.result.winner, game.state.result.reason) == (1, "forfeited")
    assert game.state.seats[0].left == "forfeited"


def test_a_seat_can_be_forfeited_before_the_cards_are_cut() -> None:
    game = waiting(stand_in="greedy")
    assert refusal_of(game, Forfeit(0)) == "seat_empty"
    game.do(TakeSeat(0, "ann", None))
    finished = game.do(Forfeit(0))[-1]
    assert finished == MatchFinished(1, "forfeited", (0, 0), None)


def test_an_annulled_match_has_no_winner_and_takes_no_more_commands() -> None:
    for game in (waiting(), started()):
        game.do(Annul("the wrong players"))
        assert game.state.status == "finished"
        assert game.state.turn is None
        assert game.state.result is not None
        assert (game.state.result.winner, game.state.result.reason) == (None, "annulled")
        for command in (Annul("again"), Resign(0), Forfeit(0), MakeCut(0, bytes(16), "player")):
            assert refusal_of(game, command) == "match_finished"


@pytest.mark.parametrize("command", [Annul("why"), Forfeit(0)])
def test_what_was_never_created_is_not_ended(command: object) -> None:
    with pytest.raises(Refusal) as refused:
        decide(NEW, command)  # type: ignore[arg-type]
    assert refused.value.code == "match_not_playing"


@pytest.mark.parametrize("command", [Resign(0), Forfeit(1), Annul("rain")])
def test_the_secret_of_a_deal_that_is_broken_off_is_revealed(command: object) -> None:
    game = started(seed=SEED)
    last = game.do(command)[-1]
    assert isinstance(last, MatchFinished | MatchAnnulled)
    assert last.secret == secret_of_deal(SEED, 1)
    assert game.state.result is not None
    assert game.state.result.secret == last.secret


def test_a_match_that_was_scored_to_its_end_has_no_further_secret() -> None:
    finished = play_on(started(), Chance(1)).events[-1]
    assert isinstance(finished, MatchFinished)
    assert finished.secret is None


def test_a_match_created_before_keeps_the_secret_of_its_last_deal() -> None:
    last = started(reveal="scored").do(Resign(0))[-1]
    assert isinstance(last, MatchFinished)
    assert last.secret is None


def test_whether_a_player_came_is_known() -> None:
    game = waiting(3)
    for seat, bot in enumerate((None, None, "greedy")):
        game.do(TakeSeat(seat, f"player-{seat}", bot))
    assert [seat.came for seat in game.state.seats] == [False, False, True]
    for seat, by in enumerate(("absent", "player", "bot")):
        game.do(MakeCut(seat, spare_cut(SEED, "match-1", seat), by))
    assert [seat.came for seat in game.state.seats] == [False, True, True]
    while game.state.turn != 0:
        assert game.state.turn is not None
        game.do(PlayMove(game.state.turn, default_move(game.state.position(game.state.turn))))
    game.do(RunOutClock(0))
    assert not game.state.seats[0].came
    while game.state.turn != 0:
        assert game.state.turn is not None
        game.do(PlayMove(game.state.turn, default_move(game.state.position(game.state.turn))))
    game.do(PlayMove(0, default_move(game.state.position(0))))
    assert game.state.seats[0].came


def test_a_bot_that_plays_on_does_not_make_its_player_come() -> None:
    game = waiting()
    for seat in range(2):
        game.do(TakeSeat(seat, f"player-{seat}", None))
    game.do(HandOver(0, "greedy"))
    for seat in range(2):
        game.do(MakeCut(seat, spare_cut(SEED, "match-1", seat), "absent"))
    play_on(game, Chance(1), ["greedy"])
    assert (game.state.seats[0].came, game.state.seats[0].left) == (False, "handed_over")


@pytest.mark.parametrize("last", [Resign(0), Forfeit(1), Annul('a "good" reason: ♠')])
@pytest.mark.parametrize("reveal", ["scored", "all"])
def test_every_end_is_recorded_and_judged(last: object, reveal: str) -> None:
    game = started(4, overrides={"partnership": False}, stand_in="greedy")
    if reveal == "scored":
        game = started(reveal=reveal)
    else:
        game.do(Resign(3))
        game.do(Forfeit(2))
    while len(game.state.sheets) < 1 and game.state.turn is not None:
        game.do(PlayMove(game.state.turn, default_move(game.state.position(game.state.turn))))
    game.do(last)
    text = record_text(record_of(game.events))
    replayed = replay(text)
    assert replayed.wrong is None
    assert replayed.events[1:] == tuple(game.events[1:])
    assert replayed.state.result == game.state.result == fold(game.events).result
    secrets = [line for line in text.splitlines() if line.startswith("secret ")]
    assert len(secrets) == (2 if reveal == "all" else 1)


def test_a_false_secret_of_a_broken_off_deal_is_found_out() -> None:
    game = started()
    game.do(Resign(0))
    text = record_text(record_of(game.events))
    secret = next(line for line in text.splitlines() if line.startswith("secret "))
    replayed = replay(text.replace(secret, "secret " + "00" * 32))
    assert replayed.wrong is not None
    assert "does not fit" in replayed.wrong.detail


def test_scored_deals_reveal_their_secrets_as_before() -> None:
    scored = [e for e in play_on(started(), Chance(1)).events if isinstance(e, DealScored)]
    assert [e.secret for e in scored] == [secret_of_deal(SEED, e.deal) for e in scored]


def test_a_stand_in_has_a_key() -> None:
    with pytest.raises(Refusal) as refused:
        decide(NEW, CreateMatch("m", "classic", {}, 2, SEED, BOT, stand_in=""))
    assert refused.value.code == "bad_bot"
