"""What facts of a tournament are made of."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tournaments.core.stages import Outcome


@dataclass(frozen=True, slots=True)
class Member:
    """Who plays for an entrant: a player, and the strategy key if the player is a bot."""

    player: str
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class Anchor:
    """The head of a finished match's stream: whoever changes that log must change this one too."""

    stream: str
    version: int
    hash: str


@dataclass(frozen=True, slots=True)
class Reason:
    """Why two meet: a code and its params."""

    code: str
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Table:
    """A pairing as it was made; with `outcomes` it was decided at once."""

    number: int
    sides: tuple[tuple[str, ...], ...]
    match: str | None
    group: int = 0
    outcomes: tuple[Outcome, ...] | None = None
    why: tuple[Reason, ...] = ()
