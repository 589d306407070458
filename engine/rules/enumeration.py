"""The legal moves of a position as a lazy set, for interfaces and bots; judging does not use it.

A crowded table has more legal moves than anyone could list. So the first listing is short
(`engine.rules.listing`), and a longer one is made only for a caller that has taken all of it: the
work stays in proportion to the moves taken.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.rules.board import CARD
from engine.rules.cards import cards_in
from engine.rules.escape import other_play
from engine.rules.legality import Position, judge, move_of
from engine.rules.listing import Lister, Listing
from engine.rules.moves import HIGHEST_VALUE, BuildPlay, Capture, Move, Trail

_FIRST_ROOM = 256
_MORE_ROOM = 8


@dataclass(frozen=True, slots=True)
class LegalMoves:
    """The legal moves of a position, as a lazy set.

    `in` judges one move, iteration enumerates all, `bounded` enumerates up to a limit.
    """

    position: Position

    def __contains__(self, move: Move) -> bool:
        return judge(self.position, move) is None

    def __iter__(self) -> Iterator[Move]:
        """Every legal move once.

        Cards and kinds of play alternate, so that the first moves hold some of each.
        """
        lister = Lister(self.position.board(), _FIRST_ROOM)
        found = lister.moves()
        yield from (move_of(code, items) for code, items in _in_turns(found))
        given = set(_in_turns(found)) if found.cut else set()
        while found.cut:
            lister.widen(_MORE_ROOM)
            found = lister.moves()
            for code, items in _in_turns(found):
                if (code, items) not in given:
                    given.add((code, items))
                    yield move_of(code, items)

    def bounded(self, limit: int) -> tuple[list[Move], bool]:
        """The first legal moves, at most `limit`, and whether they are all."""
        moves: list[Move] = []
        for move in self:
            if len(moves) == limit:
                return moves, False
            moves.append(move)
        return moves, True


def legal_moves(position: Position) -> LegalMoves:
    """The legal moves of the position, as a lazy set; nothing is listed yet."""
    return LegalMoves(position)


def completions(position: Position, card: int, loose: int, builds: tuple[int, ...]) -> list[Move]:
    """The legal moves that play this card with exactly the selected items of the table.

    `loose` is a set of cards and `builds` are values. Without a selection this is the trail. Else
    it is the capture, then the builds and adds by value (a build that stands at the value is
    joined whether it is selected or not), then the raises of a selected single build. The work is
    a handful of judgements; nothing is listed.
    """
    tried = completions_tried(position, card, loose, builds)
    return [move for move in tried if judge(position, move) is None]


def completions_tried(
    position: Position, card: int, loose: int, builds: tuple[int, ...]
) -> list[Move]:
    """The moves among which `completions` finds the legal ones."""
    if not loose and not builds:
        return [Trail(card)]
    capture = Capture(card, loose, tuple(sorted(builds)))
    if set(builds) - {build.value for build in position.table.builds}:
        return [capture]  # which says that the build is not there
    return [capture, *_builds_of(position, card, loose, builds)]


def _builds_of(
    position: Position, card: int, loose: int, builds: tuple[int, ...]
) -> Iterator[BuildPlay]:
    for value in range(1, HIGHEST_VALUE + 1):
        if builds in ((), (value,)):
            yield BuildPlay(card, loose, None, value)
    worth = position.ruleset.value(card)
    for raised in sorted(set(builds)):
        if set(builds) <= {raised, raised + worth}:
            yield BuildPlay(card, loose, raised, raised + worth)


def default_move(position: Position) -> Move:
    """C3: the move that the clock plays for the seat on turn.

    It is the trail of the lowest card (rank, then suit) that may be trailed; else the capture of
    the seat's own build of the highest value, by the lowest card that can; else, for who may not
    trail by a build that another owns, what `engine.rules.escape.other_play` says. One of them is
    always legal (R17). Raises ValueError for a position without a hand.
    """
    for card in cards_in(position.hand):
        if judge(position, Trail(card)) is None:
            return Trail(card)
    for build in reversed(position.table.owned_by(position.seat)):
        for card in cards_in(position.hand & position.ruleset.worth(build.value)):
            capture = Capture(card, 0, _own_values(position, card))
            if judge(position, capture) is None:
                return capture
    if position.hand:
        code, items = other_play(position.board())
        if code >= 0:
            return move_of(code, items)
    raise ValueError("no move in a position without a hand")


def _own_values(position: Position, card: int) -> tuple[int, ...]:
    # A high ace takes both the 1-build and the 14-build, and may have to (R15).
    worths = position.ruleset.values(card)
    owned = position.table.owned_by(position.seat)
    return tuple(build.value for build in owned if build.value in worths)


def _in_turns(found: Listing) -> Iterator[tuple[int, int]]:
    sources = _sources(found)
    while sources:
        going = []
        for source in sources:
            for move in source:
                yield move
                going.append(source)
                break
        sources = going


def _sources(found: Listing) -> list[Iterator[tuple[int, int]]]:
    """The listed moves (code, items), one iterator for each card and kind of play."""
    kinds: dict[tuple[int, int], list[int]] = {}
    for place, code in enumerate(found.codes):
        choices = found.choices[place]
        kind = 2 if code > CARD else int(choices[0] > 0)
        kinds.setdefault((code & CARD, kind), []).append(place)
    return [_moves_at(found, kinds[kind]) for kind in sorted(kinds)]


def _moves_at(found: Listing, places: list[int]) -> Iterator[tuple[int, int]]:
    for place in places:
        for items in found.choices[place]:
            yield found.codes[place], items
