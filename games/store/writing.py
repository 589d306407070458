"""Every change of every match goes through here.

Load, decide, append with the read models in one transaction, then tell: the sockets, the bots'
queue, and whoever follows finished matches. A writer that loses the race reads and decides again.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from uuid import UUID

from django.db import transaction

from engine.errors import Refusal
from engine.match.decide import Command as MatchCommand
from engine.match.decide import MatchState, advance
from engine.match.events import Event
from engine.rules.shuffle import secret_of_deal
from engine.wire.codec import to_fact
from games.jobs.task_queue import URGENT, hurry
from games.live import broadcast
from games.match.clocks import bot_pace
from games.match.match_log import match_log
from games.match.projections import project
from games.models import Match
from games.refusals import Busy
from games.store import eventstore
from games.store.eventstore import Command, StaleStream
from games.store.signals import match_finished

ATTEMPTS = 8
# A deal's secret, up to a thousand hashes away, is asked for when it is dealt and when it scores.
_secret_of = lru_cache(maxsize=1024)(secret_of_deal)


@dataclass(frozen=True, slots=True)
class Accepted:
    """The answer to a command: the version of the match that holds it."""

    version: int


def run(
    match_id: UUID,
    command_for: Callable[[MatchState], MatchCommand],
    *,
    actor: str,
    now: datetime,
    command: Command | None = None,
) -> Accepted:
    """Does the command that the state asks for; the same `command` id is done once."""
    stream = match_log.stream_of(match_id)
    for _ in range(ATTEMPTS):
        if command and (version := eventstore.answered(stream, command)) is not None:
            return Accepted(version)
        state = match_log.load(match_id)
        try:
            after = apply(
                match_id, state, [command_for(state)], actor=actor, now=now, command=command
            )
        except StaleStream:
            continue
        except Refusal:
            # The same command may have been done between our two reads; then it is answered.
            if command and (version := eventstore.answered(stream, command)) is not None:
                return Accepted(version)
            raise
        return Accepted(after.version)
    raise Busy()


def apply(
    match_id: UUID,
    state: MatchState,
    commands: list[MatchCommand],
    *,
    actor: str,
    now: datetime,
    command: Command | None = None,
) -> MatchState:
    """Decides the commands on exactly this state; raises `StaleStream` where it has moved on."""
    events, after = decided(state, commands)
    actors = [actor] * len(events)
    commit(match_id, state, after, events, actors=actors, now=now, command=command)
    return after


def decided(state: MatchState, commands: Sequence[MatchCommand]) -> tuple[list[Event], MatchState]:
    """The facts that the commands bring about one after the other, and the state after them."""
    events = list[Event]()
    for command in commands:
        more, state = advance(state, command, _secret_of)
        events += more
    return events, state


def commit(
    match_id: UUID,
    before: MatchState,
    after: MatchState,
    events: list[Event],
    *,
    actors: Sequence[str],
    now: datetime,
    command: Command | None = None,
) -> None:
    """Writes the events, each with its actor, and what follows from them."""
    with transaction.atomic():
        eventstore.append(
            match_log.stream_of(match_id),
            before.version,
            [to_fact(event) for event in events],
            actor=actors,
            now=now,
            command=command,
        )
        project(match_id, after, before, now)
        match_log.keep(match_id, after)
        broadcast.publish(match_id, before.version, events, after, now)
        _hand_on(match_id, before, after, actors[-1])


def _hand_on(match_id: UUID, before: MatchState, after: MatchState, actor: str) -> None:
    """Queues what the new state makes due; the sweeps find the same from the row's columns."""
    from games.jobs.tasks import play_bot

    if after.status == "finished" and before.status != "finished":
        # A function: of a callback that has no name Django cannot report that it failed.
        transaction.on_commit(
            lambda: match_finished.send(sender=Match, match_id=match_id), robust=True
        )
    elif after.bot_on_turn and not bot_pace(after) and not actor.startswith("bot:"):
        hurry(play_bot, match_id.hex, queue=_queue_of(after))


def _queue_of(state: MatchState) -> str | None:
    """A person does not wait behind the bots' own tournaments."""
    return URGENT if any(seat.cut_by != "bot" for seat in state.seats) else None
