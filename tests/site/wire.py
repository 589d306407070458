"""What goes through Redis while a match is played: messages to groups, and tasks."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import redis
from celery.signals import before_task_publish
from django.conf import settings


@dataclass
class Wire:
    """What is published of a match, and every task that is queued, while it listens."""

    match: str
    published: list[tuple[str, bytes]] = field(default_factory=list)
    queued: list[object] = field(default_factory=list)

    @contextmanager
    def listening(self) -> Iterator["Wire"]:
        with (
            redis.Redis.from_url(settings.CELERY_BROKER_URL) as server,
            server.pubsub() as self._in,
        ):
            self._in.psubscribe("*")
            self._in.get_message(timeout=5)
            before_task_publish.connect(self._queue)
            try:
                yield self
            finally:
                before_task_publish.disconnect(self._queue)

    def hear(self, messages: int) -> None:
        """Waits for so many messages."""
        while len(self.published) < messages:
            message = self._in.get_message(timeout=10)
            assert message is not None, f"{len(self.published)} of {messages} were published"
            if self.match in (channel := message["channel"].decode()):
                self.published.append((channel, message["data"]))

    def _queue(self, body: Any, headers: Any, routing_key: str, **_: Any) -> None:
        told = {name: headers[name] for name in ("task", "argsrepr", "kwargsrepr")}
        self.queued.append((routing_key, told, body))
