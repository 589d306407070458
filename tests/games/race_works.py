"""What the racing processes do to matches, and the store that would lose the race."""

from dataclasses import replace
from datetime import datetime
from multiprocessing.synchronize import Barrier, Lock
from typing import Any
from uuid import UUID

from engine.match.decide import MatchState
from engine.match.events import Event
from engine.rules.moves import Trail
from games.match import commands
from games.match.match_log import match_log
from games.models import Player
from games.store import eventstore
from games.store.aggregate import Decision, Head
from games.store.stream_log import StreamLog
from tests.noon import NOON


def play(match: str, player: str, card: int, command_id: str, answers: int) -> int:
    """The version that the answer names."""
    seated = Player.objects.get(id=player)
    accepted = commands.play(
        UUID(match), seated, Trail(card), seen_version=answers, command_id=command_id, now=NOON
    )
    return accepted.version


def run_out(match: str, seconds: int) -> None:
    from datetime import timedelta

    commands.run_out_clock(UUID(match), NOON + timedelta(seconds=seconds))


def trust_every_writer(gate: Barrier, lock: Lock) -> None:
    """Takes the protection away: all decide on one state, and each appends wherever the head is by
    then, under an id that is its own.
    """
    real = StreamLog.append

    def trusting(
        log: StreamLog[Any, Any, Any],
        match_id: UUID,
        head: Head[MatchState],
        decision: Decision[MatchState, Event],
        now: datetime,
    ) -> Any:
        gate.wait()
        with lock:
            last = list(eventstore.rows_of(match_log.stream_of(match_id)))[-1]
            state = replace(head.state, version=last.version)
            later = replace(decision.after, version=last.version + len(decision.events))
            own = {
                index: replace(command, id=f"{command.id}.{last.version}")
                for index, command in decision.commands.items()
            }
            on_head = replace(head, state=state, hash=last.hash)
            return real(log, match_id, on_head, replace(decision, after=later, commands=own), now)

    StreamLog.append = trusting  # type: ignore[method-assign]
