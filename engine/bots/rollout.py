"""Play-outs: hands drawn by chance, played to the packet's end by players with closed hands."""

from engine.bots.dealer import Dice, HandDealer
from engine.bots.evaluation import Evaluation
from engine.bots.instinct import Instinct
from engine.bots.outlook import Outlook
from engine.bots.takes import Takes
from engine.rules.board import Board
from engine.rules.dealing import HAND


class Rollouts:
    """Play-outs of one board, for the side on turn.

    `hidden` are the cards that the mover has not seen; `first` is the seat that plays first in the
    next packet, and `packets` is how many are left after this one.
    """

    def __init__(
        self,
        board: Board,
        takes: Takes,
        dealer: HandDealer,
        evaluation: Evaluation,
        hidden: int,
        first: int,
        packets: int,
    ) -> None:
        self.board = board
        self.dealer = dealer
        self.evaluation = evaluation
        self.first = first
        self.packets = packets
        self.seat = board.turn
        self.side = board.sides[board.turn]
        self.instinct = Instinct(takes)
        foes = 0
        for side in board.sides:
            if side != self.side:
                foes += 1
        unseen = hidden
        for card in board.hands[board.turn]:
            unseen |= 1 << card
        # By the number of cards in the next hand: what the mover expects, and what others do.
        self.own = [Outlook(takes, hidden, count, count * foes) for count in range(HAND + 1)]
        self.others = [Outlook(takes, unseen, count, count * foes) for count in range(HAND + 1)]
        self.played = 0

    def play(self, moves: list[tuple[int, int]], samples: int, dice: Dice) -> list[int]:
        """The sum of what each of these moves came to, over the same samples of hands."""
        totals = [0] * len(moves)
        own = self.board.hands[self.seat]
        for _ in range(samples):
            hands = self.dealer.deal(dice)
            hands[self.seat] = own
            for place in range(len(moves)):
                code, items = moves[place]
                totals[place] += self._value(hands, code, items)
        self.played += samples * len(moves)
        return totals

    def _value(self, hands: list[list[int]], code: int, items: int) -> int:
        board = self.board.copy()
        board.hands = [list(hand) for hand in hands]
        seats = board.seats
        board.play(code, items)
        turn = (self.seat + 1) % seats
        instinct = self.instinct
        while board.hands[turn]:
            following = (turn + 1) % seats
            count = len(board.hands[following])
            if not count:
                count = HAND if self.packets else 0
            board.turn = turn
            outlook = self.own[count] if turn == self.seat else self.others[count]
            chosen, taken = instinct.choose(board, outlook)
            board.play(chosen, taken)
            turn = following
        danger = 0
        if self.packets:
            danger = self.others[HAND].danger(board.loose, board.standing != 0)
        first = board.sides[self.first]
        return self.evaluation.value(board, self.side, first, danger, self.packets)
