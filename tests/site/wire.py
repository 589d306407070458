"""What goes through Redis while a match is played: hints of changes, and tasks."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import redis
from celery.signals import before_task_publish
from channels.layers import get_channel_layer
from django.conf import settings

from tests.patience import PATIENCE


def _layer() -> Any:
    return get_channel_layer()


@dataclass
class Wire:
    """What is published of a match, and every task that is queued, while it listens."""

    match: str
    # Once each, and without the versions: how many go out together is a matter of time.
    published: set[tuple[object, ...]] = field(default_factory=set)
    queued: list[object] = field(default_factory=list)

    @contextmanager
    def listening(self) -> Iterator["Wire"]:
        with (
            redis.Redis.from_url(settings.CELERY_BROKER_URL) as server,
            server.pubsub() as self._in,
        ):
            self._in.psubscribe("*")
            self._in.get_message(timeout=PATIENCE)
            before_task_publish.connect(self._queue)
            try:
                yield self
            finally:
                before_task_publish.disconnect(self._queue)

    def hear(self, version: int) -> None:
        """Waits until it is published that the match has this version."""
        newest = 0
        while newest < version:
            message = self._in.get_message(timeout=PATIENCE)
            assert message is not None, f"version {newest} of {version} was published"
            if not message["type"].endswith("message") or b"celery" in message["channel"]:
                continue
            told = _layer().deserialize(message["data"])
            if told["type"] != "changes":
                continue  # beats, and who is there: a matter of time
            for kind, id_, newer, *more in told.pop("changes"):
                if id_ == self.match:
                    newest = max(newest, newer)
                    entry = (message["channel"], str(told), kind, type(newer), *more)
                    self.published.add(entry)

    def _queue(self, body: Any, headers: Any, routing_key: str, **_: Any) -> None:
        told = {name: headers[name] for name in ("task", "argsrepr", "kwargsrepr")}
        self.queued.append((routing_key, told, body))
