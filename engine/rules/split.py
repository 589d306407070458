"""Whether items can be split into sets that are each worth a target (R2, R6).

Items are counted by value, since suits do not matter: the number of items worth *v* is in the four
bits from ``4 * (v - 1)``.

Two facts keep the search small. An item worth the target is a set of its own. And an item may
always be paired with one that completes it: if a split puts *x* with other items *R* worth ``target
- x`` while a single *y* worth as much lies in another set, exchanging *R* and *y* gives a split
too. After both reductions at most one value of each complementary pair is left, and a depth-first
search that remembers its failures has little to do.
"""

_NIBBLE_HIGH_3 = 0x7777777777777
_NIBBLE_HIGH_2 = 0x3333333333333
_NIBBLE_HIGH_1 = 0x1111111111111


def counts_of(cards: int) -> int:
    """The packed counts of a set of cards by rank; the value of a rank is its number plus one."""
    return (
        cards
        - (cards >> 1 & _NIBBLE_HIGH_3)
        - (cards >> 2 & _NIBBLE_HIGH_2)
        - (cards >> 3 & _NIBBLE_HIGH_1)
    )


def one_item(value: int) -> int:
    """The packed counts of a single item of this value."""
    return 1 << 4 * (value - 1)


def total(counts: int) -> int:
    """The total of all the items."""
    worth = 0
    value = 1
    while counts:
        worth += value * (counts & 15)
        counts >>= 4
        value += 1
    return worth


def splits(counts: int, target: int) -> bool:
    """Whether the items split into disjoint sets each worth `target`, with every item used.

    No items split into no sets.
    """
    if counts >> 4 * target or total(counts) % target:
        return False
    return search(reduced(counts, target), target, set())


def splits_either(counts: int, targets: tuple[int, ...]) -> bool:
    """Whether the items split into sets each worth one of the targets: one value, or 1 and 14."""
    high = targets[-1]
    if len(targets) == 1:
        return splits(counts, high)
    # A set worth 1 is one item worth 1.
    ones = counts & 15
    return any(splits(counts - singles, high) for singles in range(ones + 1))


def reduced(counts: int, target: int) -> int:
    """The items without those worth the target and without pairs worth it together."""
    counts &= (1 << 4 * (target - 1)) - 1
    for low in range(1, (target + 1) // 2):
        pairs = min(counts >> 4 * (low - 1) & 15, counts >> 4 * (target - low - 1) & 15)
        counts -= pairs * (one_item(low) + one_item(target - low))
    if target % 2 == 0:
        half = counts >> 4 * (target // 2 - 1) & 15
        counts -= (half & ~1) * one_item(target // 2)
    return counts


def search(counts: int, target: int, failed: set[int]) -> bool:
    """Whether the items split, by trying every set for the highest item left.

    `failed` remembers the counts that do not split.
    """
    if not counts:
        return True
    if counts in failed:
        return False
    highest = (counts.bit_length() + 3) // 4
    if _fill(counts - one_item(highest), target - highest, highest, target, failed):
        return True
    failed.add(counts)
    return False


def _fill(counts: int, need: int, top: int, target: int, failed: set[int]) -> bool:
    if not need:
        return search(counts, target, failed)
    for value in range(min(top, need), 0, -1):
        if counts >> 4 * (value - 1) & 15 and _fill(
            counts - one_item(value), need - value, value, target, failed
        ):
            return True
    return False
