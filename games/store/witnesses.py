"""What beside the facts knows of them: rows that name a stream or how far it had come, and what the
command behind a fact asked for. Checks of the log hold the facts against it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from games.store.upcasting import UPCASTERS


@dataclass(frozen=True, slots=True)
class Witness:
    """Of one kind of stream.

    `versions` are those that rows name of a stream: it has come at least so far. `named` are the
    ids of all streams that rows name. `asked` is what the client's command that begins with a fact
    of this type and data asked for, as its digest was made of it; None of facts that no such
    command begins with.
    """

    kind: str
    versions: Callable[[UUID], Iterable[int]]
    named: Callable[[], Iterable[UUID]]
    asked: Callable[[str, dict[str, Any]], Any | None]
    # The newest schema of each type of its facts.
    schemas: Mapping[str, int]


_witnesses: dict[str, Witness] = {}


def register_witness(witness: Witness) -> None:
    """A room above says what it knows of its kind of stream."""
    _witnesses[witness.kind] = witness


def witness_of(stream: str) -> Witness | None:
    return _witnesses.get(stream.partition("-")[0])


def named_streams() -> Iterator[str]:
    """Every stream that a row of its own names, once."""
    for witness in _witnesses.values():
        yield from sorted({f"{witness.kind}-{id_.hex}" for id_ in witness.named()})


def readable_facts() -> set[tuple[str, int]]:
    """Every type and schema of facts that this version can read."""
    newest = {one for witness in _witnesses.values() for one in witness.schemas.items()}
    return newest | UPCASTERS.keys()
