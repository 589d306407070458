"""What holds at every moment of every match, of every ruleset and number of players."""

import json
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import (
    ALL_CARDS,
    NEW,
    RULESETS,
    CardDrawn,
    CardPlayed,
    DealScored,
    Event,
    MatchState,
    PacketDealt,
    PlayMove,
    Trail,
    card_set,
    default_move,
    evolve,
    fold,
    from_fact,
    judge,
    legal_moves,
    move_text,
    observe,
    observe_event,
    parse_move,
    to_fact,
    view_json,
)
from engine.match.state import Deal
from tests.engine.builders import Chance, Game, lively_move, played_match, started

KINDS = [
    (key, seats, overrides)
    for key, rules in RULESETS.items()
    for seats in rules.players
    for overrides in ({}, {"partnership": not rules.partnership})
    if seats == 4 or not overrides
]
KINDS += [
    ("classic", 2, {"deal_order": "singly", "first_to": 11, "sweep_points": 2}),
    ("classic", 2, {"build_in_sum": "adversaries", "face_capture": "any"}),
    ("classic", 3, {"owner_may_trail": True, "multiple_builds": False}),
    ("face-value", 2, {"build_in_sum": "adversaries", "owner_may_trail": True}),
]
TABLES = [(key, seats) for key, rules in RULESETS.items() for seats in rules.players]
IDS = [f"{key}-{seats}-{'-'.join(fields)}" for key, seats, fields in KINDS]


def held(deal: Deal) -> list[int]:
    return [*deal.hands, *deal.piles, card_set(deal.stock), deal.table.cards]


def check_cards(state: MatchState) -> None:
    """52 cards, each in one place; only a residue that nobody gets leaves the match."""
    deal = state.deal
    assert deal is not None
    everything = 0
    for cards in held(deal):
        assert everything & cards == 0
        everything |= cards
    if deal.turn is not None or deal.last_capture is not None:
        assert everything == ALL_CARDS


def check_builds(state: MatchState) -> None:
    """R13, R15: one build per value, and each owner can take his."""
    deal = state.deal
    assert deal is not None
    values = [build.value for build in deal.table.builds]
    assert values == sorted(set(values))
    for build in deal.table.builds:
        assert deal.hands[build.owner] & state.ruleset.worth(build.value)
        assert build.cards.bit_count() >= 2


@pytest.mark.parametrize(("key", "seats", "overrides"), KINDS, ids=IDS)
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a_match_keeps_its_cards_and_its_rules_from_start_to_end(
    key: str, seats: int, overrides: dict[str, object], seed: int
) -> None:
    chance = Chance(seed)
    game = started(seats, key, overrides, seed=chance.random.randbytes(32))
    while game.state.turn is not None:
        seat = game.state.turn
        position = game.state.position(seat)
        # R17: there is always a legal move, and the default one is legal.
        assert judge(position, default_move(position)) is None
        move = lively_move(position, chance)
        assert judge(position, move) is None
        assert parse_move(move_text(move)) == move
        events = game.do(PlayMove(seat, move))
        check_cards(game.state)
        check_builds(game.state)
        check_ends_of_packets(events)
    assert game.state.result is not None
    check_points(game)


def check_ends_of_packets(events: tuple[Event, ...]) -> None:
    # R17: no build outlives the hands that were dealt together, so none outlives a deal.
    for before, after in pairwise(events):
        if isinstance(after, PacketDealt | DealScored):
            assert isinstance(before, CardPlayed | DealScored) or before.type == "deal_started"
            assert not (isinstance(before, CardPlayed) and before.build)


def check_points(game: Game) -> None:
    """R24, R25: a deal is worth its awards less what is tied, and the sweeps."""
    points = game.state.ruleset.points
    awards = points.cards + points.spades + points.big_casino + points.little_casino
    for sheet in game.state.sheets:
        total = sum(row.total for row in sheet.rows)
        sweeps = sum(row.sweeps for row in sheet.rows)
        lost = 0 if any(row.most_cards for row in sheet.rows) else points.cards
        lost += 0 if any(row.most_spades for row in sheet.rows) else points.spades
        if sheet.residue.seat is not None:
            singles = 4 * points.ace + 13 * points.each_spade + points.spade_jack
            assert total == awards + singles + sweeps - lost
            assert sum(row.cards for row in sheet.rows) == 52
    added = [sum(rows) for rows in zip(*per_side(game.state), strict=True)]
    assert added == list(game.state.scores)


def per_side(state: MatchState) -> list[list[int]]:
    return [[row.total for row in sheet.rows] for sheet in state.sheets]


@settings(max_examples=14, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(TABLES))
def test_the_facts_alone_give_the_state_back_from_any_point(
    seed: int, table: tuple[str, int]
) -> None:
    game = played_match(seed, table[1], table[0])
    assert fold(game.events) == game.state
    cut = seed % len(game.events)
    assert fold(game.events[cut:], fold(game.events[:cut])) == game.state
    assert game.state.version == len(game.events)


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(["classic", "california", "royal", "spade", "draw"]))
def test_stored_facts_read_back_as_the_same_events(seed: int, key: str) -> None:
    for event in played_match(seed, rules=key).events:
        fact = to_fact(event)
        data = json.loads(json.dumps(fact.data))
        secret = json.loads(json.dumps(fact.secret))
        assert from_fact(fact.type, fact.schema, data, secret) == event


def shown(state: MatchState, viewer: int | None) -> bytes:
    return json.dumps(view_json(observe(state, viewer)), sort_keys=True).encode()


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(TABLES))
def test_what_a_viewer_may_not_know_changes_nothing_he_sees(
    seed: int, table: tuple[str, int]
) -> None:
    """Two states that differ only in hidden cards and secrets give a viewer the same bytes."""
    chance = Chance(seed)
    state = NEW
    for event in played_match(seed, table[1], table[0]).events:
        state = evolve(state, event)
        deal = state.deal
        if deal is None or state.version % 7:
            continue
        for viewer in (None, *range(len(state.seats))):
            other = with_hidden_cards_exchanged(state, viewer, chance)
            assert shown(other, viewer) == shown(state, viewer)
            seen = observe(state, viewer)
            assert observe(other, viewer) == seen


def with_hidden_cards_exchanged(
    state: MatchState, viewer: int | None, chance: Chance
) -> MatchState:
    deal = state.deal
    assert deal is not None
    hidden = list(deal.stock)
    for seat, hand in enumerate(deal.hands):
        hidden += [card for card in range(52) if hand >> card & 1 and seat != viewer]
    chance.random.shuffle(hidden)
    hands = list(deal.hands)
    for seat, hand in enumerate(deal.hands):
        if seat != viewer:
            hands[seat] = card_set(hidden.pop() for _ in range(hand.bit_count()))
    exchanged = replace(deal, hands=tuple(hands), stock=tuple(hidden))
    return replace(state, deal=exchanged, seed=chance.random.randbytes(32))


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(TABLES))
def test_no_fact_shows_a_viewer_a_card_before_its_time(seed: int, table: tuple[str, int]) -> None:
    """A card that he is sent was on the table, played, in his own hand, or in a scored pile."""
    events = played_match(seed, table[1], table[0]).events
    for viewer in (None, *range(table[1])):
        known: set[str] = set()
        for event in events:
            data = observe_event(event, viewer)
            named = set(card_names(data))
            if isinstance(event, PacketDealt):
                if event.packet == 1:
                    known = set()
                own = data.get("hand", [])
                assert isinstance(own, list)
                assert ("hand" in data) == (viewer is not None)
                known |= set(own) | set(card_names(data["table"]))
            if isinstance(event, CardDrawn):
                assert ("card" in data) == (viewer == event.seat)
                known |= named
            if isinstance(event, CardPlayed):
                known |= set(card_names(event_card(data)))
            if not isinstance(event, DealScored):
                assert named <= known
            assert "seed" not in data
            assert "deck" not in data
            assert "hands" not in data


def event_card(data: dict[str, object]) -> object:
    move = data["move"]
    assert isinstance(move, dict)
    return move["card"]


def card_names(value: object) -> list[str]:
    if isinstance(value, dict):
        return [card for item in value.values() for card in card_names(item)]
    if isinstance(value, list):
        return [card for item in value for card in card_names(item)]
    if isinstance(value, str) and len(value) == 2 and value[0] in "A23456789TJQK":
        return [value] if value[1] in "cdhs" else []
    return []


def test_every_kind_of_play_occurs_in_random_matches() -> None:
    """Otherwise the properties above would prove little."""
    seen: Counter[str] = Counter()
    for seed in range(6):
        for event in played_match(seed).events:
            if isinstance(event, CardPlayed):
                seen[type(event.move).__name__] += 1
                seen["sweep"] += event.sweep
                seen["raise"] += "+[" in move_text(event.move)
                seen["multiple"] += event.build is not None and event.build.multiple
                seen["with build"] += "x" in move_text(event.move) and "[" in move_text(event.move)
    assert min(seen.values()) >= 3, seen


def test_trailing_is_always_among_the_legal_moves_of_an_owner_of_nothing() -> None:
    game = started()
    seat = game.state.turn
    assert seat is not None
    position = game.state.position(seat)
    trails = {Trail(card) for card in range(52) if position.hand >> card & 1}
    assert trails <= set(legal_moves(position))
