"""Whether the mover may trail (R16), and what it can do otherwise than trail (R16, C3).

Nothing is listed: whether items reach a sum is asked of sets of totals, which are ints. So the
answer is as quick on a crowded table as on any.
"""

from engine.rules.board import BUILD, Board
from engine.rules.terms import VALUES

NONE = -1


def may_trail(board: Board) -> bool:
    """R16: whether the mover may trail, as far as the builds on the table say."""
    terms = board.terms
    if terms.owner_trails:
        return True
    if board.owned[board.turn]:
        return False  # an owner can always take the build (R17)
    if not terms.contributor_stays or not board.added[board.turn]:
        return True
    return other_play(board)[0] == NONE


def other_play(board: Board) -> tuple[int, int]:
    """The play that a mover who owns no build makes if it may not trail: its code and items.

    It is the capture by the lowest card (rank, then suit) that can capture, of the one set with the
    lowest items (loose cards, then builds by value); else the build play by the lowest card that
    has one, of the lowest value, a new build or an add before a raise. The code is `NONE` if there
    is neither.
    """
    hand = sorted(board.hands[board.turn])
    for card in hand:
        items = _least_capture(board, card)
        if items:
            return card, items
    for card in hand:
        code, items = _least_build(board, card)
        if code != NONE:
            return code, items
    return NONE, 0


def _least_capture(board: Board, card: int) -> int:
    """The items of the least capture by this card; 0 if it has none."""
    worths = board.terms.plays[card]
    if not worths:
        rank = card & ~3
        suits = board.loose >> rank & 15
        return (suits & -suits) << rank  # R4: one card may always be taken
    summable = board.summable()
    for value in range(1, VALUES):
        if worths >> value & 1:
            items = _least_set(board, value, summable | board.standing & 1 << value)
            if items:
                return items
    return 0


def _least_build(board: Board, card: int) -> tuple[int, int]:
    """The least build play by this card, for a mover who can capture nothing with it."""
    terms = board.terms
    held = board.held_without(card)
    worth = terms.value[card]
    for value in range(1, VALUES if worth else 0):
        stands = board.standing >> value & 1 == 1
        if not held >> value & 1 or (stands and not terms.multiples):
            continue  # R8, R12, R13
        if stands and terms.plays[card] >> value & 1:
            return card | value << 6, 0  # R11
        items = _least_set(board, value - worth, 0) if worth < value else 0
        if items:
            return card | value << 6, items  # R6, R11
        raised = value - worth
        if raised > 0 and board.single >> raised & 1:
            return card | value << 6 | raised << 10, 0  # R9
    return NONE, 0


def _least_set(board: Board, target: int, builds: int) -> int:
    """The set of items worth the target with the lowest items; 0 if there is none.

    The items are the loose cards with a value and the builds of these values.
    """
    items: list[int] = []
    values: list[int] = []
    cards = board.loose & ~board.terms.valueless
    while cards:
        low = cards & -cards
        value = board.terms.value[low.bit_length() - 1]
        if value <= target:
            items.append(low)
            values.append(value)
        cards ^= low
    for value in range(1, target + 1):
        if builds >> value & 1:
            items.append(BUILD[value])
            values.append(value)
    # The totals that the items from each place on can reach.
    reached = [1] * (len(items) + 1)
    for place in range(len(items) - 1, -1, -1):
        after = reached[place + 1]
        reached[place] = (after | after << values[place]) & (1 << target + 1) - 1
    if not reached[0] >> target & 1:
        return 0
    chosen = 0
    for place in range(len(items)):
        rest = target - values[place]
        if rest >= 0 and reached[place + 1] >> rest & 1:
            chosen |= items[place]
            target = rest
            if not target:
                break
    return chosen
