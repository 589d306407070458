"""What a person typed into a fact stands beside it: the fact has its digest, and a row the text and
its salt, so that the text can be taken away while the chain of hashes still holds.

The same text in one stream has one salt, so that equal texts have equal digests, before and after
they are taken away. Facts of earlier schemas have their texts in them, for ever.
"""

import hashlib
import secrets
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from engine.wire.codec import Fact
from games.models import StatedText
from games.store import statements
from games.store.stated_fields import FIELDS, is_typed

SALT_BYTES = 16
LABEL = b"good-ten/text/1"
# What a text that was taken away reads as, before eight digits of its digest.
REMOVED = "removed-"
Data = dict[str, Any]
# A row of the log, or what has its attributes.
Row = Any


def digest_of(salt: bytes, text: str) -> str:
    """Hex: SHA-256 over the label, the salt and the text, the first two of which have a fixed
    length.
    """
    return hashlib.sha256(LABEL + salt + text.encode()).hexdigest()


def removed(digest: str) -> str:
    """What is read in the place of a text that was taken away."""
    return f"{REMOVED}{digest[:8]}"


def digests_in(type_: str, data: Any) -> dict[str, str]:
    """By field the digests that a stored fact has in the place of texts."""
    if not isinstance(data, dict):
        return {}
    found = {}
    for field in FIELDS.get(type_, ()):
        value = data.get(field)
        if isinstance(value, dict) and isinstance(value.get("digest"), str):
            found[field] = value["digest"]
    return found


def set_apart(stream: str, facts: Sequence[Fact]) -> list[Data]:
    """The data of the facts as they are stored, with digests in the place of texts, which are
    written beside them: must run inside the transaction that inserts the facts.
    """
    typed = [_typed(fact) for fact in facts]
    texts = {text for fields in typed for text in fields.values()}
    if not texts:
        return [fact.data for fact in facts]
    digests = _known(stream, sorted(texts))
    new = []
    for text in sorted(texts - digests.keys()):
        salt = secrets.token_bytes(SALT_BYTES)
        digests[text] = digest_of(salt, text)
        new.append((stream, digests[text], salt, text))
    if new:
        statements.insert(StatedText, ("stream", "digest", "salt", "text"), new)
    return [
        fact.data | {field: {"digest": digests[text]} for field, text in fields.items()}
        for fact, fields in zip(facts, typed, strict=True)
    ]


def _known(stream: str, texts: Sequence[str]) -> dict[str, str]:
    """The digests of those that the stream has already."""
    found: dict[str, str] = {}
    for at in range(0, len(texts), statements.ROWS_AT_ONCE):
        some = texts[at : at + statements.ROWS_AT_ONCE]
        rows = StatedText.objects.filter(stream=stream, text__in=some)
        found |= rows.values_list("text", "digest")
    return found


def _typed(fact: Fact) -> dict[str, str]:
    """By field what a person typed into the fact."""
    found = {}
    for field in FIELDS.get(fact.type, ()):
        text = fact.data.get(field)
        if isinstance(text, str) and is_typed(field, text):
            found[field] = text
    return found


def joined(rows: Sequence[Row]) -> list[Data]:
    """The data of stored facts with their texts in place, from one query at most."""
    named = [digests_in(row.type, row.data) for row in rows]
    if not any(named):
        return [row.data for row in rows]
    wanted: dict[str, set[str]] = {}
    for row, fields in zip(rows, named, strict=True):
        wanted.setdefault(row.stream, set()).update(fields.values())
    texts = standing(wanted)
    return [
        row.data
        | {
            field: texts[row.stream, digest][1]
            if (row.stream, digest) in texts
            else removed(digest)
            for field, digest in fields.items()
        }
        for row, fields in zip(rows, named, strict=True)
    ]


def standing(wanted: Mapping[str, Collection[str]]) -> dict[tuple[str, str], tuple[bytes, str]]:
    """By stream and digest the salts and texts that still stand, of those that are wanted."""
    digests = {digest for some in wanted.values() for digest in some}
    rows = StatedText.objects.filter(stream__in=[stream for stream, some in wanted.items() if some])
    if len(digests) <= statements.ROWS_AT_ONCE:
        rows = rows.filter(digest__in=digests)
    values = rows.values_list("stream", "digest", "salt", "text")
    return {
        (stream, digest): (bytes(salt), text)
        for stream, digest, salt, text in values
        if digest in digests
    }
