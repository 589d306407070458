"""Live play as an application of Django Channels has it that is written in an hour.

`uvicorn tests.load.ten_lines:application`. A text that a client sends to a table (`ws/tables/7/`)
becomes one row in the database of DATABASE_URL, then goes through the Redis of REDIS_URL to all who
sit there. Nothing is judged, nobody is asked who they are. Connections to the database are kept,
which Django does not do unless it is told.
"""

import os
from typing import Any

import django
import environ
import psycopg
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import URLRouter
from django.conf import settings
from django.urls import path

TABLE = "ten_lines_move"

with psycopg.connect(os.environ["DATABASE_URL"]) as _connection:
    _connection.execute(
        f"CREATE TABLE IF NOT EXISTS {TABLE} (id bigserial PRIMARY KEY,"
        " match varchar(40) NOT NULL, text text NOT NULL,"
        " at timestamp with time zone NOT NULL)"
    )

settings.configure(
    DATABASES={"default": environ.Env().db("DATABASE_URL") | {"CONN_MAX_AGE": None}},
    CHANNEL_LAYERS={
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [os.environ["REDIS_URL"]], "prefix": "ten-lines"},
        },
    },
    USE_TZ=True,
)
django.setup()

from django.db import models  # noqa: E402


class Move(models.Model):
    match = models.CharField(max_length=40)
    text = models.TextField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "ten_lines"
        db_table = TABLE
        managed = False

    def __str__(self) -> str:
        return f"{self.match}: {self.text}"


class Table(AsyncWebsocketConsumer):
    async def connect(self) -> None:
        self.match = self.scope["url_route"]["kwargs"]["match"]
        await self.channel_layer.group_add(self.match, self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(self.match, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await database_sync_to_async(Move.objects.create)(match=self.match, text=text_data)
        await self.channel_layer.group_send(self.match, {"type": "move", "text": text_data})

    async def move(self, event: dict[str, Any]) -> None:
        await self.send(text_data=event["text"])


application = URLRouter([path("ws/tables/<slug:match>/", Table.as_asgi())])
