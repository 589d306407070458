"""`/ws/matches/<id>/`: watching a match, or playing it (docs/protocol.md, Sockets)."""

from collections.abc import Sequence
from typing import Any

from django.utils import timezone

from engine.rules.cards import card_set, parse_card
from games.envelopes import Envelope
from games.live.broadcast import group_of
from games.live.frames import UnknownFrame
from games.live.sockets import StreamConsumer, in_database
from games.match import queries
from games.match.requests import COMMANDS
from games.refusals import MalformedField, NotSeated

CARDS_AT_MOST = 52


class MatchConsumer(StreamConsumer):
    seat: int | None = None

    @property
    def match_id(self) -> Any:
        return self.scope["url_route"]["kwargs"]["match_id"]

    async def enter(self) -> str:
        self.seat = await in_database(queries.seat_seen_from, self.match_id, self.player)
        return group_of(self.match_id, self.seat)

    async def snapshot(self) -> tuple[int, dict[str, Any]]:
        view = await in_database(queries.view, self.match_id, self.player, timezone.now())
        return view["version"], view

    async def missing(self, after: int, limit: int) -> Sequence[Envelope]:
        return await in_database(queries.facts, self.match_id, self.seat, after, limit)

    async def act(self, frame: dict[str, Any]) -> None:
        if frame["type"] == "consider":
            await self._consider(frame)
        elif frame["type"] in COMMANDS:
            await self._command(frame)
        else:
            raise UnknownFrame()

    async def _command(self, frame: dict[str, Any]) -> None:
        if self.player is None:
            raise NotSeated()
        command = COMMANDS[frame["type"]]
        done = await in_database(command, self.match_id, self.player, frame, timezone.now())
        await self.say("accepted", {"command_id": frame.get("command_id"), "version": done.version})

    async def _consider(self, frame: dict[str, Any]) -> None:
        builds = frame.get("builds", [])
        if not _small_list(builds, int):
            raise MalformedField(field="builds")
        options = await in_database(
            queries.considered,
            self.match_id,
            self.seat,
            _card(frame.get("card"), "card"),
            card_set(_cards(frame.get("loose", []))),
            tuple(builds),
        )
        request = frame.get("request")
        if not isinstance(request, int | str | None):
            raise MalformedField(field="request")
        await self.say("options", {"request": request, "moves": options})


def _small_list(value: Any, of: type) -> bool:
    return (
        isinstance(value, list)
        and len(value) <= CARDS_AT_MOST
        and all(type(item) is of for item in value)
    )


def _card(value: Any, field: str) -> int:
    if not isinstance(value, str):
        raise MalformedField(field=field)
    return parse_card(value)


def _cards(value: Any) -> list[int]:
    if not _small_list(value, str):
        raise MalformedField(field="loose")
    return [parse_card(item) for item in value]
