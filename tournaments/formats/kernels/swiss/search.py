"""The best pairing of a Swiss round: one matching in principle, small ones wherever that is sure.

Squared score differences are least if each boundary between score groups that an odd number stands
above is crossed by one pairing, and every other by none. So the groups between two even boundaries
form a block of their own, and where each block attains that least they are the optimum of the whole
field together. Blocks that do not are joined with their neighbours into a window, until pairings
that reach out of it must cost more than those found inside.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from math import inf

from tournaments.formats.kernels.matching import Pair
from tournaments.formats.kernels.swiss.candidates import COMPLETE, matched
from tournaments.formats.kernels.swiss.field import Field
from tournaments.formats.kernels.swiss.repair import repaired


@dataclass(frozen=True, slots=True)
class Block:
    """Consecutive score groups. `least` is the least sum of squared score differences they may
    have; `gap` is what two pairings across the boundary below it add to that at least.
    """

    ranks: tuple[int, ...]
    bye: bool
    least: int
    gap: int


@dataclass(frozen=True, slots=True)
class Answer:
    """The pairs, how far up the bye went, and squared score differences above the least."""

    pairs: tuple[Pair, ...]
    bye: int
    excess: int

    @property
    def attains(self) -> bool:
        return not self.bye and not self.excess


@dataclass(frozen=True, slots=True)
class Window:
    """Blocks from `first` to `last`, of which `first_failed` to `last_failed` need the others."""

    first: int
    last: int
    first_failed: int
    last_failed: int

    def wider(self, blocks: int) -> "Window":
        return Window(
            max(0, self.first - 1),
            min(blocks - 1, self.last + 1),
            self.first_failed,
            self.last_failed,
        )

    def joined(self, below: "Window") -> "Window":
        return Window(self.first, below.last, self.first_failed, below.last_failed)


def best_pairs(field: Field, free: Sequence[int]) -> tuple[Pair, ...] | None:
    """Pairs of all these ranks (ascending), one with the bye if they are odd; None if none."""
    if not free:
        return ()
    if not field.strict:
        return matched(field, free, len(free) % 2 == 1)
    if len(free) % 2 and field.lowest_for_bye(free) is None:
        return None
    blocks = blocks_of(field, free)
    answers = [answer_of(field, block) for block in blocks]
    windows = [
        Window(at, at, at, at) for at, one in enumerate(answers) if one is None or not one.attains
    ]
    known = {(at, at): answer for at, answer in enumerate(answers)}
    while True:
        windows = list(joined(windows))
        for window in windows:
            span = window.first, window.last
            if span not in known:
                known[span] = answer_of(field, whole(blocks[window.first : window.last + 1]))
        wider = [
            window
            if enough(blocks, window, known[window.first, window.last])
            else window.wider(len(blocks))
            for window in windows
        ]
        if wider == windows:
            break
        windows = wider
    inside = {at for window in windows for at in range(window.first, window.last + 1)}
    chosen = [known[window.first, window.last] for window in windows]
    chosen += [answer for at, answer in enumerate(answers) if at not in inside]
    if any(answer is None for answer in chosen):
        return None
    return tuple(sorted(pair for answer in chosen if answer is not None for pair in answer.pairs))


def blocks_of(field: Field, free: Sequence[int]) -> list[Block]:
    """The free ranks from top to bottom, cut at every even boundary."""
    bye_at = field.lowest_for_bye(free) if len(free) % 2 else None
    groups = [list(ranks) for _, ranks in groupby(free, field.scores.__getitem__)]
    scores = [field.scores[group[0]] for group in groups]
    steps = [((a - b) // field.unit) ** 2 for a, b in pairwise(scores)]
    blocks: list[Block] = []
    ranks: list[int] = []
    bye, least, odd = False, 0, False
    for group, step in zip(groups, [*steps, 0], strict=True):
        ranks += group
        takes = bye_at is not None and group[0] <= bye_at <= group[-1]
        bye = bye or takes
        odd ^= (len(group) + takes) % 2 == 1
        if odd:
            least += step
        else:
            blocks.append(Block(tuple(ranks), bye, least, 2 * step))
            ranks, bye, least = [], False, 0
    return blocks


def whole(blocks: Sequence[Block]) -> Block:
    return Block(
        tuple(rank for block in blocks for rank in block.ranks),
        any(block.bye for block in blocks),
        sum(block.least for block in blocks),
        blocks[-1].gap,
    )


def answer_of(field: Field, block: Block) -> Answer | None:
    if len(block.ranks) > COMPLETE:
        pairs = repaired(field, block.ranks, block.bye, block.least)
        if pairs is not None:
            return Answer(pairs, 0, 0)
    pairs = matched(field, block.ranks, block.bye)
    if pairs is None:
        return None
    costs = field.costs(pairs)
    bye = sum(cost[0] for cost in costs)
    low = field.lowest_for_bye(block.ranks)
    if block.bye and low is not None:
        bye -= field.bye_above(low)
    return Answer(pairs, bye, sum(cost[1] for cost in costs) - block.least)


def joined(windows: Sequence[Window]) -> Iterator[Window]:
    """Windows that overlap or touch become one."""
    last: Window | None = None
    for window in windows:
        if last is not None and window.first <= last.last + 1:
            last = last.joined(window)
            continue
        if last is not None:
            yield last
        last = window
    if last is not None:
        yield last


def enough(blocks: Sequence[Block], window: Window, answer: Answer | None) -> bool:
    """Whether no better pairing can reach out of the window: it would cross all the boundaries
    from a failed block to beyond the window's end, each twice.
    """
    up = down = inf
    if window.first:
        up = sum(block.gap for block in blocks[window.first - 1 : window.first_failed])
    if window.last < len(blocks) - 1:
        down = sum(block.gap for block in blocks[window.last_failed : window.last + 1])
    if up == down == inf:
        return True
    return answer is not None and not answer.bye and answer.excess < min(up, down)
