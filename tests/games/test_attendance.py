"""Who is at a table: seats and spectators are told of each other, in one process and in several."""

import asyncio
from typing import Any
from uuid import UUID

import pytest

from games.identity import new_id
from games.limits.refusals import Throttled
from games.live import attendance
from games.live.attendance import GONE, HERE, SLOW, Attendance, Pulse
from games.models import Player
from tests.games.test_sockets import match_id, people, socket, token_of

__all__ = ["match_id", "people"]


class Guest:
    """A socket of this test: a seat's, or with None that of who looks on."""

    def __init__(self, viewer: int | None, *, sees_live: bool = True) -> None:
        self.viewer, self.has_pulse, self.pulse = viewer, True, Pulse()
        self.sees_live = sees_live
        self.heard: list[tuple[str, dict[str, Any]]] = []
        self.pulses = 0

    def give_pulse(self) -> None:
        self.pulses += 1

    def tell(self, type_: str, data: dict[str, Any]) -> None:
        self.heard.append((type_, data))

    def states(self) -> dict[int, str]:
        return {one["seat"]: one["is"] for one in self.heard[-1][1]["seats"]}


class Wire:
    """What processes say to each other, taken to all of them when the test says so."""

    def __init__(self) -> None:
        self.processes: list[Attendance] = []
        self.waiting: list[dict[str, Any]] = []

    async def publish(self, message: dict[str, Any]) -> None:
        self.waiting.append(message)

    def process(self) -> Attendance:
        self.processes.append(Attendance(self.publish))
        return self.processes[-1]

    async def carry(self) -> None:
        await asyncio.sleep(0)
        messages, self.waiting = self.waiting, []
        for message in messages:
            for process in self.processes:
                process.hear(message)


async def test_seats_and_spectators_of_all_processes_are_counted_together() -> None:
    wire, match = Wire(), new_id()
    one, other = wire.process(), wire.process()
    ann, watcher, ben = Guest(0), Guest(None), Guest(1)
    one.come(match, ann)
    one.come(match, watcher)
    other.come(match, ben)
    one.look()
    other.look()
    await wire.carry()
    one.look()
    assert ann.states() == watcher.states() == {0: HERE, 1: HERE}
    assert ann.heard[-1][1]["watching"] == 1
    other.go(match, ben)
    await wire.carry()
    one.look()
    assert ann.states() == {0: HERE, 1: GONE}
    assert (ann.pulses, watcher.pulses) == (3, 0)


async def test_nothing_is_told_twice_and_who_comes_later_is_told_at_once() -> None:
    wire, match = Wire(), new_id()
    house, ann, late = wire.process(), Guest(0), Guest(None)
    house.come(match, ann)
    house.look()
    house.look()
    assert len(ann.heard) == 1
    house.come(match, late)
    assert late.heard == ann.heard


async def test_what_a_process_that_died_said_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    wire, match = Wire(), new_id()
    one, other = wire.process(), wire.process()
    ann = Guest(0)
    one.come(match, ann)
    other.come(match, Guest(1))
    other.look()
    await wire.carry()
    one.look()
    assert ann.states()[1] == HERE
    monkeypatch.setattr(attendance, "FORGET_SECONDS", 0)
    one.look()
    assert ann.states()[1] == GONE


async def test_a_seat_speaks_once_in_two_seconds_from_whichever_of_its_sockets() -> None:
    wire, match = Wire(), new_id()
    one, other = wire.process(), wire.process()
    for process in (one, other):
        process.come(match, Guest(0))
        process.come(match, Guest(1))
    one.say(match, 0, "hello")
    await wire.carry()

    for process in (one, other):
        with pytest.raises(Throttled):
            process.say(match, 0, "thanks")
    other.say(match, 1, "thanks")


def test_a_line_is_as_slow_as_its_pulses_say() -> None:
    pulse = Pulse()
    first = pulse.sent(0.0)
    assert [pulse.state(at) for at in (1.0, 4.0, 9.0)] == [HERE, SLOW, GONE]
    pulse.answered("x", 1.0)
    pulse.answered(first, 1.5)
    assert (pulse.round_trip, pulse.state(1.5)) == (1.5, SLOW)
    pulse.answered(pulse.sent(2.0), 2.1)
    assert pulse.state(20.0) == HERE


@pytest.mark.store
@pytest.mark.django_db(transaction=True)
async def test_who_asks_for_a_pulse_is_told_who_is_there_and_what_they_say(
    match_id: UUID, people: tuple[Player, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.live.hub.PULSE_SECONDS", 0.05)
    # However slow the machine is, ann's line is not, and what she says next comes too soon.
    for name in ("SLOW_SECONDS", "UNANSWERED_SECONDS", "GONE_SECONDS", "SECONDS_BETWEEN_SAYINGS"):
        monkeypatch.setattr(f"games.live.attendance.{name}", 3600)
    async with socket(match_id) as ann, socket(match_id) as watcher:
        await watcher.say(type="join", pulse=True)
        await watcher.hear("snapshot")
        await ann.say(type="join", token=await token_of(people[0]), pulse=True)
        seat = (await ann.hear("snapshot"))["data"]["you"]
        pulse = await ann.hear("pulse")
        await ann.say(type="pulse", n=pulse["data"]["n"])
        while not (told := (await watcher.hear("presence"))["data"])["seats"]:
            pass
        assert told["watching"] == 1
        assert [(one["seat"], one["is"]) for one in told["seats"]] == [(seat, HERE)]
        await ann.say(type="say", what="well_played")
        assert (await watcher.hear("said"))["data"] == {"seat": seat, "what": "well_played"}
        await ann.say(type="say", what="thanks")
        assert (await ann.hear("refused"))["data"]["code"] == "throttled"
        await ann.say(type="say", what="<b>")
        assert (await ann.hear("refused"))["data"]["code"] == "malformed_field"
        await watcher.say(type="say", what="thanks")
        assert (await watcher.hear("refused"))["data"]["code"] in {"not_seated", "scope_missing"}


async def test_who_sees_a_match_later_is_not_told_who_sits_there_or_what_they_say() -> None:
    """That a player has gone would say that the match is over."""
    process, match = Wire().process(), new_id()
    ann, later = Guest(0), Guest(None, sees_live=False)
    process.come(match, ann)
    process.come(match, later)
    process.look()
    process.say(match, 0, "oops")
    assert later.heard == [("presence", {"seats": [], "watching": 1})]
    assert ann.heard[-1] == ("said", {"seat": 0, "what": "oops"})
