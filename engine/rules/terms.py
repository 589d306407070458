"""A ruleset compiled for the board: flags and lookup tables of ints."""

from typing import Final

from engine.rules.cards import PACK
from engine.rules.rulesets import Ruleset

VALUES: Final = 15  # 0 for none, then 1 … 14


class Terms:
    """The flags and lookup tables of a ruleset.

    By card: `value` in sums, and `plays`, the set of values that it can be played for. A set of
    values is an int whose bit *v* stands for the value *v*.
    """

    def __init__(self, rules: Ruleset) -> None:
        self.value: list[int] = [rules.value(card) for card in range(PACK)]
        self.plays: list[int] = [_bits(rules.values(card)) for card in range(PACK)]
        self.valueless: int = rules.valueless
        self.top: int = max(rules.values(0) + rules.values(PACK - 1) + (10,))
        self.high_ace: bool = len(rules.ace_values) > 1
        self.face_picks: list[list[int]] = _face_picks(rules.face_capture)
        self.in_sums: bool = rules.build_in_sum == "adversaries"
        self.keeps_both: bool = rules.own_raise_keeps_both
        self.multiples: bool = rules.multiple_builds
        self.one_action: bool = rules.one_action
        self.owner_trails: bool = rules.no_trail == "never"
        self.contributor_stays: bool = rules.no_trail == "contributors"
        self.deal_order: str = rules.deal_order
        self.draws: bool = rules.draws
        self.last_sweeps: bool = rules.last_card_sweep


_KNOWN: Final[dict[Ruleset, Terms]] = {}
_MOST_KNOWN: Final = 256


def terms_of(rules: Ruleset) -> Terms:
    """The terms of a ruleset, cached for the last few hundred rulesets."""
    known = _KNOWN.get(rules)
    if known is None:
        if len(_KNOWN) >= _MOST_KNOWN:
            _KNOWN.clear()
        known = _KNOWN[rules] = Terms(rules)
    return known


def _bits(values: tuple[int, ...]) -> int:
    held = 0
    for value in values:
        held |= 1 << value
    return held


def _face_picks(face_capture: str) -> list[list[int]]:
    """R4: by the set of suits on the table, the sets of suits that a face card may take."""
    counts = {"one": (1,), "one_or_three": (1, 3)}.get(face_capture, (1, 2, 3))
    picks = sorted(range(1, 16), key=lambda suits: (suits.bit_count(), suits))
    allowed = [suits for suits in picks if suits.bit_count() in counts]
    return [[suits for suits in allowed if not suits & ~held] for held in range(16)]
