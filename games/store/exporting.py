"""Streams as lines of JSON, from which strangers verify the chain."""

from collections.abc import Mapping
from typing import Any

from games.store import stated
from games.store.eventstore import Row, canonical, envelope_of, rows_of

AT_ONCE = 500


def whole(stream: str, upto: int | None = None) -> bytes:
    """All facts of the stream, or those up to a version, read a part at a time."""
    found = list[bytes]()
    while upto is None or len(found) < upto:
        most = AT_ONCE if upto is None else min(AT_ONCE, upto - len(found))
        lines = exported(stream, len(found), most)
        if not lines:
            break
        found += lines
    return b"".join(found)


def exported(stream: str, after: int, limit: int) -> list[bytes]:
    """Facts with version > after as lines of JSON, from which alone the chain can be verified.

    What was hashed, with the digest of what is sealed, and the texts that still stand beside it,
    each with its salt by its digest. Needs no key.
    """
    rows = list(rows_of(stream, after, limit))
    named = [stated.digests_in(row.type, row.data) for row in rows]
    wanted = {digest for fields in named for digest in fields.values()}
    texts = stated.standing({stream: wanted}) if wanted else {}
    found = []
    for row, fields in zip(rows, named, strict=True):
        beside = {
            digest: {"salt": salt.hex(), "text": text}
            for digest in fields.values()
            for salt, text in [texts.get((stream, digest), (b"", None))]
            if text is not None
        }
        found.append(_exported(row, beside) + b"\n")
    return found


def _exported(row: Row, beside: Mapping[str, Any]) -> bytes:
    envelope = envelope_of(row)
    digest = envelope.pop("secret")
    chained = {"secret_digest": digest, "previous_hash": row.previous_hash, "hash": row.hash}
    return canonical(envelope | chained | ({"texts": beside} if beside else {}))
