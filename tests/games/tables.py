"""Words that the tests of matches share."""

import threading
from collections.abc import Callable
from datetime import UTC, datetime
from uuid import UUID

import pytest
from django.db import connections

from engine.errors import Refusal
from engine.match.decide import MatchState
from engine.rules.enumeration import legal_moves
from engine.rules.moves import Move
from games.match.match_log import match_log
from games.models import Player

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
OpenMatch = Callable[..., UUID]


def on_turn(match_id: UUID, *players: Player) -> tuple[Player, Player]:
    """The player who is to act, and the other."""
    turn = match_log.load(match_id).turn
    assert turn is not None
    return players[turn], players[1 - turn]


def a_legal_move(state: MatchState) -> Move:
    assert state.turn is not None
    return next(iter(legal_moves(state.position(state.turn))))


def refusal_of(work: Callable[[], object]) -> str:
    """The code with which `work` is refused."""
    with pytest.raises(Refusal) as caught:
        work()
    return caught.value.code


def in_threads(*works: Callable[[], object]) -> list[Exception]:
    """Runs the works in threads that start together; the exceptions they ended with."""
    gate, failures = threading.Barrier(len(works)), list[Exception]()

    def run(work: Callable[[], object]) -> None:
        gate.wait()
        try:
            work()
        except Exception as error:
            failures.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return failures
