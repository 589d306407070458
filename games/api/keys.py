"""`Idempotency-Key`: the name that a client gives to a request, so that it is done once."""

from typing import Any

from rest_framework.request import Request

from games.match.fields import COMMAND_ID
from games.models import Player
from games.refusals import MalformedField
from games.store.eventstore import Command, digest_of

HEADER = "Idempotency-Key"


def key_in(value: str | None) -> str | None:
    """The key that a header has, with quotes around it or without. Refuses `malformed_field`."""
    if value is None:
        return None
    key = value[1:-1] if len(value) > 1 and value[0] == value[-1] == '"' else value
    if not COMMAND_ID.fullmatch(key):
        raise MalformedField(field=HEADER)
    return key


def key_of(request: Request) -> str | None:
    return key_in(request.headers.get(HEADER)) if request.method == "POST" else None


def command_of(request: Request, by: Player) -> Command | None:
    """The command id that the key of a request is, on whatever stream the request changes."""
    key = key_of(request)
    return None if key is None else Command(f"{by.pk.hex}:{key}", digest_of(asked_by(by.pk.hex)))


def asked_by(player: str) -> dict[str, Any]:
    """What the digest of such a command is made of: what it asks for, its key stands for."""
    return {"by": player}
