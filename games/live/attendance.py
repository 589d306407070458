"""Who is at a match: of each seat how its player is connected, and how many look on.

Nothing of it is a fact. Each process tells the others what it sees, when that changes and every ten
seconds, and forgets what it heard of a process that is silent. A client that asks for it is told,
and gives the server's pulse back, which measures its line; of others it counts that their socket is
open.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol
from uuid import UUID

from django.utils import timezone

from games.envelopes import timestamp
from games.limits.refusals import Throttled

PULSE_SECONDS = 2.0
# From this round trip on, or without an answer for so long, a line is slow; and then nobody is at
# its other end any more.
SLOW_SECONDS, GONE_SECONDS = 1.0, 8.0
UNANSWERED_SECONDS = 3.0
UNANSWERED_KEPT = 8
SECONDS_BETWEEN_SAYINGS = 2
TELL_SECONDS, FORGET_SECONDS = 10.0, 25.0

HERE, SLOW, GONE = "here", "slow", "gone"
_BEST_FIRST = (HERE, SLOW, GONE)


class Attendee(Protocol):
    """A socket that follows a match; `viewer` is its seat, or None of who looks on."""

    viewer: int | None
    has_pulse: bool
    pulse: "Pulse"

    @property
    def sees_live(self) -> bool:
        """Whether it sees the match as it is, and not later."""

    def give_pulse(self) -> None:
        """Sends the next pulse, unless the line is clogged."""

    def tell(self, type_: str, data: dict[str, Any]) -> None:
        """Says what is no fact to the client, unless the line is clogged."""


class Pulse:
    """What the pulses of one socket measure; times are those of the event loop."""

    def __init__(self) -> None:
        self.number = 0
        self.round_trip: float | None = None
        self._sent_at: dict[int, float] = {}

    def sent(self, now: float) -> int:
        self.number += 1
        if len(self._sent_at) >= UNANSWERED_KEPT:  # the oldest says how long the silence is
            self._sent_at.popitem()
        self._sent_at[self.number] = now
        return self.number

    def answered(self, number: object, now: float) -> None:
        """Takes an answer; nothing where it answers nothing that was sent."""
        sent_at = self._sent_at.get(number) if isinstance(number, int) else None
        if sent_at is None or not isinstance(number, int):
            return
        self.round_trip = now - sent_at
        self._sent_at = {n: at for n, at in self._sent_at.items() if n > number}

    @property
    def lag_ms(self) -> int:
        """What the line costs there and back, as last measured; 0 where it was not."""
        return 0 if self.round_trip is None else round(1000 * self.round_trip)

    def state(self, now: float) -> str:
        silent = now - min(self._sent_at.values(), default=now)
        if silent > GONE_SECONDS:
            return GONE
        slow = self.round_trip is not None and self.round_trip > SLOW_SECONDS
        return SLOW if slow or silent > UNANSWERED_SECONDS else HERE


@dataclass(frozen=True, slots=True)
class Sight:
    """What one process sees of a match: the states of seats, and how many look on."""

    seats: Mapping[int, str]
    watching: int


NOBODY = Sight({}, 0)


@dataclass
class _Room:
    """A match that is looked at."""

    attendees: set[Attendee] = field(default_factory=set)
    others: dict[str, tuple[float, Sight]] = field(default_factory=dict)
    since: dict[int, tuple[str, datetime]] = field(default_factory=dict)
    told: dict[str, Any] | None = None
    # When each seat last said something.
    said_at: dict[int, float] = field(default_factory=dict)
    told_later: dict[str, Any] = field(default_factory=dict)
    published: Sight = NOBODY
    published_at: float = float("-inf")

    def sight(self, now: float) -> Sight:
        seats: dict[int, str] = {}
        for one in self.attendees:
            if one.viewer is not None:
                state = one.pulse.state(now)
                seats[one.viewer] = _best(state, seats.get(one.viewer, GONE))
        return Sight(seats, sum(one.viewer is None for one in self.attendees))

    def document(self, now: float, at: datetime) -> dict[str, Any]:
        """What clients are told, put together from all processes."""
        self.others = {
            name: (heard, sight)
            for name, (heard, sight) in self.others.items()
            if now - heard < FORGET_SECONDS
        }
        sights = [self.sight(now), *(sight for _, sight in self.others.values())]
        states = dict.fromkeys(self.since, GONE)
        for sight in sights:
            for seat, state in sight.seats.items():
                states[seat] = _best(state, states.get(seat, GONE))
        for seat, state in states.items():
            if self.since.get(seat, ("",))[0] != state:
                self.since[seat] = (state, at)
        return {
            "seats": [
                {"seat": seat, "is": state, "since": timestamp(self.since[seat][1])}
                for seat, state in sorted(states.items())
            ],
            "watching": sum(sight.watching for sight in sights),
        }

    def told_to(self, attendee: Attendee) -> dict[str, Any]:
        """What was told last, without who sits there for whom sees the match later: that somebody
        has gone would say that it is over.
        """
        assert self.told is not None
        return self.told if attendee.sees_live else self.told_later


def _best(one: str, other: str) -> str:
    return min(one, other, key=_BEST_FIRST.index)


class Attendance:
    """The matches that are looked at on one event loop. `publish(message)` sends to all processes,
    this one among them.
    """

    def __init__(self, publish: Callable[[dict[str, Any]], Awaitable[None]]) -> None:
        self._publish = publish
        self._name = secrets.token_hex(8)
        self._rooms: dict[UUID, _Room] = {}
        self._loop = asyncio.get_running_loop()
        self._sending: set[asyncio.Task[None]] = set()

    def come(self, match_id: UUID, attendee: Attendee) -> None:
        room = self._rooms.setdefault(match_id, _Room())
        room.attendees.add(attendee)
        if room.told is not None and attendee.has_pulse:
            attendee.tell("presence", room.told_to(attendee))

    def go(self, match_id: UUID, attendee: Attendee) -> None:
        room = self._rooms.get(match_id)
        if room is None:
            return
        room.attendees.discard(attendee)
        if not room.attendees:
            del self._rooms[match_id]
            if room.published != NOBODY:
                self._send("presence", [[match_id.hex, {}, 0]])

    def say(self, match_id: UUID, seat: int, what: str) -> None:
        """Tells everybody at the match what a seat says, and the other processes. Refuses
        `throttled` where the seat has just said something, on whichever of its sockets.
        """
        room = self._rooms.get(match_id)
        silent = self._loop.time() - (room.said_at.get(seat, float("-inf")) if room else 0.0)
        if silent < SECONDS_BETWEEN_SAYINGS:
            raise Throttled(wait=SECONDS_BETWEEN_SAYINGS, limit="sayings")
        data = {"seat": seat, "what": what}
        self._tell_said(match_id, data)
        self._send("said", [[match_id.hex, data]])

    def hear(self, message: Mapping[str, Any]) -> None:
        """Takes what a process said, this one's own left aside."""
        if message["from"] == self._name:
            return
        now = self._loop.time()
        for hex_, *told in message["matches"]:
            room = self._rooms.get(UUID(hex_))
            if room is None:
                continue
            if message["type"] == "said":
                self._tell_said(UUID(hex_), told[0])
            else:
                seats, watching = told
                sight = Sight({int(seat): state for seat, state in seats.items()}, watching)
                room.others[message["from"]] = (now, sight)

    def look(self) -> None:
        """Gives pulses, and tells what has changed since it last looked."""
        now, at = self._loop.time(), timezone.now()
        news: list[list[Any]] = []
        for match_id, room in self._rooms.items():
            sight = room.sight(now)
            if sight != room.published or now - room.published_at > TELL_SECONDS:
                room.published, room.published_at = sight, now
                seats = {str(seat): state for seat, state in sight.seats.items()}
                news.append([match_id.hex, seats, sight.watching])
            document = room.document(now, at)
            is_new = document != room.told
            if is_new:
                room.told, room.told_later = document, {**document, "seats": []}
            for one in room.attendees:
                if one.has_pulse and is_new:
                    one.tell("presence", room.told_to(one))
                if one.has_pulse and one.viewer is not None:
                    one.give_pulse()
        if news:
            self._send("presence", news)

    def _tell_said(self, match_id: UUID, data: dict[str, Any]) -> None:
        room = self._rooms.get(match_id)
        if room is None:
            return
        room.said_at[data["seat"]] = self._loop.time()
        for one in room.attendees:
            # What is said now is about what others see later.
            if one.has_pulse and one.sees_live:
                one.tell("said", data)

    def _send(self, type_: str, matches: list[list[Any]]) -> None:
        message = {"type": type_, "from": self._name, "matches": matches}
        task = self._loop.create_task(self._sent(message))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _sent(self, message: dict[str, Any]) -> None:
        with suppress(Exception):  # while Redis is away each process knows its own
            await self._publish(message)
