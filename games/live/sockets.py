"""A socket that follows one stream: join, snapshot, facts without a gap, whatever the channel layer
lost.

Consumers of matches and tournaments share this; they say what a snapshot and the facts are.
"""

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from channels.db import DatabaseSyncToAsync
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import timezone
from knox.auth import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed

from engine.errors import Refusal
from games.envelopes import Envelope, encoded, envelope
from games.live.frames import MalformedFrame, NotJoined, frame_from
from games.match.fields import version_in
from games.models import Player
from games.problems import problem_of

T = TypeVar("T")

BAD_TOKEN, UNKNOWN, NOT_JSON, TOO_MANY = 4401, 4404, 4400, 4429
REFILL_LIMIT = 200
SEND_SECONDS = 10.0
FRAMES_AT_ONCE, FRAMES_A_SECOND = 60.0, 10.0
BAD_FRAMES_ALLOWED = 3


async def in_database(work: Callable[..., T], *args: Any) -> T:
    """Runs `work` in a thread of the pool: consumers must not wait for each other's queries."""
    return await DatabaseSyncToAsync(work, thread_sensitive=False)(*args)


class StreamConsumer(AsyncWebsocketConsumer):
    """Base of the two sockets. `sent` is the version that the client has been brought to."""

    player: Player | None = None
    sent = 0
    joined_group: str | None = None
    bad_frames = 0

    async def dispatch(self, message: dict[str, Any]) -> None:
        # The inherited dispatch hops to a thread for every event of every socket; queries run in
        # `in_database`.
        await getattr(self, message["type"].replace(".", "_"))(message)

    # What a stream is: given by the two kinds.

    async def enter(self) -> str:
        """Who is looking at what: returns the group to follow. Refuses an unknown stream."""
        raise NotImplementedError

    async def snapshot(self) -> tuple[int, Mapping[str, Any]]:
        raise NotImplementedError

    async def missing(self, after: int, limit: int) -> Sequence[Envelope]:
        raise NotImplementedError

    async def act(self, frame: dict[str, Any]) -> None:
        """Any frame but join and ping."""
        raise NotImplementedError

    # The life of a socket.

    async def connect(self) -> None:
        self.tokens, self.tokens_at = FRAMES_AT_ONCE, time.monotonic()
        await self.accept()

    async def disconnect(self, code: int) -> None:
        if self.joined_group is not None:
            await self.channel_layer.group_discard(self.joined_group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if not self._within_rate():
            await self.close(TOO_MANY)
            return
        frame: dict[str, Any] = {}
        try:
            frame = frame_from(text_data)
            await self._answer(frame)
        except MalformedFrame as refusal:
            await self.refuse(refusal, frame)
            self.bad_frames += 1
            if self.bad_frames >= BAD_FRAMES_ALLOWED:
                await self.close(NOT_JSON)
        except Refusal as refusal:
            await self.refuse(refusal, frame)

    async def _answer(self, frame: dict[str, Any]) -> None:
        if frame["type"] == "join":
            await self._join(frame)
        elif self.joined_group is None:
            raise NotJoined()
        elif frame["type"] == "ping":
            await self.catch_up()
            await self.say("pong", {})
        else:
            await self.act(frame)

    async def _join(self, frame: dict[str, Any]) -> None:
        after = version_in(frame, "after") if "after" in frame else None
        try:
            self.player = await self._who(frame.get("token"))
        except AuthenticationFailed:
            await self.close(BAD_TOKEN)
            return
        try:
            group = await self.enter()
        except Refusal as refusal:
            await self.refuse(refusal, frame)
            await self.close(UNKNOWN)
            return
        # First listen, then read: what is committed in between arrives twice and is dropped once.
        if self.joined_group is not None:
            await self.channel_layer.group_discard(self.joined_group, self.channel_name)
        await self.channel_layer.group_add(group, self.channel_name)
        self.joined_group = group
        if after is None:
            await self._send_snapshot()
        else:
            self.sent = after
            await self.catch_up()

    async def _who(self, token: Any) -> Player | None:
        if token is not None:
            found: tuple[Player, object] = await in_database(
                TokenAuthentication().authenticate_credentials, str(token).encode()
            )
            return found[0]
        user: object = self.scope.get("user")
        return user if isinstance(user, Player) else None

    async def catch_up(self) -> None:
        """Sends what the store has after `sent`, as facts, or as a snapshot where they are many."""
        news = await self.missing(self.sent, REFILL_LIMIT + 1)
        if len(news) > REFILL_LIMIT:
            await self._send_snapshot()
            return
        for fact in news:
            await self.send_text(encoded(fact))
            self.sent = fact["version"]

    async def _send_snapshot(self) -> None:
        version, data = await self.snapshot()
        await self.send_text(encoded(envelope(version, "snapshot", dict(data), timezone.now())))
        self.sent = version

    async def facts(self, message: dict[str, Any]) -> None:
        """From the channel layer: frames of versions first…last, encoded for this audience."""
        if message["last"] <= self.sent:
            return
        if message["first"] > self.sent + 1:
            await self.catch_up()
            return
        for frame in message["frames"][self.sent + 1 - message["first"] :]:
            await self.send_text(frame)
        self.sent = message["last"]

    async def say(self, type_: str, data: dict[str, Any]) -> None:
        await self.send_text(encoded(envelope(self.sent, type_, data, timezone.now())))

    async def refuse(self, refusal: Refusal, frame: dict[str, Any]) -> None:
        data = problem_of(refusal)
        if isinstance(frame.get("command_id"), str):
            data["command_id"] = frame["command_id"]
        await self.say("refused", data)

    async def send_text(self, text: str) -> None:
        """A viewer that does not read is let go: it comes back with `after` and misses nothing."""
        try:
            await asyncio.wait_for(self.send(text_data=text), SEND_SECONDS)
        except TimeoutError:
            await self.close(1013)

    def _within_rate(self) -> bool:
        now = time.monotonic()
        earned = (now - self.tokens_at) * FRAMES_A_SECOND
        self.tokens, self.tokens_at = min(FRAMES_AT_ONCE, self.tokens + earned) - 1, now
        return self.tokens >= 0
