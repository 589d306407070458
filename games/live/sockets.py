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
from games.accounts.scopes import ALL, Scope, require, wanted_of_frame
from games.envelopes import encoded, envelope
from games.limits.asking import counted_as
from games.limits.refusals import Throttled
from games.live import admission
from games.live.attendance import Pulse
from games.live.following import LOOKS_LIVE, Following, Source, Viewer
from games.live.frames import MalformedFrame, NotJoined, frame_from
from games.live.hub import hub
from games.live.lines import OFFERED, AsgiLine, Line, Parcel, WireLine
from games.live.pictures import Snapshot
from games.live.presence import Pass
from games.match.fields import version_in
from games.models import Player
from games.problems import problem_of
from games.refusals import DATABASE_AWAY, Unavailable

BAD_TOKEN, UNKNOWN, NOT_JSON, TOO_MANY, TOO_LATE = 4401, 4404, 4400, 4429, 4408
# The client is to come back, and will be let in.
COME_BACK = 1012
# Within which a socket that was opened has to join.
SECONDS_TO_JOIN = 10.0
FRAMES_AT_ONCE, FRAMES_A_SECOND = 60.0, 10.0
BAD_FRAMES_ALLOWED = 3
# So late may the time be in a snapshot that many get, by which a page sets its clocks.
SECONDS_SHARED = 0.25


class StreamConsumer(AsyncWebsocketConsumer):
    """Base of the two sockets. `sent` is the version that the client has been brought to, once it
    `is_ready`: before that, nothing is told of what it joined. Once it `is_over`, nothing that the
    client says is done any more, and nothing is told.
    """

    source: Source
    player: Player | None = None
    scopes: frozenset[Scope] = ALL
    viewer: int | None = None
    # Whether who has no seat sees the stream as seats do, where others see it later.
    looks_live = False
    following: Following | None = None
    sent = 0
    is_ready = False
    is_over = False
    bad_frames = 0
    filling: "asyncio.Task[None] | None" = None
    # What let the player in, and the code that says that it does no more.
    held: Pass | None = None
    lost_code = BAD_TOKEN
    deadline: asyncio.TimerHandle | None = None
    # The match whose attendance this counts for, and whether the client asked to be told of it.
    attended: UUID | None = None
    has_pulse = False
    ending: "asyncio.Task[None] | None" = None

    async def __call__(
        self, scope: Any, receive: Callable[[], Any], send: Callable[[Any], Any]
    ) -> None:
        # Instead of the inherited one, which gives every socket a channel and two tasks of its own:
        # a process has one channel for all its sockets (`games.live.hub`).
        self.scope, self.base_send = scope, send
        self.address = counted_as((scope.get("client") or ("",))[0])
        wire = scope.get("extensions", {}).get(OFFERED)
        self.line: Line = WireLine(self.catch_up, wire) if wire else AsgiLine(self.catch_up, send)
        self.house = hub()
        self.house.come(self)
        try:
            with suppress(StopConsumer):
                while True:
                    message = await receive()
                    await getattr(self, message["type"].replace(".", "_"))(message)
        finally:
            self._leave()
            self.line.leave()
            self._joined()
            self.house.go(self)

    # What a stream is: given by the two kinds.

    async def enter(self) -> tuple[UUID, int | None]:
        """What is looked at, and which audience the player is of it. Refuses an unknown stream, or
        leaves that of who looks on to the snapshot.
        """
        raise NotImplementedError

    async def snapshot(self) -> tuple[int, Mapping[str, Any]]:
        """The newest version as anybody may see it, which all who look on share. Refuses what they
        may not see.
        """
        raise NotImplementedError

    async def own_snapshot(self) -> tuple[int, Mapping[str, Any]]:
        """The same as the player sees it, from a seat or live; a stream of facts that are the same
        for everybody has none.
        """
        raise NotImplementedError

    async def act(self, frame: dict[str, Any]) -> None:
        """Any frame but join and ping."""
        raise NotImplementedError

    # The life of a socket.

    async def connect(self) -> None:
        self.tokens, self.tokens_at = FRAMES_AT_ONCE, time.monotonic()
        self.pulse = Pulse()
        await self.accept()
        try:
            await admission.count_opening(self.house.presence, self.address)
        except Throttled as refusal:
            await self.close(TOO_MANY, admission.reason_of(refusal))
            return
        loop = asyncio.get_running_loop()
        self.deadline = loop.call_later(SECONDS_TO_JOIN, self._end_with, TOO_LATE)

    async def websocket_disconnect(self, message: Mapping[str, Any]) -> None:
        raise StopConsumer

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self.is_over:
            return
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
            if frame["type"] == "join":  # who has not joined would wait here for nothing
                await self.close(COME_BACK)

    async def _answer(self, frame: dict[str, Any]) -> None:
        if frame["type"] == "join":
            await self._join(frame)
            return
        if frame["type"] == "pulse":
            self.pulse.answered(frame.get("n"), asyncio.get_running_loop().time())
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
            is_let_in = await self._let_in(frame.get("token"))
        except AuthenticationFailed:
            is_let_in = False
        except Throttled as refusal:
            await self.close(TOO_MANY, admission.reason_of(refusal))
            return
        if not is_let_in:
            await self.close(BAD_TOKEN)
            return
        self._leave()
        await self._begin(frame, after)

    async def _begin(self, frame: dict[str, Any], after: int | None) -> None:
        """What a client that was let in has joined for."""
        try:
            id_, self.viewer = await self.enter()
            if self.is_over:
                return
            # First follow, then read: what is committed in between is told once.
            self.following = following = self.house.follow(self.source, id_, self)
            await following.know_shown()
            if self.audience is None:  # it refuses who may not look, even if they need it not
                await self._shared_snapshot(following)
            if after is None or not await self._bring(after):
                await self._send_snapshot()
        except Refusal as refusal:
            await self.refuse(refusal, frame)
            await self.close(UNKNOWN)
            return
        self._joined()
        self.is_ready = self.following is not None
        self.catch_up()
        if self.is_ready and self.source.attended:
            self.has_pulse = frame.get("pulse") is True
            self.attended = id_
            self.house.attendance.come(id_, self)

    async def _let_in(self, token: Any) -> bool:
        """Finds out who this is; False where what says so is no more. Refuses `throttled`, and
        raises AuthenticationFailed.
        """
        found = await admission.joining(self.scope, self.address, token)
        self.player, self.scopes, held = found.player, found.scopes, found.held
        if held is None:
            return True
        if self.held is None:
            admission.check_room(self.house.presence, held)
        return self.house.presence.let_in(self, held, found.since)

    def _joined(self) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    # A guest, as `games.live.presence` has it.

    def end(self) -> None:
        self._end_with(self.lost_code)

    def renew(self) -> None:
        self.lost_code = COME_BACK

    def _end_with(self, code: int) -> None:
        if not self.is_over:
            self.is_over = True
            self.ending = asyncio.create_task(self.close(code))

    def _leave(self) -> None:
        if self.attended is not None:
            self.house.attendance.go(self.attended, self)
            self.attended = None
        if self.following is not None:
            self.house.leave(self.following, self)
        if self.filling is not None:
            self.filling.cancel()
        self.following, self.is_ready = None, False

    async def _bring(self, after: int) -> bool:
        """Readies what a client that comes back has missed; False where it gets a snapshot: where
        that is too much, or the client says to know more than there is.
        """
        following = self.following
        if following is None or not await following.fill(after):
            return False
        if after > following.head(self.audience):
            return False
        self.sent = after
        return True

    # A follower, as `games.live.following` has it.

    @property
    def audience(self) -> Viewer:
        """Whose facts it is told."""
        return LOOKS_LIVE if self.looks_live else self.viewer

    @property
    def sees_live(self) -> bool:
        """Whether it sees the stream as it is, and not later."""
        return self.audience is not None or self.following is None or self.following.shown is None

    def catch_up(self) -> None:
        """Writes what the stream has and the client has not, unless the line is clogged."""
        following = self.following
        if following is None or not self.is_ready or self.line.is_clogged:
            return
        head = following.head(self.audience)
        if self.sent < head:
            parcel = following.parcel(self.audience, self.sent)
            if parcel is not None:
                self.line.write(parcel)
                self.sent = head
            elif self.filling is None:
                self.filling = asyncio.create_task(self._fill())
        if following.is_closed and self.sent >= head:
            self._end_with(UNKNOWN)

    async def _fill(self) -> None:
        """Gets what is not held any more: from the store, or as a snapshot where it is much."""
        assert self.following is not None
        try:
            if not await self.following.fill(self.sent):
                await self._send_snapshot()
        except Refusal:  # there is nothing to be seen any more
            self._end_with(UNKNOWN)
        finally:
            self.filling = None
        self.catch_up()

    # An attendee, as `games.live.attendance` has it.

    def give_pulse(self) -> None:
        if not self.line.is_clogged:
            lag = self.pulse.round_trip
            number = self.pulse.sent(asyncio.get_running_loop().time())
            self.tell("pulse", {"n": number, "lag": None if lag is None else round(lag * 1000)})

    def tell(self, type_: str, data: dict[str, Any]) -> None:
        if not self.line.is_clogged:
            self.line.write(Parcel([encoded(envelope(self.sent, type_, data, timezone.now()))]))

    # What is said to this client alone.

    async def _send_snapshot(self) -> None:
        following = self.following
        if following is None:
            return  # the socket was closed meanwhile
        if self.audience is None:
            snapshot = await self._shared_snapshot(following)
            version, parcel = snapshot.version, snapshot.plain
        else:
            version, data = await self.own_snapshot()
            parcel = Parcel([encoded(envelope(version, "snapshot", dict(data), timezone.now()))])
        await self.line.until_free()
        if following is not self.following:
            return
        self.line.write(parcel)
        self.sent = version
        following.known(version)

    async def _shared_snapshot(self, following: Following) -> Snapshot:
        """As all who look on get it: read once for all who come about the same time."""
        newest = following.picture.newest
        return await newest(self.snapshot, following.head(None), SECONDS_SHARED)

    async def close(self, code: int | None = None, reason: str | None = None) -> None:
        """Once: after that nothing is sent, and what the client says is not heard."""
        self.is_over = True
        self._leave()
        self._joined()
        if await self.line.shut():
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
