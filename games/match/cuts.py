"""Before the first card: players commit to their cuts and show them; the server has a spare for
each seat, fixed by its digest since the match was created.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from engine.match.cutters import BY_ABSENCE, BY_PLAYER, BY_SILENCE, BY_WAIVER
from engine.match.decide import Command as MatchCommand
from engine.match.decide import CommitCut, MakeCut, MatchState
from engine.rules.shuffle import CUT_BYTES, spare_cut
from games.match.match_log import match_log
from games.models import Player
from games.refusals import NotSeated
from games.store.actors import player_actor
from games.store.aggregate import Head
from games.store.stream_log import Intent


@dataclass(frozen=True, slots=True)
class Accepted:
    """The answer to a command: the version of the match that holds it."""

    version: int


def cut(match_id: UUID, player: Player, cut_bytes: bytes, *, now: datetime) -> Accepted:
    """Shows the cut of the player's seat, whether or not it was committed to; the last cut starts
    the match.
    """
    return _cut(match_id, player, lambda state, seat: MakeCut(seat, cut_bytes, BY_PLAYER), now)


def commit_cut(match_id: UUID, player: Player, digest: bytes, *, now: datetime) -> Accepted:
    """Commits the player's seat to a cut by its digest."""
    return _cut(match_id, player, lambda state, seat: CommitCut(seat, digest), now)


def waive_cut(match_id: UUID, player: Player, *, now: datetime) -> Accepted:
    """Makes the spare cut for the player's seat, as the player wants none."""
    return _cut(match_id, player, lambda state, seat: _spare(state, seat, BY_WAIVER), now)


def _cut(
    match_id: UUID,
    player: Player,
    command: Callable[[MatchState, int], MatchCommand],
    now: datetime,
) -> Accepted:
    def plan(head: Head[MatchState]) -> MatchCommand:
        return command(head.state, seat_in(head.state, player))

    done = match_log.run(match_id, Intent(plan, player_actor(player.pk), now))
    return Accepted(done.version)


def missing_cuts(state: MatchState) -> list[MakeCut]:
    """What the server cuts once the time of the players is up: first for those who have not
    committed, then, when everybody is decided, for those who do not show their cut.
    """
    if state.awaits_reveals:
        silent = [number for number, seat in enumerate(state.seats) if seat.cut is None]
        return [_spare(state, number, BY_SILENCE) for number in silent]
    absent = [number for number, seat in enumerate(state.seats) if seat.may_choose]
    return [_spare(state, number, BY_ABSENCE) for number in absent]


def _spare(state: MatchState, seat: int, by: str) -> MakeCut:
    """The server's cut for a seat; a match of an earlier version has none ready."""
    if state.digests is None:
        return MakeCut(seat, secrets.token_bytes(CUT_BYTES), BY_ABSENCE)
    return MakeCut(seat, spare_cut(state.seed, state.match, seat), by)


def seat_in(state: MatchState, player: Player) -> int:
    """The player's seat. Refuses `not_seated`."""
    for number, seat in enumerate(state.seats):
        if seat.player == player.pk.hex:
            return number
    raise NotSeated()
