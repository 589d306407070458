"""A match as it is for one of its seats: whether it is on turn, what it sees and may play."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from engine.match.decide import MatchState
from games.match import queries
from games.match.documents import LegalMoves
from games.match.match_log import match_log
from games.models import Player


@dataclass(frozen=True, slots=True)
class AtSeat:
    """`turn` is the version at which the seat's turn began, or None; `owes_cut`: the match waits
    for its cut. `view` is what the seat sees, and `moves` what it may play on its turn; both None
    where nothing is new in it.
    """

    version: int
    status: str
    seat: int
    turn: int | None
    owes_cut: bool
    view: dict[str, Any] | None
    moves: LegalMoves | None


def look(match_id: UUID, player: Player, now: datetime, known_turn: int | None) -> AtSeat | None:
    """The match for the player's seat; None for who has none. Who knows a turn already is not shown
    it again: then there is a view only of a match that is over. 0 knows nothing.

    Refuses `unknown_match`.
    """
    match, state = queries.row_and_state(match_id)
    seat = next((one.number for one in match.seats.all() if one.player_id == player.pk), None)
    if seat is None:
        return None
    turn = state.turn_since if to_act(state, seat) else None
    is_new = known_turn == 0 or state.status == "finished" or turn not in (None, known_turn)
    return AtSeat(
        version=state.version,
        status=state.status,
        seat=seat,
        turn=turn,
        owes_cut=state.status == "waiting" and state.seats[seat].cut is None,
        view=queries.view_of(match, state, queries.Sight(seat), now) if is_new else None,
        moves=queries.moves_of(state, seat) if is_new and turn is not None else None,
    )


def to_act(state: MatchState, seat: int) -> bool:
    return state.status == "playing" and state.turn == seat and state.seats[seat].left is None


def waits_for_others(match_id: UUID, seat: int, version: int) -> bool:
    """Whether this process knows, without asking, that at this version others are to act."""
    head = match_log.kept(match_id)
    if head is None or head.state.version < version:
        return False
    return head.state.status == "playing" and not to_act(head.state, seat)
