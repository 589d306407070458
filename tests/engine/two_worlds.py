"""Two worlds of one match that differ only in what a viewer may not know.

The other world has another seed, and the cards that the viewer has not seen (hands of others, the
stock) lie elsewhere; or, for whoever may not look on at all, every card has another suit. It is a
possible world: every command of the deal is decided there again and makes the same facts.
"""

import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import permutations
from typing import Any

from engine import (
    BOTS,
    CardDrawn,
    CardPlayed,
    ClockRanOut,
    CreateMatch,
    DealStarted,
    Event,
    MakeCut,
    MatchCreated,
    MatchState,
    Move,
    PacketDealt,
    PlayMove,
    Refusal,
    RunOutClock,
    TakeSeat,
    card_set,
    cards_in,
    decide,
    fold,
    from_fact,
    move_from_json,
    move_to_json,
    spare_cut,
    to_fact,
)
from engine.match.state import Deal
from tests.engine.builders import FORFEIT, Chance, Game, lively_move

LONGEST_FUTURE = 4
MIXTURES = 50
EXCHANGES = 200
SUITS = "cdhs"
CARD = re.compile(r"\b[A2-9TJQK][cdhs]\b")
Places = dict[int, int]


@dataclass(frozen=True)
class Table:
    """The ruleset and the players of a match; `bots` are the keys of bots by seat."""

    ruleset: str
    players: tuple[str, ...]
    overrides: dict[str, object] = field(default_factory=dict)
    bots: dict[int, str] = field(default_factory=dict)
    match: str = "match-1"
    board: str | None = None
    mirrored: bool = False


@dataclass(frozen=True)
class World:
    """The facts of a match until now, and what is played next, within the deal."""

    past: tuple[Event, ...]
    plays: tuple[PlayMove, ...]
    future: tuple[Event, ...]

    @property
    def now(self) -> MatchState:
        return fold(self.past)

    @property
    def then(self) -> MatchState:
        return fold(self.future, self.now)


@dataclass(frozen=True)
class Step:
    command: object
    events: tuple[Event, ...]
    after: MatchState


def table_of(
    ruleset: str,
    seats: int,
    overrides: dict[str, object],
    bots: int = 0,
    board: str | None = None,
    mirrored: bool = False,
) -> Table:
    """A table whose last seats are bots'."""
    names = [f"player-{seat}" for seat in range(seats)]
    keys = {seat: [*BOTS][seat % len(BOTS)] for seat in range(seats - bots, seats)}
    return Table(ruleset, tuple(names), overrides, keys, board=board, mirrored=mirrored)


def some_world(table: Table, seed: int) -> World:
    """A world at a moment of the first deals at which nobody can count the others' hands."""
    chance = Chance(seed)
    steps = _played(table, chance)
    at = chance.random.choice([n for n, step in enumerate(steps) if _hides(step.after)])
    past = [event for step in steps[: at + 1] for event in step.events]
    future = list[Step]()
    for step in steps[at + 1 :][: chance.below(LONGEST_FUTURE + 1)]:
        if not isinstance(step.command, PlayMove) or not _goes_on(steps[at], step):
            break
        future.append(step)
    plays = tuple(step.command for step in future if isinstance(step.command, PlayMove))
    return World(tuple(past), plays, tuple(event for step in future for event in step.events))


def another_world(world: World, viewer: int | None, chance: random.Random) -> World | None:
    """A world of which the viewer has seen the same; others hold other cards in it, or, where the
    plays tell what they hold, the stock lies in another order. None where nothing is left to guess.
    """
    deal = world.then.deal
    assert deal is not None
    before = fold(world.past[: _last_deal(world.past)])
    for places in _exchanges(unseen(deal, viewer), chance):
        other = _with(world, places, chance.randbytes(32))
        if _is_possible(other, before) and other.then.deal != deal:
            return other
    return None


def in_other_suits(world: World, chance: random.Random) -> World | None:
    """The world with every card of its deal in another suit, in a way in which all can be played;
    None where there is none.
    """
    begun = _last_deal(world.past)
    before = fold(world.past[:begun])
    for suits in chance.sample([*permutations(SUITS)], 24):
        if any(old == new for old, new in zip(SUITS, suits, strict=True)):
            continue
        table = str.maketrans(SUITS, "".join(suits))
        past = (*world.past[:begun], *(_in_suits(event, table) for event in world.past[begun:]))
        plays = tuple(replace(play, move=_move_in_suits(play.move, table)) for play in world.plays)
        other = World(past, plays, tuple(_in_suits(event, table) for event in world.future))
        if _is_possible(other, before):
            return other
    return None


def _in_suits(event: Event, table: dict[int, int]) -> Event:
    fact = to_fact(event)
    data, secret = (_cards_in_suits(part, table) for part in (fact.data, fact.secret))
    return from_fact(fact.type, fact.schema, data, secret)


def _move_in_suits(move: Move, table: dict[int, int]) -> Move:
    return move_from_json(_cards_in_suits(move_to_json(move), table))


def _cards_in_suits(content: Any, table: dict[int, int]) -> Any:
    """JSON with the suit of every card in it changed."""
    text = CARD.sub(lambda card: card[0].translate(table), json.dumps(content))
    return json.loads(text)


def unseen(deal: Deal, viewer: int | None) -> list[list[int]]:
    """The cards whose places the viewer does not know, by hand, and the stock."""
    hands = [cards_in(hand) for seat, hand in enumerate(deal.hands) if seat != viewer]
    return [*hands, list(deal.stock)]


def _played(table: Table, chance: Chance) -> list[Step]:
    """The events and plays of the first deals."""
    game, steps = Game(), list[Step]()

    def do(command: object) -> None:
        events = game.do(command)
        steps.append(Step(command, events, game.state))

    seed, seats = chance.random.randbytes(32), range(len(table.players))
    rules = (table.ruleset, table.overrides, len(table.players))
    dealing = {"board": table.board, "mirrored": table.mirrored}
    do(CreateMatch(table.match, *rules, seed, FORFEIT, **dealing))
    for seat in seats:
        do(TakeSeat(seat, table.players[seat], table.bots.get(seat)))
    for seat in seats:
        if seat in table.bots:
            do(MakeCut(seat, spare_cut(seed, table.match, seat), "bot"))
        else:
            do(MakeCut(seat, chance.random.randbytes(16), "player"))
    # The second deal of a mirrored match hides nothing: its deck was seen in the first.
    deals = 1 + (chance.below(4) == 0 and not table.mirrored)
    while game.state.turn is not None and len(game.state.sheets) < deals:
        seat, late = game.state.turn, chance.below(20) == 0
        move = lively_move(game.state.position(seat), chance)
        do(RunOutClock(seat) if late else PlayMove(seat, move))
    return steps


def _hides(state: MatchState) -> bool:
    deal = state.deal
    if deal is None or deal.turn is None:
        return False
    return all(deal.hands) and bool(deal.stock or len(deal.hands) > 2)


def _goes_on(now: Step, step: Step) -> bool:
    before, after = now.after.deal, step.after.deal
    assert before is not None
    assert after is not None
    return after.number == before.number and _hides(step.after)


def _exchanges(unknown: list[list[int]], chance: random.Random) -> Iterator[Places]:
    """Where each unseen card lies instead, ever more cautiously: all of them mixed, two of
    different parts exchanged, the stock alone mixed.
    """
    for _ in range(MIXTURES):
        yield _mixed([card for part in unknown for card in part], chance)
    parts = [part for part in unknown if part]
    for _ in range(EXCHANGES):
        one, two = (chance.choice(part) for part in chance.sample(parts, 2))
        yield {one: two, two: one}
    for _ in range(MIXTURES):
        yield _mixed(unknown[-1], chance)


def _mixed(cards: list[int], chance: random.Random) -> Places:
    return dict(zip(cards, chance.sample(cards, len(cards)), strict=True))


def _with(world: World, places: Places, seed: bytes) -> World:
    """The world with these cards of its last deal at other places, and with another seed."""
    begun = _last_deal(world.past)
    past = [*world.past[:begun], *(_moved(event, places) for event in world.past[begun:])]
    assert isinstance(past[0], MatchCreated)
    past[0] = replace(past[0], seed=seed)
    future = tuple(_moved(event, places) for event in world.future)
    return World(tuple(past), world.plays, future)


def _moved(event: Event, places: Places) -> Event:
    if isinstance(event, DealStarted):
        return replace(event, deck=tuple(places.get(card, card) for card in event.deck))
    if isinstance(event, PacketDealt):
        return replace(event, hands=tuple(_cards(hand, places) for hand in event.hands))
    if isinstance(event, CardDrawn):
        return replace(event, card=places.get(event.card, event.card))
    return event


def _cards(cards: int, places: Places) -> int:
    return card_set(places.get(card, card) for card in cards_in(cards))


def _last_deal(events: tuple[Event, ...]) -> int:
    """Where the last deal begins."""
    return max(n for n, event in enumerate(events) if isinstance(event, DealStarted))


def _is_possible(world: World, before: MatchState) -> bool:
    """Whether the commands of the deal, decided again, make its facts."""
    dealt = _last_deal(world.past)
    events = (*world.past[dealt:], *world.future)
    at = 2  # the deal and its first packet
    state = fold(events[:at], before)
    while at < len(events):
        try:
            made = decide(state, _command(events[at]))
        except Refusal:
            return False
        if made != tuple(events[at : at + len(made)]):
            return False
        state, at = fold(made, state), at + len(made)
    return True


def _command(event: Event) -> PlayMove | RunOutClock:
    if isinstance(event, ClockRanOut):
        return RunOutClock(event.seat)
    assert isinstance(event, CardPlayed)
    return PlayMove(event.seat, event.move)
