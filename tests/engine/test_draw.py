"""The ruleset draw (R20): hands are filled from the stock, a card a play."""

from collections import Counter

import pytest

from engine import (
    CardDrawn,
    CardPlayed,
    PacketDealt,
    PlayMove,
    RunOutClock,
    Trail,
    cards_in,
    observe,
    observe_event,
    view_json,
)
from tests.engine.builders import Game, played_match, started


@pytest.mark.parametrize(("key", "seats"), [("draw", 2), ("classic", 3), ("royal", 4)])
def test_after_each_play_a_card_is_drawn_until_the_stock_is_empty(key: str, seats: int) -> None:
    game = played_match(5, seats, key, draws=True)
    deals = len(game.state.sheets)
    kinds = Counter(event.type for event in game.events)
    assert kinds["packet_dealt"] == deals
    assert kinds["card_drawn"] == deals * (48 - 4 * seats)
    assert kinds["card_played"] == deals * 48
    for before, after in zip(game.events, game.events[1:], strict=False):
        if isinstance(after, CardDrawn):
            assert isinstance(before, CardPlayed)
            assert (before.seat, before.turn) == (after.seat, (after.seat + 1) % seats)


def test_the_top_card_of_the_stock_is_drawn_by_who_has_played() -> None:
    game = started(rules="draw")
    deal, seat = game.state.deal, game.state.turn
    assert deal is not None
    assert seat is not None
    card = cards_in(deal.hands[seat])[0]
    _, drawn = game.do(PlayMove(seat, Trail(card)))
    assert drawn == CardDrawn(seat, 39, deal.stock[0])
    after = game.state.deal
    assert after is not None
    assert after.hands[seat] == deal.hands[seat] & ~(1 << card) | 1 << deal.stock[0]
    assert (after.stock, after.turn) == (deal.stock[1:], 1 - seat)
    # The turn was opened by the play: a move that answers to either fact is not stale.
    assert game.state.turn_since == game.state.version - 1


def test_only_who_draws_sees_the_card() -> None:
    drawn = CardDrawn(1, 39, 5)
    assert observe_event(drawn, 1) == {"seat": 1, "stock": 39, "card": "2d"}
    for other in (None, 0):
        assert observe_event(drawn, other) == {"seat": 1, "stock": 39}


def test_the_last_card_drawn_is_announced_and_the_view_says_so() -> None:
    game = started(rules="draw")
    seen = []
    while not game.state.sheets:
        seat = game.state.turn
        assert seat is not None
        deal = view_json(observe(game.state, None))["deal"]
        assert isinstance(deal, dict)
        assert (deal["packet"], deal["packets"]) == (1, 1)
        assert deal["last"] == (deal["stock"] == 0)
        seen.append(deal["stock"])
        game.do(RunOutClock(seat) if len(seen) == 2 else PlayMove(seat, first_trail(game, seat)))
    assert seen == [*range(40, 0, -1), *[0] * 8]
    assert not next(event for event in game.events if isinstance(event, PacketDealt)).last


def first_trail(game: Game, seat: int) -> Trail:
    return Trail(cards_in(game.state.position(seat).hand)[0])
