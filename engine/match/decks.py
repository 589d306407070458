"""Which deck a deal is played with, and who deals first: from the match's own cuts, or from a board
that other matches share.
"""

from engine.match.state import MatchState
from engine.rules.shuffle import board_deck, first_board_dealer, first_dealer, shuffled_deck


def source_of(state: MatchState, deal: int) -> int:
    """The deal whose secret makes this deal's deck: of a mirrored pair, the first makes both."""
    return deal - 1 if state.mirrored and deal % 2 == 0 else deal


def deck_of(state: MatchState, source: int, secret: bytes) -> tuple[int, ...]:
    """The deck that `secret`, which is that of the deal `source`, makes."""
    if state.board is not None:
        return board_deck(secret, state.board, source)
    return shuffled_deck(secret, state.match, source, _cuts(state))


def dealer_of(state: MatchState, secret: bytes) -> int:
    """R19: the seat that deals first; `secret` is that of the first deal."""
    if state.board is not None:
        return first_board_dealer(secret, state.board, len(state.seats))
    return first_dealer(secret, state.match, _cuts(state))


def _cuts(state: MatchState) -> list[bytes]:
    return [seat.cut for seat in state.seats if seat.cut is not None]
