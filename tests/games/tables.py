"""Matches that are on: who is to play, and what they may."""

from collections.abc import Callable
from uuid import UUID

from engine.match.decide import MatchState
from engine.rules.enumeration import legal_moves
from engine.rules.moves import Move
from games.match.match_log import match_log
from games.models import Player

OpenMatch = Callable[..., UUID]


def on_turn(match_id: UUID, *players: Player) -> tuple[Player, Player]:
    """The player who is to act, and the other."""
    turn = match_log.load(match_id).turn
    assert turn is not None
    return players[turn], players[1 - turn]


def a_legal_move(state: MatchState) -> Move:
    assert state.turn is not None
    return next(iter(legal_moves(state.position(state.turn))))
