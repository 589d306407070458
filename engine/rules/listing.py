"""The move generator: the legal moves of the seat on turn.

Moves are grouped by code (`engine.rules.board`): each code comes with its choices of items. On a
crowded table a list is cut at a limit, and the listing says so.

| rules | listed by |
|---|---|
| R3, R16 | `moves` |
| R2, R4, R5 | `_captures`, `_mixed_captures`, `_face_captures` |
| R6, R7, R8, R11, R12, R13 | `_builds`, `_alone` |
| R9, R10 | `_raise` |
| R15 | all of them |
"""

from typing import Final

from engine.rules.board import BUILD, Board
from engine.rules.escape import may_trail
from engine.rules.sums import Sums
from engine.rules.terms import VALUES

LIST_LIMIT: Final = 1024
_NO_ITEMS: Final = [0]
_NONE: Final[list[int]] = []


class Listing:
    """The legal moves of one turn.

    `choices[n]` are the items of the moves with `codes[n]`, `count` is the number of moves, and
    `cut` is true if there are more. The lists are shared and must not be changed.
    """

    def __init__(self) -> None:
        self.codes: list[int] = []
        self.choices: list[list[int]] = []
        self.count = 0
        self.cut = False

    def add(self, code: int, choices: list[int]) -> None:
        self.codes.append(code)
        self.choices.append(choices)
        self.count += len(choices)


class Lister:
    """Lists the moves of one board, turn after turn; lists are cut beyond `limit` entries."""

    def __init__(self, board: Board, limit: int = LIST_LIMIT) -> None:
        terms = board.terms
        self.board = board
        self.terms = terms
        self.sums = Sums(terms.value, terms.top, limit)
        self.found = Listing()
        self._unions: list[list[int]] = [[]] * VALUES
        self._united = terms.multiples or not terms.one_action
        self._summable = 0
        self._targets: list[int] = []

    def widen(self, times: int) -> None:
        """Multiplies the limit of every list."""
        self.sums = Sums(self.terms.value, self.terms.top, self.sums.limit * times)

    def moves(self) -> Listing:
        """The legal moves of the seat on turn, each once."""
        board = self.board
        plays = self.terms.plays
        found = self.found = Listing()
        self.sums.follow(board.loose & ~self.terms.valueless)
        hand = board.hands[board.turn]
        once = twice = 0
        for card in hand:
            worths = plays[card]
            twice |= once & worths
            once |= worths
        targets = self._targets = _values_in(once)
        if self._united:
            unions = self._unions
            for value in targets:
                unions[value] = self.sums.unions_of(value)
        self._summable = board.summable()
        owned = board.owned[board.turn]
        trails = may_trail(board)
        for card in hand:
            worths = plays[card]
            held = once & ~worths | twice
            owed = owned & ~held
            if trails and not owed:
                found.add(card, _NO_ITEMS)
            if worths:
                if not owed & ~worths:
                    self._captures(card, worths, owed)
                if held:
                    self._builds(card, worths, held, owed)
            elif not owed:
                self._face_captures(card)
        found.cut = self.sums.cut
        return found

    def _face_captures(self, card: int) -> None:
        # R4: a face card without a value takes its own rank.
        rank = card & ~3
        suits = self.board.loose >> rank & 15
        if suits:
            picks = self.terms.face_picks[suits]
            self.found.add(card, [pick << rank for pick in picks])

    def _captures(self, card: int, worths: int, owed: int) -> None:
        if self.terms.one_action:
            choices = self._single_actions(card, worths, owed)
        elif self._summable or worths & (worths - 1):
            choices = self._mixed_captures(worths, owed)
        else:
            value = self.terms.value[card]
            choices = self._unions[value]
            if self.board.standing >> value & 1:
                build = BUILD[value]
                with_build = [build] + [build | union for union in choices]
                choices = with_build if owed else choices + with_build
        if choices:
            self.found.add(card, choices)

    def _mixed_captures(self, worths: int, owed: int) -> list[int]:
        """R2, R5: the captures by a card of two values, or with builds as items of sums."""
        sets: list[int] = []
        summable = self._summable & ~worths
        needed = 0
        for value in range(1, VALUES):
            if worths >> value & 1:
                sets = sets + self.sums.of(value) + self._sets_with_builds(value, summable)
                if self.board.standing >> value & 1:
                    sets.append(BUILD[value])
                if owed >> value & 1:
                    needed |= BUILD[value]
        choices = self.sums.unions(sets)
        return [items for items in choices if items & needed == needed] if needed else choices

    def _single_actions(self, card: int, worths: int, owed: int) -> list[int]:
        """R3: the captures that pair, or combine one sum."""
        if not worths & (worths - 1):
            value = self.terms.value[card]
            found = self.sums.of(value)
            if not self._summable and not self.board.standing >> value & 1 and len(found) < 2:
                return found
            return self._pairs_or_sums(found, [value], owed)
        values = _values_in(worths)
        return self._pairs_or_sums(self._sets_of(values), values, owed)

    def _sets_of(self, values: list[int]) -> list[int]:
        return [cards for value in values for cards in self.sums.of(value)]

    def _pairs_or_sums(self, sets: list[int], values: list[int], owed: int) -> list[int]:
        """The captures that pair or combine, of the sets of loose cards worth these values."""
        pairs = [cards for cards in sets if not cards & (cards - 1)]
        sums = [cards for cards in sets if cards & (cards - 1)]
        needed = 0
        for value in values:
            if self.board.standing >> value & 1:
                pairs.append(BUILD[value])
            if owed >> value & 1:
                needed |= BUILD[value]
            if self._summable:
                sums += self._sets_with_builds(value, self._summable & ~_bits_of(values))
        choices = self.sums.unions(pairs)
        if needed:
            return [items for items in choices if items & needed == needed]
        return choices + sums

    def _sets_with_builds(self, target: int, summable: int) -> list[int]:
        chosen = [(0, 0)]
        for value in range(1, target + 1):
            if summable >> value & 1:
                chosen += [
                    (items | BUILD[value], total + value)
                    for items, total in chosen
                    if total + value <= target
                ]
        sets = []
        for items, total in chosen[1:]:
            if total == target:
                sets.append(items)
            else:
                sets += [items | cards for cards in self.sums.of(target - total)]
        return sets

    def _builds(self, card: int, worths: int, held: int, owed: int) -> None:
        board = self.board
        worth = self.terms.value[card]
        multiples = self.terms.multiples
        for value in self._targets:
            rest = value - worth
            if rest < 0 or not held >> value & 1:
                continue  # R8
            stands = board.standing >> value & 1 == 1
            if stands and not multiples:
                continue  # R12, R13
            more = self._unions[value] if multiples else _NONE
            if not owed:
                choices = self.sums.joined(self.sums.of(rest), more) if rest else _NONE
                if worths >> value & 1:
                    choices = _alone(choices, more, stands)
                if choices:
                    self.found.add(card | value << 6, choices)
            if board.single >> rest & 1 and not owed & ~(1 << rest):
                self._raise(card, value, rest, held, more)

    def _raise(self, card: int, value: int, raised: int, held: int, more: list[int]) -> None:
        # R9: loose cards may join only as whole sets of the new value.
        if self.board.may_raise(raised, held):
            self.found.add(card | value << 6 | raised << 10, _NO_ITEMS + more)


def _alone(choices: list[int], more: list[int], stands: bool) -> list[int]:
    """The choices with those of a card that is a set alone: more sets, or a standing build."""
    choices = choices + more if choices else more
    return _NO_ITEMS + choices if stands else choices


def _bits_of(values: list[int]) -> int:
    bits = 0
    for value in values:
        bits |= 1 << value
    return bits


def _values_in(values: int) -> list[int]:
    """The values of a set, ascending."""
    known = _KNOWN.get(values)
    if known is None:
        known = _KNOWN[values] = [value for value in range(VALUES) if values >> value & 1]
    return known


# Bounded: a hand of four cards can be played for at most five of fourteen values.
_KNOWN: Final[dict[int, list[int]]] = {}
