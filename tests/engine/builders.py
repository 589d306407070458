"""Builders of positions from text, and of matches played by seeded randomness."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from engine import (
    BOTS,
    NEW,
    BuildPlay,
    Capture,
    CreateMatch,
    Event,
    MakeCut,
    MatchState,
    Move,
    PlayMove,
    Position,
    TakeSeat,
    Timeouts,
    apply,
    card_set,
    decide,
    evolve,
    know,
    legal_moves,
    parse_card,
)
from engine.rules.position_json import position_from_json

SEED = bytes(range(32))
FORFEIT = Timeouts(3, "forfeit")
# A budget of bots that search: enough to play, and soon done.
FEW = 12


def cards(text: str) -> int:
    """The set of cards in a text such as `3c 5d`."""
    return card_set(parse_card(card) for card in text.split())


def draw(
    hand: str, loose: str = "", builds: str = "", rules: str = "classic", **overrides: object
) -> Position:
    """A position of seat 0 against seat 1; builds as in `me 9: 3h 6d; opp+me 7: 3c 4c`, where the
    owner comes first.
    """
    drawn = []
    for build in filter(None, (part.strip() for part in builds.split(";"))):
        head, _, held = build.partition(":")
        owner, value = head.split()
        seats = owner.split("+")
        named = {"owner": seats[0], "contributors": seats}
        drawn.append({**named, "value": int(value), "cards": held.split()})
    return position_from_json(
        {
            "ruleset": rules,
            "overrides": overrides,
            "hand": hand.split(),
            "loose": loose.split(),
            "builds": drawn,
        }
    )


class Chance:
    """Randomness from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def below(self, n: int) -> int:
        return self.random.randrange(n)


class Game:
    """A match: its state and the events that led to it."""

    def __init__(self) -> None:
        self.state: MatchState = NEW
        self.events: list[Event] = []

    def do(self, command: object) -> tuple[Event, ...]:
        events = decide(self.state, command)  # type: ignore[arg-type]
        for event in events:
            self.state = evolve(self.state, event)
        self.events.extend(events)
        return events


def waiting(
    seats: int = 2,
    rules: str = "classic",
    overrides: Mapping[str, object] | None = None,
    timeouts: Timeouts = FORFEIT,
    seed: bytes = SEED,
    **dealing: Any,
) -> Game:
    """A match that waits for its players."""
    game = Game()
    game.do(CreateMatch("match-1", rules, overrides or {}, seats, seed, timeouts, **dealing))
    return game


def started(
    seats: int = 2,
    rules: str = "classic",
    overrides: Mapping[str, object] | None = None,
    timeouts: Timeouts = FORFEIT,
    seed: bytes = SEED,
    **dealing: Any,
) -> Game:
    """A match with its first packet just dealt."""
    game = waiting(seats, rules, overrides, timeouts, seed, **dealing)
    for seat in range(seats):
        game.do(TakeSeat(seat, f"player-{seat}", None))
    for seat in range(seats):
        game.do(MakeCut(seat, bytes([seat]) * 16, "player"))
    return game


def lively_move(position: Position, chance: Chance) -> Move:
    """A legal move, by preference of a rare kind: a sweep, a raise, a build, a capture."""
    moves, _ = legal_moves(position).bounded(200)
    for rare in (is_sweep, is_raise, is_build, is_capture):
        some = [move for move in moves if rare(position, move)]
        if some and chance.below(3):
            return some[chance.below(len(some))]
    return moves[chance.below(len(moves))]


def is_sweep(position: Position, move: Move) -> bool:
    return apply(position, move).sweep


def is_raise(position: Position, move: Move) -> bool:
    return isinstance(move, BuildPlay) and move.raises is not None


def is_build(position: Position, move: Move) -> bool:
    return isinstance(move, BuildPlay)


def is_capture(position: Position, move: Move) -> bool:
    return isinstance(move, Capture)


def play_on(game: Game, chance: Chance, bots: Sequence[str] = ()) -> Game:
    """Plays a started match to its end, by the bots in turn at the seats or by lively moves."""
    while game.state.turn is not None:
        seat = game.state.turn
        if bots:
            bot = BOTS[bots[seat % len(bots)]]
            move = bot.choose(know(game.state, seat), chance, FEW).move
        else:
            move = lively_move(game.state.position(seat), chance)
        game.do(PlayMove(seat, move))
    return game


def played_match(seed: int, seats: int = 2, rules: str = "classic", **overrides: object) -> Game:
    """A whole match between lively players."""
    chance = Chance(seed)
    game = started(seats, rules, overrides, seed=chance.random.randbytes(32))
    return play_on(game, chance)
