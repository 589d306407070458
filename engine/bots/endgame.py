"""The end of a deal, solved: all hands are known, and played out to the last card.

Two sides are searched by alpha and beta; of more sides each wants to be as far ahead of the others'
mean as it can.
"""

from typing import Final

from engine.bots.horizon import Horizon
from engine.bots.worths import Worths, margin
from engine.rules.board import CARD, LOOSE, Board
from engine.rules.listing import Lister
from engine.rules.sums import Sums

_FAR: Final = 1 << 40
_ROOM: Final = 256
_MOST_SUMS: Final = 3000


class Endgame:
    """Solves a board on which every hand is known.

    Results are margins in points, times the number of the other sides: how far a side is ahead of
    the others' mean. `nodes` counts the positions; after `most` of them the search gives up, and
    `given_up` says so. Between two sides a `horizon` may judge instead, where more is to be dealt.
    """

    def __init__(
        self, board: Board, worths: Worths, most: int, horizon: Horizon | None = None
    ) -> None:
        self.board = board
        self.worths = worths
        self.lister = Lister(board, _ROOM)
        self.most = most
        self.horizon = horizon
        self.nodes = 0
        self.given_up = False
        self.sides = len(board.piles)
        self.scale = self.sides - 1
        self._sums: dict[int, Sums] = {}

    def margins(self, moves: list[tuple[int, int]]) -> list[int]:
        """The result for the mover's side of each of these legal moves (code, items)."""
        board = self.board
        side = board.sides[board.turn]
        results: list[int] = []
        for code, items in moves:
            kept = _Kept(board, code, items)
            board.play(code, items)
            board.turn = (board.turn + 1) % board.seats
            if self.sides == 2:
                found = self._best(-_FAR, _FAR)
                results.append(found if side == 0 else -found)
            else:
                results.append(margin(self._scores(), side, self.scale))
            kept.put_back(board)
        return results

    def best(self, moves: list[tuple[int, int]]) -> tuple[int, int]:
        """The place of the best of these moves, and its result; two sides only. The first of equal
        moves is taken: it is found without proving the rest of them equal.
        """
        board = self.board
        sign = 1 if board.sides[board.turn] == 0 else -1
        at = 0
        most = -_FAR
        for place, (code, items) in enumerate(moves):
            kept = _Kept(board, code, items)
            board.play(code, items)
            board.turn = (board.turn + 1) % board.seats
            found = self._best(most, _FAR) if sign > 0 else -self._best(-_FAR, -most)
            kept.put_back(board)
            if found > most:
                most = found
                at = place
        return at, most

    def _best(self, low: int, high: int) -> int:
        """The margin of side 0, with the best play of both; bounded by `low` and `high`."""
        board = self.board
        if not board.hands[board.turn]:
            if self.horizon is not None:
                return self.horizon.value(board, 0)
            scores = self.worths.score(board)
            return scores[0] - scores[1]
        self.nodes += 1
        if self.nodes > self.most:
            self.given_up = True
            return 0
        is_first = board.sides[board.turn] == 0
        best = -_FAR if is_first else _FAR
        for code, items in self._moves():
            kept = _Kept(board, code, items)
            board.play(code, items)
            board.turn = (board.turn + 1) % board.seats
            found = self._best(low, high)
            kept.put_back(board)
            if is_first:
                if found > best:
                    best = found
                    if best > low:
                        low = best
            elif found < best:
                best = found
                if best < high:
                    high = best
            if low >= high or self.given_up:
                break
        return best

    def _scores(self) -> list[int]:
        """The points of all sides, where each plays for its own margin."""
        board = self.board
        if not board.hands[board.turn]:
            return self.worths.score(board)
        self.nodes += 1
        if self.nodes > self.most:
            self.given_up = True
            return [0] * self.sides
        side = board.sides[board.turn]
        best: list[int] = []
        most = -_FAR
        for code, items in self._moves():
            kept = _Kept(board, code, items)
            board.play(code, items)
            board.turn = (board.turn + 1) % board.seats
            found = self._scores()
            kept.put_back(board)
            reached = margin(found, side, self.scale)
            if reached > most:
                most = reached
                best = found
            if self.given_up:
                break
        return best

    def _moves(self) -> list[tuple[int, int]]:
        """The legal moves, captures of many cards first, then builds, then trails."""
        board = self.board
        lister = self.lister
        loose = board.loose
        sums = self._sums.get(loose)
        if sums is None:
            if len(self._sums) >= _MOST_SUMS:
                self._sums.clear()
            terms = board.terms
            sums = self._sums[loose] = Sums(terms.value, terms.top, _ROOM)
        lister.sums = sums
        found = lister.moves()
        takes: list[tuple[int, int]] = []
        builds: list[tuple[int, int]] = []
        trails: list[tuple[int, int]] = []
        for place, code in enumerate(found.codes):
            choices = found.choices[place]
            if code > CARD:
                for items in choices:
                    builds.append((code, items))
            elif choices[0]:
                for at in range(len(choices) - 1, -1, -1):
                    takes.append((code, choices[at]))
            else:
                trails.append((code, 0))
        return takes + builds + trails


class _Kept:
    """What a move is about to change of a board."""

    def __init__(self, board: Board, code: int, items: int) -> None:
        turn = board.turn
        self.turn = turn
        self.card = code & CARD
        self.place = board.hands[turn].index(self.card)
        self.loose = board.loose
        self.standing = board.standing
        self.single = board.single
        self.last = board.last
        side = board.sides[turn]
        self.pile = board.piles[side]
        self.swept = board.sweeps[side]
        self.touched: bool = code > CARD or items > LOOSE
        if self.touched:
            self.built = list(board.built)
            self.owned = list(board.owned)
            self.added = list(board.added)
        else:
            self.built = _NOTHING
            self.owned = _NOTHING
            self.added = _NOTHING

    def put_back(self, board: Board) -> None:
        """Takes the move back."""
        turn = self.turn
        board.turn = turn
        board.hands[turn].insert(self.place, self.card)
        board.loose = self.loose
        board.standing = self.standing
        board.single = self.single
        board.last = self.last
        side = board.sides[turn]
        board.piles[side] = self.pile
        board.sweeps[side] = self.swept
        if self.touched:
            board.built = self.built
            board.owned = self.owned
            board.added = self.added


_NOTHING: Final[list[int]] = []
