"""Bots that a change of a match leaves on turn are queued at once; the sweeps find the same."""

from typing import Any

from engine.match.decide import MatchState
from engine.match.events import Event
from games.jobs.bot_turns import is_thoughtful
from games.jobs.task_queue import URGENT, enqueue_after_commit
from games.jobs.tasks import play_bot, think
from games.match.clocks import bot_pace
from games.store.actors import is_bot_actor
from games.store.aggregate import Change


def enqueue_bot(sender: object, change: Change[MatchState, Event], **kwargs: Any) -> None:
    """Queues the bot on turn, where somebody else has moved and its pace says at once.

    Bots that play on by themselves are still in the hands of the worker that played.
    """
    after = change.after
    if not after.bot_on_turn or bot_pace(after) or is_bot_actor(change.actor):
        return
    if is_thoughtful(after):
        enqueue_after_commit(think, change.id.hex)
    else:
        enqueue_after_commit(play_bot, change.id.hex, queue=_queue_of(after))


def _queue_of(state: MatchState) -> str | None:
    """A person does not wait behind the bots' own tournaments."""
    return URGENT if any(seat.cut_by != "bot" for seat in state.seats) else None
