"""The deck of a deal and the first dealer, from the match's cuts or from the board that it shares.

`engine.rules.shuffle` has the algorithm.
"""

from engine.match.state import MatchState
from engine.rules.shuffle import board_deck, first_board_dealer, first_dealer, shuffled_deck


def source_of(state: MatchState, deal: int) -> int:
    """The deal whose secret makes the deck of this deal: the first of a mirrored pair (C14)."""
    return deal - 1 if state.mirrored and deal % 2 == 0 else deal


def deck_of(state: MatchState, source: int, secret: bytes) -> tuple[int, ...]:
    """The 52 cards, in dealing order, that the secret of the deal `source` makes."""
    if state.board is not None:
        return board_deck(secret, state.board, source)
    return shuffled_deck(secret, state.match, source, _cuts(state))


def dealer_of(state: MatchState, secret: bytes) -> int:
    """R19: the seat that deals first; `secret` is that of deal 1."""
    if state.board is not None:
        return first_board_dealer(secret, state.board, len(state.seats))
    return first_dealer(secret, state.match, _cuts(state))


def _cuts(state: MatchState) -> list[bytes]:
    return [seat.cut for seat in state.seats if seat.cut is not None]
