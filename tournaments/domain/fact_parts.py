"""What facts of a tournament are made of."""

from dataclasses import dataclass

from tournaments.core.planning import PairingReason
from tournaments.core.stages import Outcome


@dataclass(frozen=True, slots=True)
class Member:
    """Who plays for an entrant: a player, and the strategy key if the player is a bot."""

    player: str
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A pairing as it was made; with `outcomes` it was decided at once."""

    number: int
    sides: tuple[tuple[str, ...], ...]
    match: str | None
    group: int = 0
    outcomes: tuple[Outcome, ...] | None = None
    why: tuple[PairingReason, ...] = ()
