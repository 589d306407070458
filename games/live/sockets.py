"""A socket that follows one stream: join, snapshot, facts without a gap, whatever was lost between.

Consumers of matches and tournaments share this; they say what a stream and its snapshot are.
"""

import asyncio
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any
from uuid import UUID

from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import timezone
from rest_framework.exceptions import AuthenticationFailed

from engine.errors import Refusal
from games.accounts.scopes import ALL, Scope, require, scopes_of, wanted_of_frame
from games.accounts.token_authentication import ScopedTokenAuthentication
from games.envelopes import encoded, envelope
from games.live.database import in_database
from games.live.following import Following, Source
from games.live.frames import MalformedFrame, NotJoined, frame_from
from games.live.hub import hub
from games.live.lines import OFFERED, AsgiLine, Line, Parcel, WireLine
from games.match.fields import version_in
from games.models import Player, Token
from games.problems import problem_of
from games.refusals import DATABASE_AWAY, Unavailable

BAD_TOKEN, UNKNOWN, NOT_JSON, TOO_MANY = 4401, 4404, 4400, 4429
FRAMES_AT_ONCE, FRAMES_A_SECOND = 60.0, 10.0
BAD_FRAMES_ALLOWED = 3


class StreamConsumer(AsyncWebsocketConsumer):
    """Base of the two sockets. `sent` is the version that the client has been brought to, once it
    `is_ready`: before that, nothing is told of what it joined.
    """

    source: Source
    player: Player | None = None
    scopes: frozenset[Scope] = ALL
    viewer: int | None = None
    following: Following | None = None
    sent = 0
    is_ready = False
    bad_frames = 0
    filling: "asyncio.Task[None] | None" = None

    async def __call__(
        self, scope: Any, receive: Callable[[], Any], send: Callable[[Any], Any]
    ) -> None:
        # Instead of the inherited one, which gives every socket a channel and two tasks of its own:
        # a process has one channel for all its sockets (`games.live.hub`).
        self.scope, self.base_send = scope, send
        wire = scope.get("extensions", {}).get(OFFERED)
        self.line: Line = WireLine(self.catch_up, wire) if wire else AsgiLine(self.catch_up, send)
        try:
            with suppress(StopConsumer):
                while True:
                    message = await receive()
                    await getattr(self, message["type"].replace(".", "_"))(message)
        finally:
            self._leave()
            self.line.leave()

    # What a stream is: given by the two kinds.

    async def enter(self) -> tuple[UUID, int | None]:
        """What is looked at, and which audience the player is of it. Refuses an unknown stream."""
        raise NotImplementedError

    async def snapshot(self) -> tuple[int, Mapping[str, Any]]:
        raise NotImplementedError

    async def act(self, frame: dict[str, Any]) -> None:
        """Any frame but join and ping."""
        raise NotImplementedError

    # The life of a socket.

    async def connect(self) -> None:
        self.tokens, self.tokens_at = FRAMES_AT_ONCE, time.monotonic()
        await self.accept()

    async def websocket_disconnect(self, message: Mapping[str, Any]) -> None:
        raise StopConsumer

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
        except DATABASE_AWAY:
            await self.refuse(Unavailable(), frame)

    async def _answer(self, frame: dict[str, Any]) -> None:
        if frame["type"] == "join":
            await self._join(frame)
            return
        require(self.scopes, [wanted_of_frame(frame["type"])])
        if self.following is None:
            raise NotJoined()
        elif frame["type"] == "ping":
            await self.following.refresh(self.sent)
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
        self._leave()
        try:
            id_, self.viewer = await self.enter()
        except Refusal as refusal:
            await self.refuse(refusal, frame)
            await self.close(UNKNOWN)
            return
        # First follow, then read: what is committed in between is told once.
        self.following = hub().follow(self.source, id_, self)
        if after is None or not await self._bring(after):
            await self._send_snapshot()
        self.is_ready = True
        self.catch_up()

    async def _who(self, token: Any) -> Player | None:
        if token is not None:
            found: tuple[Player, Token] = await in_database(
                ScopedTokenAuthentication().authenticate_credentials, str(token).encode()
            )
            self.scopes = scopes_of(found[1])
            require(self.scopes, [Scope.READ])
            return found[0]
        self.scopes = ALL
        user = self.scope.get("user")
        return user if isinstance(user, Player) else None

    def _leave(self) -> None:
        if self.following is not None:
            hub().leave(self.following, self)
        if self.filling is not None:
            self.filling.cancel()
        self.following, self.is_ready = None, False

    async def _bring(self, after: int) -> bool:
        """Readies what a client that comes back has missed; False where it gets a snapshot."""
        assert self.following is not None
        if not await self.following.fill(after):
            return False
        self.sent = after
        return True

    # A follower, as `games.live.following` has it.

    def catch_up(self) -> None:
        """Writes what the stream has and the client has not, unless the line is clogged."""
        following = self.following
        if following is None or not self.is_ready or self.line.is_clogged:
            return
        if self.sent >= following.version:
            return
        parcel = following.parcel(self.viewer, self.sent)
        if parcel is not None:
            self.line.write(parcel)
            self.sent = following.version
        elif self.filling is None:
            self.filling = asyncio.create_task(self._fill())

    async def _fill(self) -> None:
        """Gets what is not held any more: from the store, or as a snapshot where it is much."""
        assert self.following is not None
        try:
            if not await self.following.fill(self.sent):
                await self._send_snapshot()
        finally:
            self.filling = None
        self.catch_up()

    # What is said to this client alone.

    async def _send_snapshot(self) -> None:
        assert self.following is not None
        version, data = await self.snapshot()
        await self.line.until_free()
        self.line.write(
            Parcel([encoded(envelope(version, "snapshot", dict(data), timezone.now()))])
        )
        self.sent = version
        self.following.known(version)

    async def close(self, code: int | None = None, reason: str | None = None) -> None:
        await self.line.until_sent()
        await super().close(code, reason)

    async def say(self, type_: str, data: dict[str, Any]) -> None:
        await self.line.until_free()
        self.line.write(Parcel([encoded(envelope(self.sent, type_, data, timezone.now()))]))

    async def refuse(self, refusal: Refusal, frame: dict[str, Any]) -> None:
        data = problem_of(refusal)
        if isinstance(frame.get("command_id"), str):
            data["command_id"] = frame["command_id"]
        await self.say("refused", data)

    def _within_rate(self) -> bool:
        now = time.monotonic()
        earned = (now - self.tokens_at) * FRAMES_A_SECOND
        self.tokens, self.tokens_at = min(FRAMES_AT_ONCE, self.tokens + earned) - 1, now
        return self.tokens >= 0
