"""The bot `counter`: it remembers every card that it has seen, and looks one play ahead."""

from engine.bots.deal_board import as_move, board_of, counts_of, deal_of, moves_on
from engine.bots.outlook import Outlook
from engine.bots.strategy import Choice, Considered, Randomness
from engine.bots.takes import Takes
from engine.bots.worths import worths_of
from engine.rules.board import Board
from engine.rules.dealing import HAND
from engine.rules.terms import terms_of
from engine.wire.knowledge import Knowledge


class CounterBot:
    @property
    def key(self) -> str:
        return "counter"

    @property
    def is_slow(self) -> bool:
        return False

    def choose(
        self, knowledge: Knowledge, randomness: Randomness, budget: int | None = None
    ) -> Choice:
        board = board_of(knowledge)
        return chosen(weighed(knowledge, board, moves_on(board)), randomness)


def weighed(
    knowledge: Knowledge, board: Board, moves: list[tuple[int, int]]
) -> list[tuple[int, tuple[int, int]]]:
    """These legal moves of the seat on turn, each with its worth one play ahead."""
    outlook = outlook_of(knowledge, board)
    return [(outlook.worth(board, code, items), (code, items)) for code, items in moves]


def outlook_of(knowledge: Knowledge, board: Board) -> Outlook:
    """What the seat on turn expects, by the cards that it has not seen."""
    rules = knowledge.observation.ruleset
    counts, seat = counts_of(knowledge), board.turn
    takes = Takes(terms_of(rules), worths_of(rules))
    following = (seat + 1) % board.seats
    count = counts[following]
    if not count and deal_of(knowledge).stock:
        counts, count = [HAND] * board.seats, HAND
    side = board.sides[seat]
    others = sum(cards for of, cards in zip(board.sides, counts, strict=True) if of != side)
    return Outlook(takes, knowledge.hidden, count, others)


def chosen(found: list[tuple[int, tuple[int, int]]], randomness: Randomness) -> Choice:
    """The best of weighed moves, of equal ones by chance, with all of them as its reasons."""
    ranked = sorted(found, key=lambda one: -one[0])
    equals = [move for worth, move in ranked if worth == ranked[0][0]]
    move = equals[randomness.below(len(equals))]
    return Choice(as_move(move), tuple(Considered(as_move(one), worth) for worth, one in ranked))
