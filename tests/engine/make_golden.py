"""Plays the golden matches anew and writes their records to data/golden (`make golden`).

It is run only after an intended change of the rules, the shuffle or the notation.

Each match is played by choosing, from the sorted texts of all legal moves, the one at a place that
depends on the version alone.
"""

from pathlib import Path

from engine import MatchState, PlayMove, default_move, legal_moves, move_text, parse_move
from engine.record import record_of, record_text
from tests.engine.builders import started

FOLDER = Path(__file__).parent / "data" / "golden"
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
    ("draw", 2),
]
MOST_LISTED = 2000


def file_of(rules: str, seats: int) -> Path:
    return FOLDER / f"{rules}-{seats}.txt"


def played(rules: str, seats: int) -> str:
    """The record of the golden match."""
    game = started(seats, rules, bound=False)
    while game.state.turn is not None:
        game.do(PlayMove(game.state.turn, parse_move(chosen(game.state, game.state.turn))))
    return record_text(record_of(game.events))


def chosen(state: MatchState, seat: int) -> str:
    position = state.position(seat)
    moves, complete = legal_moves(position).bounded(MOST_LISTED)
    if not complete:
        return move_text(default_move(position))
    texts = sorted(move_text(move) for move in moves)
    return texts[state.version * 7919 % len(texts)]


def main() -> None:
    for rules, seats in MATCHES:
        file_of(rules, seats).write_text(played(rules, seats))


if __name__ == "__main__":
    main()
