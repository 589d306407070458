"""Who is on the sockets of an event loop, and what let them in: so that it can be taken away.

Whoever is let in is told apart by player, by session and by token. An ending names those whom it
ends; it is remembered for a moment, for those who were let in while it was on its way.
"""

import hashlib
import time
from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

# For how long an ending also ends those who were looked up before it, and came in after it.
REMEMBERED_SECONDS = 30.0


def digest_of(key: str) -> str:
    """What stands for the key of a session where others may read it."""
    return hashlib.sha256(key.encode(errors="replace")).hexdigest()


@dataclass(frozen=True, slots=True)
class Pass:
    """What let somebody in: their session, by its key, or a token, by its digest; and the digest of
    what their password was hashed to.
    """

    player: UUID
    password: str
    session: str | None = None
    token: str | None = None


@dataclass(frozen=True, slots=True)
class Ending:
    """Whom to end: a player, or of theirs one session, one token, or all but one session. Sessions
    stand here by their digests.
    """

    player: str
    session: str | None = None
    token: str | None = None
    except_session: str | None = None

    def is_about(self, held: Pass) -> bool:
        if held.player.hex != self.player:
            return False
        if self.token is not None:
            return held.token == self.token
        if self.session is not None:
            return held.session is not None and digest_of(held.session) == self.session
        return not self.spares(held)

    def spares(self, held: Pass) -> bool:
        """Whether it is the one session that stays."""
        return (
            self.except_session is not None
            and held.player.hex == self.player
            and held.session is not None
            and digest_of(held.session) == self.except_session
        )


class Guest(Protocol):
    """A socket."""

    address: str
    held: Pass | None

    def end(self) -> None:
        """What let it in is no more: nothing that its client says is done from now on."""

    def renew(self) -> None:
        """What let it in has another shape now: its client can come back, and has to."""


class Presence:
    """The sockets of one event loop."""

    def __init__(self) -> None:
        self.guests: set[Guest] = set()
        self._of_players: dict[UUID, set[Guest]] = {}
        self._at: Counter[str] = Counter()
        self._endings: deque[tuple[float, Ending]] = deque()

    def come(self, guest: Guest) -> None:
        self.guests.add(guest)
        self._at[guest.address] += 1

    def go(self, guest: Guest) -> None:
        """Nothing where it has gone already."""
        if guest not in self.guests:
            return
        self.guests.discard(guest)
        self._forget(guest)
        self._at[guest.address] -= 1
        if not self._at[guest.address]:
            del self._at[guest.address]

    def let_in(self, guest: Guest, held: Pass, since: float) -> bool:
        """Says what lets it in from now on, as it was read at `since`; False where it was taken
        away meanwhile.
        """
        self._forget(guest)
        guest.held = held
        self._of_players.setdefault(held.player, set()).add(guest)
        return not any(at >= since and one.is_about(held) for at, one in self._endings)

    def at(self, address: str) -> int:
        """How many sockets this address has."""
        return self._at[address]

    def of(self, player: UUID) -> int:
        """How many sockets this player has."""
        return len(self._of_players.get(player, ()))

    def end(self, ending: Ending) -> None:
        now = time.monotonic()
        self._endings.append((now, ending))
        while self._endings[0][0] < now - REMEMBERED_SECONDS:
            self._endings.popleft()
        for guest in list(self._of_players.get(UUID(ending.player), ())):
            if guest.held is None:
                continue
            if ending.is_about(guest.held):
                guest.end()
            elif ending.spares(guest.held):
                guest.renew()

    def holding(self, passes: Iterable[Pass]) -> list[Guest]:
        """The guests who were let in by one of these."""
        wanted = set(passes)
        return [guest for guest in self.guests if guest.held in wanted]

    def passes(self) -> set[Pass]:
        """All by which somebody is in."""
        return {guest.held for guest in self.guests if guest.held is not None}

    def _forget(self, guest: Guest) -> None:
        if guest.held is None:
            return
        others = self._of_players.get(guest.held.player)
        if others is not None:
            others.discard(guest)
            if not others:
                del self._of_players[guest.held.player]
        guest.held = None
