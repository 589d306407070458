"""What a bot knows: all that was public, and no hidden card."""

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings

from engine import (
    ALL_CARDS,
    Knowledge,
    MatchState,
    PlayMove,
    fold,
    know,
    observe,
    view_json,
)
from tests.engine.builders import Chance, lively_move, started
from tests.engine.test_two_worlds import Kind, kinds, seeds, two


@settings(max_examples=30, deadline=None)
@given(kinds, seeds)
def test_two_worlds_that_differ_in_hidden_cards_alone_are_known_alike(
    kind: Kind, seed: int
) -> None:
    world, other, viewer = two(kind, seed)
    assert world.then.deal != other.then.deal
    for one, another in ((world.now, other.now), (world.then, other.then)):
        assert know(one, viewer) == know(another, viewer)
        assert know(one, viewer).hidden == know(another, viewer).hidden


def test_knowledge_that_tells_too_much_is_found_out() -> None:
    """The negative control: a pile with a card of the stock, a play with another hand's card."""

    def with_stock(state: MatchState, viewer: int | None) -> Knowledge:
        assert state.deal is not None
        found = know(state, viewer)
        return replace(found, piles=(*found.piles[1:], found.piles[0] | 1 << state.deal.stock[0]))

    pairs = [two(("classic", 2, {}), seed) for seed in range(5)]
    assert any(with_stock(a.now, viewer) != with_stock(b.now, viewer) for a, b, viewer in pairs)


@pytest.mark.parametrize(("rules", "seats"), [("classic", 2), ("royal", 4), ("draw", 2)])
def test_a_bot_remembers_every_play_of_the_packet_and_every_card_taken(
    rules: str, seats: int
) -> None:
    chance, game = Chance(3), started(seats, rules)
    plays, taken = list[tuple[int, object, object]](), [0] * len(game.state.scores)
    packet = 1
    while game.state.turn is not None and not game.state.sheets:
        assert game.state.deal is not None
        seat, deal = game.state.turn, game.state.deal
        if deal.packet != packet:
            packet, plays = deal.packet, []
        found = know(game.state, seat)
        assert [(play.seat, play.move, play.table) for play in found.plays] == plays
        assert list(found.piles) == taken
        others = sum(hand for number, hand in enumerate(deal.hands) if number != seat)
        stock = sum(1 << card for card in deal.stock)
        assert found.hidden == others | stock
        move = lively_move(game.state.position(seat), chance)
        plays.append((seat, move, deal.table))
        event = game.do(PlayMove(seat, move))[0]
        taken[game.state.sides[seat]] |= event.captured  # type: ignore[union-attr]


def test_who_looks_on_knows_no_hand_and_before_the_deal_nothing_is_known() -> None:
    state = started().state
    assert state.deal is not None
    assert know(state, None).hidden == ALL_CARDS & ~state.deal.table.cards
    assert know(fold([]), None).hidden == ALL_CARDS


def test_what_a_bot_remembers_stands_on_no_page() -> None:
    """A page of another seat is the same, whatever lies in the piles."""
    chance, game = Chance(4), started()
    while not any(game.state.deal.piles):  # type: ignore[union-attr]
        assert game.state.turn is not None
        game.do(
            PlayMove(game.state.turn, lively_move(game.state.position(game.state.turn), chance))
        )
    deal = game.state.deal
    assert deal is not None
    mixed: Any = random.Random(1).sample(range(52), sum(deal.piles).bit_count())
    other = replace(
        game.state,
        deal=replace(
            deal,
            plays=(),
            piles=tuple(
                sum(1 << card for card in mixed[: pile.bit_count()]) for pile in deal.piles
            ),
        ),
    )
    assert know(other, 0) != know(game.state, 0)
    assert view_json(observe(other, 0)) == view_json(observe(game.state, 0))
