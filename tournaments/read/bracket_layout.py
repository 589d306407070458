"""Where the pairings of a bracket stand when it is drawn: columns of rounds, lines between them.

Of a large bracket one window is laid out: a pairing and those that lead to it, as many rounds
back as a column takes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.formats.kernels.bracket.bracket import Part
from tournaments.formats.kernels.bracket.tree import From, Node, Slot, Tree

# So many pairings in a column are as tall as anybody wants to look at.
COLUMN = 32


@dataclass(frozen=True, slots=True)
class Cell:
    """A pairing at a column and a row, both from 0; rows are halves of one. `deeper`: pairings
    that lead to it are not in the layout.
    """

    slot: Slot
    column: int
    row: float
    deeper: bool = False


@dataclass(slots=True)
class Layout:
    """`columns` has the rounds whose names stand at (column, row); `lines` join cells by slot."""

    cells: dict[Slot, Cell] = field(default_factory=dict)
    heads: list[tuple[int, int, float]] = field(default_factory=list)
    lines: list[tuple[Slot, Slot]] = field(default_factory=list)

    @property
    def width(self) -> int:
        return 1 + max((cell.column for cell in self.cells.values()), default=0)

    @property
    def height(self) -> float:
        return 1 + max((cell.row for cell in self.cells.values()), default=0)


class Chart:
    """A tree with its parts (by round), ready to be laid out."""

    def __init__(self, tree: Tree, parts: Mapping[int, Part]) -> None:
        self.parts = parts
        self.nodes: dict[Slot, Node] = {
            (number, node.number): node for number, nodes in tree.rounds.items() for node in nodes
        }
        self._fed: dict[Slot, Slot] = {}
        for slot, node in self.nodes.items():
            for source in self._winners(slot, node):
                self._fed[source] = slot

    def _winners(self, slot: Slot, node: Node) -> list[Slot]:
        """The pairings of the same part whose winners come to this one."""
        return [
            (one.round, one.number)
            for one in node.sources
            if isinstance(one, From)
            and not one.loser
            and not node.rematch
            and self.parts[one.round] == self.parts[slot[0]]
        ]

    def next(self, slot: Slot) -> Slot | None:
        """Where the winner goes in the same part."""
        return self._fed.get(slot)

    def top(self, part: Part) -> Slot | None:
        """The last pairing of a part."""
        return max((slot for slot in self.nodes if self.parts[slot[0]] == part), default=None)

    @property
    def small(self) -> bool:
        """Whether all of it fits one drawing."""
        sizes: dict[int, int] = {}
        for number, _ in self.nodes:
            sizes[number] = sizes.get(number, 0) + 1
        return max(sizes.values(), default=0) <= COLUMN

    def window_of(self, slot: Slot) -> Slot:
        """The root of the window that shows a pairing early in its part."""
        root, below = slot, 1
        while (after := self.next(root)) is not None and below < COLUMN // 2:
            root, below = after, len(self._levels(after)[-1])
        return root

    def layout(self, root: Slot | None = None) -> Layout:
        """All of it; or the window below `root`, with what belongs beside the end of its part."""
        layout = Layout()
        main = Part.MAIN if self.top(Part.MAIN) else Part.WINNERS
        roots = [self.top(main), self.top(Part.LOSERS)] if root is None else [root]
        row = 0.0
        for one in roots:
            if one is None:
                continue
            end = self._tree(layout, one, row)
            if one == self.top(main):
                end = max(end, self._finals(layout, one))
            row = end + 1
        return layout

    def _levels(self, root: Slot) -> list[list[Slot]]:
        """The root, then what leads to it, round by round, while it fits a column."""
        levels = [[root]]
        while True:
            below = [
                source for slot in levels[-1] for source in self._winners(slot, self.nodes[slot])
            ]
            if not below or len(below) > COLUMN:
                return levels
            levels.append(below)

    def _tree(self, layout: Layout, root: Slot, top: float) -> float:
        """Lays out what leads to the root; the first row below it."""
        levels = self._levels(root)
        rounds = sorted({slot[0] for level in levels for slot in level})
        shown = {slot for level in levels for slot in level}
        bottom = self._place(layout, root, {one: at for at, one in enumerate(rounds)}, shown, top)
        layout.heads += [(number, column, top) for column, number in enumerate(rounds)]
        return bottom

    def _place(
        self,
        layout: Layout,
        slot: Slot,
        columns: Mapping[int, int],
        shown: set[Slot],
        row: float,
    ) -> float:
        below = self._winners(slot, self.nodes[slot])
        inside = [one for one in below if one in shown]
        end = row
        for one in inside:
            end = self._place(layout, one, columns, shown, end)
            layout.lines.append((one, slot))
        middle = sum(layout.cells[one].row for one in inside) / len(inside) if inside else row
        deeper = len(inside) < len(below)
        layout.cells[slot] = Cell(slot, columns[slot[0]], middle, deeper)
        return max(end, row + 1)

    def _finals(self, layout: Layout, root: Slot) -> float:
        """What follows the last pairing of the main part: grand finals to its right, the match
        for the third place below it.
        """
        end = layout.cells[root]
        row, last = end.row, end.slot
        for column, slot in enumerate(self._of(Part.FINALS), end.column + 1):
            layout.cells[slot] = Cell(slot, column, row)
            layout.heads.append((slot[0], column, 0))
            layout.lines.append((last, slot))
            last = slot
        for slot in self._of(Part.THIRD_PLACE):
            layout.cells[slot] = Cell(slot, end.column, row + 2)
            layout.heads.append((slot[0], end.column, row + 2))
        return max(row + 3, layout.height)

    def _of(self, part: Part) -> Sequence[Slot]:
        return sorted(slot for slot in self.nodes if self.parts[slot[0]] == part)
