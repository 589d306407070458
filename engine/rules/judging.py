"""Judging one move on the board (R2 to R16).

Judging never lists moves: it checks the items of the move and asks once whether they split into
sets (`engine.rules.split`). The answer is a fault: 0 for a legal move, else one of the numbers
below, with the value that it concerns from bit 8.

| rules | judged by |
|---|---|
| R2, R4, R5 | `_capture_fault` |
| R6, R7, R8, R11, R12, R13 | `_new_fault`, `_build_fault` |
| R8, R9, R10, R12, R13 | `_raise_fault`, `_build_fault` |
| R15 | `_duty_fault`, after the rest |
| R3 one action | `_is_one_action` |
| R16 | `_trail_fault`; `engine.rules.escape` |
"""

from typing import Final

from engine.rules.board import ALL_VALUES, CARD, LOOSE, VALUE, Board
from engine.rules.escape import may_trail
from engine.rules.split import counts_of, one_item, splits, splits_either, total
from engine.rules.terms import VALUES

LEGAL: Final = 0
CARD_NOT_IN_HAND: Final = 1
OWNER_MAY_NOT_TRAIL: Final = 2
CAPTURING_CARD_MUST_STAY: Final = 3
NO_SUCH_BUILD: Final = 4
NOT_ON_TABLE: Final = 5
FACE_CARD_MATCHES_ONLY: Final = 6
FACE_CARD_CHOICE: Final = 7
BUILD_VALUE_DIFFERS: Final = 8
NOT_A_SUM: Final = 9
BUILD_NEEDS_LOOSE_CARD: Final = 10
MULTIPLE_BUILD_FIXED: Final = 11
LOOSE_CARDS_MAY_NOT_RAISE: Final = 12
NO_MULTIPLE_BUILDS: Final = 13
VALUE_NOT_HELD: Final = 14
CONTRIBUTOR_MAY_NOT_TRAIL: Final = 15
ONE_ACTION_ONLY: Final = 16


def fault_of(board: Board, code: int, items: int) -> int:
    """The fault of this move of the seat on turn; 0 if it is legal."""
    card = code & CARD
    if card not in board.hands[board.turn]:
        return CARD_NOT_IN_HAND
    if code > CARD:
        fault = _build_fault(board, code, items)
        gone = 1 << (code >> 10)
    elif items:
        fault = _capture_fault(board, card, items)
        gone = items >> 51
    else:
        fault = _trail_fault(board)
        gone = 0
    if fault:
        return fault
    # R15: the mover's builds that stay need their capturing cards.
    owed = board.owes(card) & ~gone
    return _about(CAPTURING_CARD_MUST_STAY, owed) if owed else LEGAL


def _about(fault: int, values: int) -> int:
    """The fault, concerning the lowest of these values."""
    for value in range(1, VALUES):
        if values >> value & 1:
            return fault | value << 8
    return fault


def _trail_fault(board: Board) -> int:
    if may_trail(board):
        return LEGAL
    owned = board.owned[board.turn]
    if owned:
        return _about(OWNER_MAY_NOT_TRAIL, owned)
    return _about(CONTRIBUTOR_MAY_NOT_TRAIL, board.added[board.turn])


def _capture_fault(board: Board, card: int, items: int) -> int:
    loose = items & LOOSE
    builds = items >> 51 & ALL_VALUES
    missing = builds & ~board.standing
    if missing:
        return _about(NO_SUCH_BUILD, missing)
    if loose & ~board.loose:
        return NOT_ON_TABLE
    worths = board.terms.plays[card]
    if not worths:
        return _face_fault(board, card, loose, builds)
    if loose & board.terms.valueless:
        return FACE_CARD_MATCHES_ONLY
    # R5: a build of another value can only be an item of a sum, if that.
    others = builds & ~worths
    barred = others & ~board.summable()
    if barred:
        return _about(BUILD_VALUE_DIFFERS, barred)
    counts = counts_of(loose)
    for value in range(1, VALUES):
        if others >> value & 1:
            counts += one_item(value)
    # R2: it is enough that a split exists; the move does not name it.
    if worths & 2 and worths > 2:
        if not splits_either(counts, (1, 14)):
            return NOT_A_SUM | 14 << 8
    elif not splits(counts, board.terms.value[card]):
        return NOT_A_SUM | board.terms.value[card] << 8
    if board.terms.one_action and not _is_one_action(card, items, worths, total(counts)):
        return ONE_ACTION_ONLY
    return LEGAL


def _is_one_action(card: int, items: int, worths: int, worth: int) -> bool:
    """R3: whether the items, which split into sets, are pairs alone or one sum, worth so much."""
    loose = items & LOOSE
    builds = items >> 51 & ALL_VALUES
    if not loose & ~(15 << (card & ~3)) and not builds & ~worths:
        return True
    return not builds & worths and worths >> worth & 1 == 1


def _face_fault(board: Board, card: int, loose: int, builds: int) -> int:
    # R4: a face card without a value takes its own rank, in a permitted number.
    rank = card & ~3
    if builds or loose & ~(15 << rank):
        return FACE_CARD_MATCHES_ONLY
    allowed = board.terms.face_picks[15]
    return LEGAL if loose >> rank in allowed else FACE_CARD_CHOICE


def _build_fault(board: Board, code: int, items: int) -> int:
    card = code & CARD
    value = code >> 6 & VALUE
    if items & ~board.loose:
        return NOT_ON_TABLE
    # R6: face cards without a value never take part.
    if (items | 1 << card) & board.terms.valueless:
        return FACE_CARD_MATCHES_ONLY
    held = board.held_without(card)
    raised = code >> 10
    if raised:
        fault = _raise_fault(board, card, items, value, raised, held)
    else:
        fault = _new_fault(board, card, items, value)
    if fault:
        return fault
    # R12, R13: where multiple builds are off, a build holds one set.
    if not board.terms.multiples and board.makes_multiple(code, items):
        return NO_MULTIPLE_BUILDS | value << 8
    return LEGAL if held >> value & 1 else VALUE_NOT_HELD | value << 8


def _new_fault(board: Board, card: int, items: int, value: int) -> int:
    # R6, R11: a card alone can only join a standing build.
    if not items and not board.standing >> value & 1:
        return BUILD_NEEDS_LOOSE_CARD
    counts = counts_of(items)
    worths = board.terms.plays[card]
    for worth in range(1, VALUES):
        if worths >> worth & 1 and splits(counts + one_item(worth), value):
            return LEGAL
    return NOT_A_SUM | value << 8


def _raise_fault(board: Board, card: int, items: int, value: int, raised: int, held: int) -> int:
    if not board.standing >> raised & 1:
        return NO_SUCH_BUILD | raised << 8
    # R12: a multiple build never changes value.
    if not board.single >> raised & 1:
        return MULTIPLE_BUILD_FIXED | raised << 8
    # R9: the played card alone raises; loose sets of the new value may join.
    if raised + board.terms.value[card] != value:
        return LOOSE_CARDS_MAY_NOT_RAISE
    if not splits(counts_of(items), value):
        return NOT_A_SUM | value << 8
    return LEGAL if board.may_raise(raised, held) else VALUE_NOT_HELD | raised << 8
