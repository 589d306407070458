"""Golden matches and exact counts: a change to the rules, the shuffle or the notation shows here.

Each match is played by choosing, from the sorted texts of all legal moves, the one at a place that
depends on the version alone. To be written anew only for a change that is meant:
`python -m tests.engine.test_transcripts`.
"""

import json
from pathlib import Path

import pytest

from engine import (
    CardPlayed,
    MatchState,
    PlayMove,
    decide,
    default_move,
    fold,
    legal_moves,
    move_text,
    parse_move,
)
from tests.engine.builders import Game, started

FILE = Path(__file__).parent / "data" / "transcripts.json"
MATCHES = [
    ("classic", 2),
    ("classic", 3),
    ("classic", 4),
    ("two-handed", 2),
    ("face-value", 2),
    ("california", 2),
    ("california", 6),
    ("royal", 2),
    ("spade", 2),
]
MOST_LISTED = 2000


def transcript(rules: str, seats: int) -> dict[str, object]:
    """The plays of a match by deal, its totals, and how many lines of play its start has."""
    game = started(seats, rules)
    counts = [perft(game.state, depth) for depth in (1, 2, 3)]
    while game.state.turn is not None:
        game.do(PlayMove(game.state.turn, parse_move(chosen(game.state, game.state.turn))))
    assert game.state.result is not None
    return {
        "rules": rules,
        "seats": seats,
        "first_dealer": first_dealer(game),
        "perft": counts,
        "plays": plays_by_deal(game),
        "scores": list(game.state.result.scores),
        "winner": game.state.result.winner,
    }


def chosen(state: MatchState, seat: int) -> str:
    position = state.position(seat)
    moves, complete = legal_moves(position).bounded(MOST_LISTED)
    if not complete:
        return move_text(default_move(position))
    texts = sorted(move_text(move) for move in moves)
    return texts[state.version * 7919 % len(texts)]


def perft(state: MatchState, depth: int) -> int:
    """How many sequences of legal moves of this length there are."""
    if not depth or state.turn is None:
        return 1
    seat = state.turn
    return sum(
        perft(fold(decide(state, PlayMove(seat, move)), state), depth - 1)
        for move in legal_moves(state.position(seat))
    )


def first_dealer(game: Game) -> int:
    return next(event.dealer for event in game.events if event.type == "match_started")  # type: ignore[union-attr]


def plays_by_deal(game: Game) -> list[str]:
    deals: list[list[str]] = []
    for event in game.events:
        if event.type == "deal_started":
            deals.append([])
        if isinstance(event, CardPlayed):
            deals[-1].append(move_text(event.move))
    return [" ".join(deal) for deal in deals]


@pytest.mark.parametrize(("rules", "seats"), MATCHES)
def test_a_golden_match_is_played_as_ever(rules: str, seats: int) -> None:
    golden = json.loads(FILE.read_text())
    assert transcript(rules, seats) == golden[f"{rules}-{seats}"]


if __name__ == "__main__":
    written = {f"{rules}-{seats}": transcript(rules, seats) for rules, seats in MATCHES}
    FILE.write_text(json.dumps(written, indent=1) + "\n")
