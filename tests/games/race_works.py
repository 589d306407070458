"""What the racing processes do to matches, and the store that would lose the race."""

from dataclasses import replace
from multiprocessing.synchronize import Barrier, Lock
from typing import Any
from uuid import UUID

from engine.match.decide import MatchState
from engine.match.events import Event
from engine.rules.moves import Trail
from games.match import commands
from games.match.match_log import match_log
from games.models import Player
from games.store import eventstore, writing
from games.store.eventstore import Command
from tests.games.tables import NOON


def play(match: str, player: str, card: int, command_id: str, answers: int) -> int:
    """The version that the answer names."""
    seated = Player.objects.get(id=player)
    accepted = commands.play(
        UUID(match), seated, Trail(card), answers=answers, command_id=command_id, now=NOON
    )
    return accepted.version


def run_out(match: str, seconds: int) -> None:
    from datetime import timedelta

    commands.run_out_clock(UUID(match), NOON + timedelta(seconds=seconds))


def trust_every_writer(gate: Barrier, lock: Lock) -> None:
    """Takes the protection away: all decide on one state, and each appends wherever the head is by
    then, under an id that is its own.
    """
    real = writing.commit

    def trusting(
        match_id: UUID,
        before: MatchState,
        after: MatchState,
        events: list[Event],
        *,
        command: Command | None,
        **kwargs: Any,
    ) -> None:
        gate.wait()
        with lock:
            head = eventstore.read(match_log.stream_of(match_id))[-1].version
            on_head = replace(before, version=head)
            later = replace(after, version=head + len(events))
            own = command and replace(command, id=f"{command.id}.{head}")
            real(match_id, on_head, later, events, command=own, **kwargs)

    writing.commit = trusting
