"""`/ws/matches/<id>/`: watching a match, or playing it (docs/protocol.md, Sockets)."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone

from engine.rules.cards import card_set, parse_card
from games.live.broadcast import MATCH
from games.live.database import in_database
from games.live.frames import UnknownFrame
from games.live.sockets import StreamConsumer
from games.match import queries
from games.match.match_log import match_commits
from games.match.requests import COMMANDS, move, prepared_move
from games.models import Player
from games.refusals import MalformedField, NotSeated

CARDS_AT_MOST = 52
SAYINGS = frozenset({"hello", "good_luck", "well_played", "thanks", "oops", "one_moment"})


class MatchConsumer(StreamConsumer):
    source = MATCH

    @property
    def match_id(self) -> UUID:
        id_: UUID = self.scope["url_route"]["kwargs"]["match_id"]
        return id_

    async def enter(self) -> tuple[UUID, int | None]:
        if self.player is None:
            self.looks_live = False
            return self.match_id, None
        sight = await in_database(queries.sight, self.match_id, self.player)
        self.looks_live = sight.looks
        return self.match_id, sight.seat

    async def snapshot(self) -> tuple[int, dict[str, Any]]:
        return await self._seen_by(None)

    async def own_snapshot(self) -> tuple[int, dict[str, Any]]:
        return await self._seen_by(self.player)

    async def _seen_by(self, player: Player | None) -> tuple[int, dict[str, Any]]:
        view = await in_database(queries.view, self.match_id, player, timezone.now())
        return view["version"], view

    async def act(self, frame: dict[str, Any]) -> None:
        if frame["type"] == "consider":
            await self._consider(frame)
        elif frame["type"] == "say":
            self._say(frame)
        elif frame["type"] == "move":
            await self._move(frame)
        elif frame["type"] in COMMANDS:
            await self._command(frame)
        else:
            raise UnknownFrame()

    async def _command(self, frame: dict[str, Any]) -> None:
        if self.player is None:
            raise NotSeated()
        command, now = COMMANDS[frame["type"]], timezone.now()
        done = await in_database(command, self.match_id, self.player, frame, now)
        await self._accept(frame, done.version)

    async def _accept(self, frame: dict[str, Any], version: int) -> None:
        await self.say("accepted", {"command_id": frame.get("command_id"), "version": version})

    async def _move(self, frame: dict[str, Any]) -> None:
        if self.player is None:
            raise NotSeated()
        now, lag_ms = timezone.now(), self.pulse.lag_ms
        version = await self._version_of_move(self.player, frame, now, lag_ms)
        if version is None:
            done = await in_database(move, self.match_id, self.player, frame, now, lag_ms)
            version = done.version
        await self._accept(frame, version)

    async def _version_of_move(
        self, player: Player, frame: dict[str, Any], now: datetime, lag_ms: int
    ) -> int | None:
        """Plays on what this process knows, together with others' moves; None where it may not."""
        prepared = prepared_move(self.match_id, player, frame, now, lag_ms)
        change = None if prepared is None else await match_commits.commit(prepared)
        return None if change is None else change.after.version

    def _say(self, frame: dict[str, Any]) -> None:
        """Says one of the few things that can be said at a table; nobody can type anything."""
        if self.viewer is None:
            raise NotSeated()
        what = frame.get("what")
        if not isinstance(what, str) or what not in SAYINGS:
            raise MalformedField(field="what")
        self.house.attendance.say(self.match_id, self.viewer, what)

    async def _consider(self, frame: dict[str, Any]) -> None:
        builds = frame.get("builds", [])
        if not _small_list(builds, int):
            raise MalformedField(field="builds")
        found = await in_database(
            queries.considered,
            self.match_id,
            self.viewer,
            _card(frame.get("card"), "card"),
            card_set(_cards(frame.get("loose", []))),
            tuple(builds),
        )
        request = frame.get("request")
        if not isinstance(request, int | str | None):
            raise MalformedField(field="request")
        await self.say("options", {"request": request, **found})


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
