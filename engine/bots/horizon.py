"""The end of a packet, at which a search stops and judges."""

from engine.bots.evaluation import Evaluation
from engine.bots.outlook import Outlook
from engine.rules.board import Board


class Horizon:
    """Judges boards at the end of the packet that is played.

    `outlook` is that of somebody who sees no hand, before a new packet; `first` is the side that
    plays first in it, and `packets` is how many are left (none: the deal is over).
    """

    def __init__(self, evaluation: Evaluation, outlook: Outlook, first: int, packets: int) -> None:
        self.evaluation = evaluation
        self.outlook = outlook
        self.first = first
        self.packets = packets

    def value(self, board: Board, side: int) -> int:
        """How far the side will be ahead of the others' mean, in thousandths of a point."""
        danger = 0
        if self.packets:
            danger = self.outlook.danger(board.loose, board.standing != 0)
        return self.evaluation.value(board, side, self.first, danger, self.packets)
