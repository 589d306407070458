"""No viewer can tell apart two worlds that differ only in cards hidden from them."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.errors import UnsatisfiedAssumption

from engine import (
    BOTS,
    Capture,
    Event,
    MatchState,
    Observation,
    PlayMove,
    Refusal,
    Trail,
    cards_in,
    decide,
    know,
    observe,
    observe_event,
    view_json,
)
from tests.engine.builders import FEW, Chance
from tests.engine.test_match_properties import KINDS
from tests.engine.two_worlds import World, another_world, some_world, table_of, unseen

Kind = tuple[str, int, dict[str, object]]
Seen = list[object]
Observe = Callable[[MatchState, int | None], Observation]
ObserveEvent = Callable[[Event, int | None], dict[str, object]]
kinds = st.sampled_from(KINDS)
seeds = st.integers(0, 2**32)


def two(kind: Kind, seed: int, *, at_turn: bool = False) -> tuple[World, World, int | None]:
    """Two worlds, and the viewer who cannot tell them apart: the seat to play, or anyone."""
    rules, seats, overrides = kind
    world, chance = some_world(table_of(rules, seats, overrides), seed), random.Random(seed)
    viewer = world.then.turn if at_turn else chance.choice([None, *range(seats)])
    other = another_world(world, viewer, chance)
    if other is None:
        raise UnsatisfiedAssumption
    return world, other, viewer


def seen(
    world: World,
    viewer: int | None,
    observing: Observe = observe,
    observing_event: ObserveEvent = observe_event,
) -> Seen:
    states = [observing(state, viewer) for state in (world.now, world.then)]
    facts = [observing_event(event, viewer) for event in (*world.past, *world.future)]
    return [*states, *(view_json(state) for state in states), *facts]


def refused(world: World, viewer: int) -> Seen:
    """The refusals of a viewer who tries to play a hidden card, or to take it."""
    deal = world.then.deal
    assert deal is not None
    own = cards_in(deal.hands[viewer])[0]
    refusals: Seen = []
    for card in sorted(card for part in unseen(deal, viewer) for card in part):
        for move in (Trail(card), Capture(card, deal.table.loose), Capture(own, 1 << card)):
            with pytest.raises(Refusal) as caught:
                decide(world.then, PlayMove(viewer, move))
            refusals.append((move, caught.value.code, caught.value.params))
    return refusals


@settings(max_examples=50, deadline=None)
@given(kinds, seeds)
def test_a_viewer_sees_the_same_of_two_worlds_and_is_refused_alike(kind: Kind, seed: int) -> None:
    world, other, viewer = two(kind, seed)
    assert world.then.deal != other.then.deal
    assert seen(world, viewer) == seen(other, viewer)
    if viewer is not None:
        assert refused(world, viewer) == refused(other, viewer)


@settings(max_examples=30, deadline=None)
@given(kinds, seeds)
def test_who_is_to_play_is_refused_alike_and_a_bot_chooses_alike(kind: Kind, seed: int) -> None:
    world, other, viewer = two(kind, seed, at_turn=True)
    assert viewer is not None
    assert refused(world, viewer) == refused(other, viewer)
    for bot in BOTS.values():
        chosen, again = (
            bot.choose(know(one.then, viewer), Chance(seed), FEW) for one in (world, other)
        )
        assert chosen == again


def test_an_observer_that_tells_too_much_is_found_out() -> None:
    """The negative control: each of these leaks one hidden thing, and the check finds it."""

    def others_cards(state: MatchState, viewer: int | None) -> Observation:
        observation = observe(state, viewer)
        assert observation.deal is not None
        assert state.deal is not None
        return replace(observation, deal=replace(observation.deal, hand=max(state.deal.hands)))

    def next_card(state: MatchState, viewer: int | None) -> Observation:
        observation = observe(state, viewer)
        assert observation.deal is not None
        assert state.deal is not None
        return replace(observation, deal=replace(observation.deal, stock=state.deal.stock[0]))

    def seed_of_the_match(state: MatchState, viewer: int | None) -> Observation:
        return replace(observe(state, viewer), commitment=state.seed)

    def everything(event: Event, viewer: int | None) -> dict[str, object]:
        return {"event": event}

    pairs = [two(KINDS[0], seed) for seed in range(5)]
    for leaking in (others_cards, next_card, seed_of_the_match):
        assert any(seen(a, viewer, leaking) != seen(b, viewer, leaking) for a, b, viewer in pairs)
    assert all(
        seen(a, viewer, observing_event=everything) != seen(b, viewer, observing_event=everything)
        for a, b, viewer in pairs
    )
