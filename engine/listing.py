"""Listing what the seat on turn may play.

Moves are listed by code (see `engine.board`): each code with the choices of items it goes with. On
a crowded table a list is cut at a limit, and says so.

| rules | listed by |
|---|---|
| R3, R16 | `_list_trail` |
| R2, R4, R5 | `_list_captures` |
| R6, R7, R8, R11, R12, R13 | `_new_builds` |
| R9, R10, R12, R13 | `_raises` |
| R15 | all of them |
"""

from engine.board import BUILD, Board
from engine.sums import Sums
from engine.terms import VALUES

MOST = 1024
_NO_ITEMS = [0]


class Listing:
    """The legal moves: `choices[n]` are the items of the moves with `codes[n]`, `count` counts all;
    `cut` says that there are more.
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
    """Lists the moves of one board, turn after turn."""

    def __init__(self, board: Board, most: int = MOST) -> None:
        terms = board.terms
        self.board = board
        self.terms = terms
        self.sums = Sums(terms.value, terms.top, most)
        self.unions: list[list[int]] = [[]] * VALUES
        self.known = 0
        self.found = Listing()

    def widen(self, times: int) -> None:
        """Gives every list so many times more room."""
        self.sums = Sums(self.terms.value, self.terms.top, self.sums.most * times)

    def moves(self) -> Listing:
        """The legal moves of the seat on turn, each once."""
        board = self.board
        plays = self.terms.plays
        found = self.found = Listing()
        self.known = 0
        self.sums.follow(board.loose & ~self.terms.valueless)
        hand = board.hands[board.turn]
        once = twice = 0
        for card in hand:
            twice |= once & plays[card]
            once |= plays[card]
        owned = board.owned[board.turn]
        trails = board.may_trail()
        for card in hand:
            worths = plays[card]
            held = once & ~worths | twice
            owed = owned & ~held
            if trails and not owed:
                found.add(card, _NO_ITEMS)
            if worths:
                if not owed & ~worths:
                    self._captures(card, worths, owed)
                self._builds(card, worths, held, owed)
            elif not owed:
                self._face_captures(card)
        found.cut = self.sums.cut
        return found

    def _unions_of(self, value: int) -> list[int]:
        if not self.known >> value & 1:
            self.known |= 1 << value
            self.unions[value] = self.sums.unions(self.sums.of(value))
        return self.unions[value]

    def _face_captures(self, card: int) -> None:
        # R4: a face card without a value takes its own rank.
        rank = card & ~3
        suits = self.board.loose >> rank & 15
        if suits:
            picks = self.terms.face_picks[suits]
            self.found.add(card, [pick << rank for pick in picks])

    def _captures(self, card: int, worths: int, owed: int) -> None:
        board = self.board
        summable = board.summable() & ~worths
        if summable or worths & (worths - 1):
            choices = self._mixed_captures(worths, summable, owed)
        else:
            value = self.terms.value[card]
            choices = self._unions_of(value)
            if board.standing >> value & 1:
                build = BUILD[value]
                with_build = [build] + [build | union for union in choices]
                choices = with_build if owed else choices + with_build
        if choices:
            self.found.add(card, choices)

    def _mixed_captures(self, worths: int, summable: int, owed: int) -> list[int]:
        """R2, R5: captures by a card of two values, or with builds as items of sums."""
        sets: list[int] = []
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
        for value in range(worth, VALUES):
            if not held >> value & 1:
                continue  # R8
            stands = board.standing >> value & 1 == 1
            if stands and not self.terms.multiples:
                continue  # R12, R13
            if not owed:
                self._new_builds(card, worths, value, stands)
            raised = value - worth
            if board.single >> raised & 1 and not owed & ~(1 << raised):
                self._raises(card, value, raised, held)

    def _new_builds(self, card: int, worths: int, value: int, stands: bool) -> None:
        more = self._unions_of(value) if self.terms.multiples else []
        choices: list[int] = []
        rest = value - self.terms.value[card]
        if rest:
            choices = self.sums.joined(self.sums.of(rest), more)
        if worths >> value & 1:
            # The card alone is a set: it joins others, or a build that stands.
            choices = choices + more
            if stands:
                choices = _NO_ITEMS + choices
        if choices:
            self.found.add(card | value << 6, choices)

    def _raises(self, card: int, value: int, raised: int, held: int) -> None:
        if self.board.may_raise(raised, held):
            # R9: loose cards may join only as whole sets of the new value.
            more = self._unions_of(value) if self.terms.multiples else []
            self.found.add(card | value << 6 | raised << 10, _NO_ITEMS + more)
