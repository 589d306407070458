"""Secrets at rest: sealed with a key of their stream's own, which is wrapped by the keys outside.

A copy of the database shows no deck and no hand. A stream's key seals with AES-256-GCM, bound to
stream and version; the master keys (`GOODTEN_LOG_KEYS`, Fernet keys, newest first) wrap it, so
that rotating them leaves the log, which cannot change, as it is. Deleting a stream's key makes its
secrets unreadable for ever, while its chain of hashes still verifies.
"""

import json
import secrets
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.fernet import InvalidToken
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from games.master_keys import master
from games.models import Player, StreamKey

NONCE_BYTES = 12
KEY_BYTES = 32
KEPT_KEYS = 4096


class Unreadable(Exception):
    """A sealed secret that does not open, and why."""


@dataclass(frozen=True, slots=True)
class Key:
    """The key of one stream."""

    stream: str
    cipher: AESGCM

    def seal(self, version: int, secret: dict[str, Any]) -> bytes:
        """The secret as it is stored: a nonce, then the sealed JSON."""
        nonce = secrets.token_bytes(NONCE_BYTES)
        content = json.dumps(secret, separators=(",", ":")).encode()
        return nonce + self.cipher.encrypt(nonce, content, self._bound_to(version))

    def unseal(self, version: int, sealed: bytes) -> dict[str, Any]:
        """Raises `cryptography.exceptions.InvalidTag` for what was changed or sealed elsewhere."""
        nonce, content = sealed[:NONCE_BYTES], sealed[NONCE_BYTES:]
        opened = self.cipher.decrypt(nonce, content, self._bound_to(version))
        found: dict[str, Any] = json.loads(opened)
        return found

    def _bound_to(self, version: int) -> bytes:
        return f"{self.stream}|{version}".encode()


def make_key(stream: str) -> Key:
    """Gives a new stream its key, in the transaction that writes its first facts.

    `IntegrityError` where it has one: somebody else created the stream. The key is not kept, since
    that transaction may yet be rolled back.
    """
    key = secrets.token_bytes(KEY_BYTES)
    StreamKey.objects.create(stream=stream, wrapped=master().encrypt(key))
    return Key(stream, AESGCM(key))


@lru_cache(maxsize=KEPT_KEYS)
def key_of(stream: str) -> Key:
    """The key of a stream that has one."""
    wrapped = StreamKey.objects.values_list("wrapped", flat=True).get(stream=stream)
    return Key(stream, AESGCM(master().decrypt(bytes(wrapped))))


def opened(stream: str, version: int, sealed: bytes) -> dict[str, Any]:
    """The secret of the fact at this place. Raises `Unreadable`."""
    try:
        return key_of(stream).unseal(version, sealed)
    except StreamKey.DoesNotExist as missing:
        problem = "the key of the stream is missing"
        raise Unreadable(f"its secret cannot be opened: {problem}") from missing
    except InvalidToken as foreign:
        problem = "the key of the stream was wrapped with none of GOODTEN_LOG_KEYS"
        raise Unreadable(f"its secret cannot be opened: {problem}") from foreign
    except (InvalidTag, ValueError) as changed:
        problem = "the key is another stream's, or what it seals was changed"
        raise Unreadable(f"its secret cannot be opened: {problem}") from changed


def rewrap(key: StreamKey) -> None:
    """Wraps the stream's key with the newest master key."""
    key.wrapped = master().rotate(bytes(key.wrapped))
    key.save(update_fields=["wrapped"])


def reseal(player: Player) -> None:
    """Has the player's seal made by the newest master key, saying what it said."""
    player.seal = master().rotate(bytes(player.seal))
    player.save(update_fields=["seal"])
