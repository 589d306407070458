"""What the racing processes do to matches, and the store that would lose the race."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from multiprocessing.synchronize import Barrier, Lock
from typing import Any
from uuid import UUID

from engine.rules.moves import Trail
from games.match import commands
from games.match.match_log import match_commits, match_log
from games.models import Player
from games.store import eventstore
from games.store.stream_log import Prepared, StreamLog
from tests.noon import NOON


def play(match: str, player: str, card: int, command_id: str, answers: int) -> int:
    """The version that the answer names."""
    seated = Player.objects.get(id=player)
    accepted = commands.play(
        UUID(match), seated, Trail(card), seen_version=answers, command_id=command_id, now=NOON
    )
    return accepted.version


def play_on_a_socket(match: str, player: str, card: int, command_id: str, answers: int) -> int:
    """The same as sockets do it: decided on the kept head, and committed with what else waits."""
    seated, match_id = Player.objects.get(id=player), UUID(match)
    match_log.load(match_id)
    prepared = commands.prepared_play(
        match_id, seated, Trail(card), seen_version=answers, command_id=command_id, now=NOON
    )
    change = None if prepared is None else asyncio.run(match_commits.commit(prepared))
    match_commits.close()
    if change is not None:
        return change.after.version
    return play(match, player, card, command_id, answers)


def run_out(match: str, seconds: int) -> None:
    from datetime import timedelta

    commands.run_out_clock(UUID(match), NOON + timedelta(seconds=seconds))


def trust_every_writer(gate: Barrier, lock: Lock) -> None:
    """Takes the protection away: all decide on one state, and each appends wherever the head is by
    then, under an id that is its own.
    """
    real = StreamLog.append_together

    def trusting(log: StreamLog[Any, Any, Any], prepared: Sequence[Prepared[Any, Any]]) -> Any:
        gate.wait()
        with lock:
            return real(log, [_on_head(one) for one in prepared])

    def alone(log: StreamLog[Any, Any, Any], *prepared: Any) -> Any:
        return trusting(log, [Prepared(*prepared)])[0]

    StreamLog.append_together = trusting  # type: ignore[method-assign]
    StreamLog.append = alone  # type: ignore[method-assign]


def _on_head(one: Prepared[Any, Any]) -> Prepared[Any, Any]:
    head, decision = one.head, one.decision
    last = list(eventstore.rows_of(match_log.stream_of(one.id)))[-1]
    state = replace(head.state, version=last.version)
    later = replace(decision.after, version=last.version + len(decision.events))
    own = {
        index: replace(command, id=f"{command.id}.{last.version}")
        for index, command in decision.commands.items()
    }
    on_head = replace(head, state=state, hash=last.hash)
    return replace(one, head=on_head, decision=replace(decision, after=later, commands=own))
