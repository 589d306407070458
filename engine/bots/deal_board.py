"""The board of what a seat knows: its own hand, the table, and the piles that it remembers."""

from engine.rules.board import CARD, Board
from engine.rules.cards import cards_in
from engine.rules.legality import move_of
from engine.rules.listing import Lister
from engine.rules.moves import Move
from engine.wire.knowledge import Knowledge
from engine.wire.observation import SeenDeal

# On a table on which there are more moves, those that take most are weighed.
_MOST_WEIGHED = 40
_ROOM = 256
_ROOM_IN_A_CROWD = 48
_CROWDED = 12


def board_of(knowledge: Knowledge) -> Board:
    """A new board with all that the seat on turn knows; the hands of others are empty."""
    board = knowledge.position().board()
    deal = deal_of(knowledge)
    board.piles = list(knowledge.piles)
    board.sweeps = list(deal.sweeps)
    board.last = -1 if deal.last_capture is None else deal.last_capture
    return board


def deal_of(knowledge: Knowledge) -> SeenDeal:
    """The deal in play, which a seat on turn always sees."""
    deal = knowledge.observation.deal
    if deal is None:
        raise ValueError("nobody is on turn before the first deal")
    return deal


def counts_of(knowledge: Knowledge) -> list[int]:
    """The number of cards in each hand."""
    return [seat.cards for seat in knowledge.observation.seats]


def moves_on(board: Board) -> list[tuple[int, int]]:
    """The legal moves of the seat on turn as codes and items, at most those worth weighing.

    Of equal moves the first is that of the lowest card, whatever the order of the hand.
    """
    board.hands[board.turn].sort()
    crowded = board.loose.bit_count() > _CROWDED
    found = Lister(board, _ROOM_IN_A_CROWD if crowded else _ROOM).moves()
    moves = [
        (code, items) for place, code in enumerate(found.codes) for items in found.choices[place]
    ]
    if len(moves) > _MOST_WEIGHED:
        moves.sort(key=_promise, reverse=True)
        trails = [move for move in moves[_MOST_WEIGHED:] if not move[1] and move[0] <= CARD]
        moves = moves[:_MOST_WEIGHED] + trails
    return moves


def _promise(move: tuple[int, int]) -> int:
    return move[1].bit_count()


def hidden_hand(knowledge: Knowledge) -> int | None:
    """The other hand, where it can be counted out: two players, and nothing left to be dealt."""
    deal = deal_of(knowledge)
    if len(knowledge.observation.seats) != 2 or deal.stock:
        return None
    return knowledge.hidden


def as_move(move: tuple[int, int]) -> Move:
    """The move of a code and items."""
    return move_of(*move)


def set_hand(board: Board, seat: int, hand: int) -> None:
    board.hands[seat] = cards_in(hand)
