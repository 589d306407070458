"""Duplicate dealing and mirrored matches: the same decks for many, the same deck for both sides."""

import pytest

from engine import (
    NEW,
    Annul,
    CreateMatch,
    DealScored,
    DealStarted,
    MakeCut,
    PacketDealt,
    Refusal,
    Resign,
    TakeSeat,
    Timeouts,
    board_deck,
    decide,
    first_board_dealer,
    secret_of_deal,
    shuffled_deck,
    to_fact,
)
from engine.record import record_of, record_text, replay
from tests.engine.builders import SEED, Chance, Game, play_on, started

BOARD = "friday-night/1/2"
FORFEIT = Timeouts(3, "forfeit")


def decks(game: Game) -> list[tuple[int, ...]]:
    return [event.deck for event in game.events if isinstance(event, DealStarted)]


def dealers(game: Game) -> list[int]:
    return [event.dealer for event in game.events if isinstance(event, DealStarted)]


def on_board(name: str, cuts: bytes, board: str = BOARD, seats: int = 2) -> Game:
    game = Game()
    game.do(CreateMatch(name, "classic", {}, seats, SEED, FORFEIT, board=board))
    for seat in range(seats):
        game.do(TakeSeat(seat, f"{name}-{seat}"))
    for seat in range(seats):
        game.do(MakeCut(seat, cuts, "player"))
    return game


def test_all_matches_on_a_board_have_the_same_decks_and_first_dealer() -> None:
    one = play_on(on_board("m", b"0" * 16), Chance(1))
    other = play_on(on_board("n", b"1" * 16), Chance(2))
    both = min(len(decks(one)), len(decks(other)))
    assert both > 1
    assert decks(one)[:both] == decks(other)[:both]
    assert dealers(one)[:both] == dealers(other)[:both]
    assert decks(one)[0] == board_deck(secret_of_deal(SEED, 1), BOARD, 1)
    assert dealers(one)[0] == first_board_dealer(secret_of_deal(SEED, 1), BOARD, 2)


def test_another_board_or_secret_or_deal_gives_another_deck() -> None:
    key = secret_of_deal(SEED, 1)
    made = {
        board_deck(key, BOARD, 1),
        board_deck(key, BOARD, 2),
        board_deck(key, BOARD + "0", 1),
        board_deck(bytes(32), BOARD, 1),
        shuffled_deck(key, BOARD, 1, []),
    }
    assert len(made) == 5


def test_every_seat_may_be_the_first_dealer_on_a_board() -> None:
    drawn = {first_board_dealer(bytes([n]) * 32, BOARD, 3) for n in range(60)}
    assert drawn == {0, 1, 2}


def test_a_match_on_a_board_reveals_no_secret() -> None:
    game = play_on(on_board("m", bytes(16)), Chance(1))
    assert all(event.secret is None for event in game.events if isinstance(event, DealScored))
    public = str([to_fact(event).data for event in game.events])
    assert not any(secret_of_deal(SEED, deal).hex() in public for deal in range(1, 30))


@pytest.mark.parametrize("command", [Resign(0), Annul("rain")])
def test_a_deal_broken_off_on_a_board_stays_sealed(command: object) -> None:
    game = on_board("m", bytes(16))
    assert to_fact(game.do(command)[-1]).data["secret"] is None


def hands(game: Game, deal: int) -> list[tuple[int, ...]]:
    return [e.hands for e in game.events if isinstance(e, PacketDealt) and e.deal == deal]


@pytest.mark.parametrize("board", [None, BOARD])
def test_a_mirrored_match_deals_each_deck_twice_with_the_hands_exchanged(board: str | None) -> None:
    game = play_on(started(mirrored=True, board=board), Chance(4))
    assert game.state.result is not None
    assert len(game.state.sheets) % 2 == 0
    played = decks(game)
    assert played[0::2] == played[1::2]
    assert len(set(played)) == len(played) // 2
    for deal in range(1, len(played), 2):
        first, second = hands(game, deal), hands(game, deal + 1)
        assert [(two, one) for one, two in first] == second


def test_partners_can_play_a_mirrored_match() -> None:
    game = play_on(started(4, mirrored=True), Chance(1))
    first, second = hands(game, 1), hands(game, 2)
    assert [(h[3], h[0], h[1], h[2]) for h in first] == second


@pytest.mark.parametrize(
    ("command", "code", "field"),
    [
        (
            CreateMatch("m", "classic", {}, 3, SEED, FORFEIT, mirrored=True),
            "bad_dealing",
            "mirrored",
        ),
        (CreateMatch("m", "classic", {}, 2, SEED, FORFEIT, board=""), "bad_dealing", "board"),
        (
            CreateMatch("m", "classic", {}, 2, SEED, FORFEIT, board="b" * 129),
            "bad_dealing",
            "board",
        ),
    ],
)
def test_dealing_that_cannot_be_is_refused(command: CreateMatch, code: str, field: str) -> None:
    with pytest.raises(Refusal) as refused:
        decide(NEW, command)
    assert (refused.value.code, refused.value.params) == (code, {"field": field})


@pytest.mark.parametrize("dealing", [{"mirrored": True}, {"board": BOARD}])
def test_such_matches_are_recorded_and_judged(dealing: dict[str, object]) -> None:
    game = play_on(started(overrides={"first_to": 5}, **dealing), Chance(3))
    text = record_text(record_of(game.events))
    replayed = replay(text)
    assert replayed.wrong is None
    assert replayed.events[1:] == tuple(game.events[1:])
    assert ("secret" in text) is ("mirrored" in dealing)


def test_a_mirrored_deck_that_is_another_is_found_out() -> None:
    game = play_on(started(mirrored=True), Chance(3))
    text = record_text(record_of(game.events)).replace("mirrored\n", "")
    replayed = replay(text)
    assert replayed.wrong is not None
    assert replayed.wrong.detail.endswith("the secret gives another deck.")
