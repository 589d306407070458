"""What lies in the broker of the tests, as anybody who can read Redis sees it."""

import base64
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import redis
from django.conf import settings

# Of one task or process, and not of what it is to do.
OF_ONE_TASK = re.compile(r"\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|gen\d+@\S+?(?=\")")


class Broker:
    """The queues, and whatever else a Redis holds."""

    def __init__(self, server: "redis.Redis[bytes]") -> None:
        self._server = server

    def empty(self) -> None:
        for queue in self._queues():
            self._server.delete(queue)

    def tasks(self) -> list[dict[str, Any]]:
        """The messages of all queues, the oldest first, with the bodies that they carry."""
        lying = [text for queue in self._queues() for text in self._server.lrange(queue, 0, -1)]
        messages = [json.loads(text) for text in reversed(lying)]
        for message in messages:
            message["body"] = json.loads(base64.b64decode(message["body"]))
        return messages

    def texts(self) -> list[str]:
        """The messages without the ids of tasks, which are drawn anew for each."""
        return sorted(OF_ONE_TASK.sub("", json.dumps(task)) for task in self.tasks())

    def other_keys(self) -> set[bytes]:
        """What is kept beside queues and their bindings."""
        return {
            key
            for key in self._server.scan_iter("*")
            if not key.startswith(b"_kombu.binding") and self._server.type(key) != b"list"
        }

    def _queues(self) -> list[bytes]:
        return sorted(key for key in self._server.scan_iter("*") if self._is_queue(key))

    def _is_queue(self, key: bytes) -> bool:
        return self._server.type(key) == b"list"


@contextmanager
def broker() -> Iterator[Broker]:
    with redis.Redis.from_url(settings.CELERY_BROKER_URL) as server:
        yield Broker(server)
