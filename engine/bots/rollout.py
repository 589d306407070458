"""Play-outs: hands drawn by chance, played to the packet's end by players with closed hands."""

from engine.bots.dealer import Dice, HandDealer
from engine.bots.evaluation import Evaluation
from engine.bots.horizon import Horizon
from engine.bots.instinct import Instinct
from engine.bots.outlook import Outlook
from engine.bots.past_play import CERTAIN, PastPlay
from engine.bots.takes import Takes
from engine.bots.tree import Node
from engine.rules.board import CARD, Board
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
        past: list[list[PastPlay]],
        dice: Dice,
        pool: int,
    ) -> None:
        self.board = board
        self.dealer = dealer
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
        self.takes = takes
        self.foes = foes
        self.unseen = unseen
        self.horizon = Horizon(
            evaluation, Outlook(takes, unseen, HAND, HAND * foes), board.sides[first], packets
        )
        self.dice = dice
        self.pool = pool
        self.nodes: dict[int, Node] = {}
        self._hands: list[list[list[int]]] = []
        self._odds: list[int] = []
        self._fill(past)

    def _fill(self, past: list[list[PastPlay]]) -> None:
        """Draws the hands to play with, each with its odds by the plays that were seen."""
        plays = sum([len(of) for of in past])
        total = 0
        for _ in range(self.pool):
            hands = self.dealer.deal(self.dice)
            odds = CERTAIN
            if plays:
                for seat in range(len(hands)):
                    for play in past[seat]:
                        odds = max(odds * play.odds(self.instinct, hands[seat]) >> 10, 1)
            total += odds
            self._hands.append(hands)
            self._odds.append(total)

    def _drawn(self) -> list[list[int]]:
        at = self.dice.below(self._odds[self.pool - 1])
        low = 0
        high = self.pool - 1
        while low < high:
            middle = (low + high) // 2
            if self._odds[middle] > at:
                high = middle
            else:
                low = middle + 1
        return self._hands[low]

    def play(self, moves: list[tuple[int, int]], samples: int) -> list[int]:
        """The sum of what each of these moves came to, over the same samples of hands."""
        totals = [0] * len(moves)
        own = self.board.hands[self.seat]
        for _ in range(samples):
            hands = self._drawn()
            hands[self.seat] = own
            for place in range(len(moves)):
                code, items = moves[place]
                totals[place] += self._value(hands, code, items)
        return totals

    def _value(self, hands: list[list[int]], code: int, items: int) -> int:
        board = self.board.copy()
        board.hands = [list(hand) for hand in hands]
        seats = board.seats
        board.play(code, items)
        unseen = self.unseen & ~(1 << (code & CARD))
        turn = (self.seat + 1) % seats
        instinct = self.instinct
        path: list[Node] = []
        arms: list[int] = []
        while board.hands[turn]:
            following = (turn + 1) % seats
            count = len(board.hands[following])
            if not count:
                count = HAND if self.packets else 0
            board.turn = turn
            if turn == self.seat and len(board.hands[turn]) > 1:
                node = self._node(board, unseen, count)
                arm = node.select()
                path.append(node)
                arms.append(arm)
                unseen &= ~(1 << (node.codes[arm] & CARD))
                board.play(node.codes[arm], node.items[arm])
            else:
                outlook = self._outlook(board, unseen, count)
                chosen, taken = instinct.choose(board, outlook)
                unseen &= ~(1 << (chosen & CARD))
                board.play(chosen, taken)
            turn = following
        value = self.horizon.value(board, self.side)
        for place in range(len(path)):
            path[place].learn(arms[place], value)
        return value

    def _outlook(self, board: Board, unseen: int, count: int) -> Outlook:
        """What the player on turn expects, who has seen its own hand beside what all have."""
        hidden = unseen
        for card in board.hands[board.turn]:
            hidden &= ~(1 << card)
        return Outlook(self.takes, hidden, count, count * self.foes)

    def _node(self, board: Board, unseen: int, count: int) -> Node:
        """The decision of the mover on this board, as far as it has been met before."""
        held = 0
        own = self.board.hands[self.seat]
        for place in range(len(own)):
            if own[place] in board.hands[board.turn]:
                held |= 1 << place
        key = held << 52 | board.loose
        if board.standing:
            # What may be played depends on whose the builds are (R15, R16).
            turn = board.turn
            builds = (board.standing << 15 | board.single) << 15 | board.owned[turn]
            key |= (builds << 15 | board.added[turn]) << 56
        node = self.nodes.get(key)
        if node is None:
            instinct = self.instinct
            instinct.choose(board, self._outlook(board, unseen, count))
            order = instinct.ranked()
            codes = [instinct.codes[place] for place in order]
            items = [instinct.items[place] for place in order]
            node = self.nodes[key] = Node(codes, items)
        return node
