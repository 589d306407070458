"""Legal moves, lazily: for interfaces and bots. Judging never comes through here.

A crowded table has more legal moves than anyone could list. So a listing starts from the sets worth
a value, as packed counts (see `engine.split`), and unites disjoint ones; suits are chosen last.
Every union met for the first time yields at least one move, so work stays in proportion to the
moves that are asked for.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product

from engine.cards import cards_in, of_rank, rank_of
from engine.legality import Position, face_choices, judge
from engine.moves import HIGHEST_VALUE, BuildPlay, Capture, Move, Trail
from engine.split import counts_of, one


@dataclass(frozen=True, slots=True)
class LegalMoves:
    """The legal moves of a position: `in` judges, iteration enumerates, `bounded` enumerates up to
    a limit.
    """

    position: Position

    def __contains__(self, move: Move) -> bool:
        return judge(self.position, move) is None

    def __iter__(self) -> Iterator[Move]:
        """Every legal move once; the cards and kinds of play take turns, so a cut listing has some
        of each.
        """
        sources = [
            source
            for card in cards_in(self.position.hand)
            for source in _sources(self.position, card)
        ]
        while sources:
            going = []
            for source in sources:
                for move in source:
                    yield move
                    going.append(source)
                    break
            sources = going

    def bounded(self, limit: int) -> tuple[list[Move], bool]:
        """At most `limit` legal moves, and whether these are all."""
        moves: list[Move] = []
        for move in self:
            if len(moves) == limit:
                return moves, False
            moves.append(move)
        return moves, True


def legal_moves(position: Position) -> LegalMoves:
    """The legal moves of the position, as a lazy set."""
    return LegalMoves(position)


def completions(position: Position, card: int, loose: int, builds: tuple[int, ...]) -> list[Move]:
    """The legal moves that play this card with exactly these table items.

    Nothing selected: the trail. Otherwise the capture, then builds and adds to every value held (a
    build that stands at the value may be selected or not: it is joined in any case), then raises of
    a selected single build. Judges a handful of moves, lists none.
    """
    tried: list[Move] = []
    if not loose and not builds:
        tried.append(Trail(card))
    else:
        tried.append(Capture(card, loose, tuple(sorted(builds))))
        tried.extend(_builds_of(position, card, loose, builds))
    return [move for move in tried if judge(position, move) is None]


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
    """What the clock plays: the lowest card (rank, then suit) that may be trailed, else the capture
    of one's own build of the highest value by the lowest card that can. One of the two is always
    legal (R17).
    """
    for card in cards_in(position.hand):
        if judge(position, Trail(card)) is None:
            return Trail(card)
    for build in reversed(position.table.owned_by(position.seat)):
        for card in cards_in(position.hand & position.ruleset.worth(build.value)):
            capture = Capture(card, 0, _own_values(position, card))
            if judge(position, capture) is None:
                return capture
    raise ValueError("no move in a position without a hand")


def _own_values(position: Position, card: int) -> tuple[int, ...]:
    # A high ace takes both the 1-build and the 14-build, and may have to (R15).
    worths = position.ruleset.values(card)
    owned = position.table.owned_by(position.seat)
    return tuple(build.value for build in owned if build.value in worths)


def _sources(position: Position, card: int) -> list[Iterator[Move]]:
    if position.ruleset.value(card):
        return [_trails(position, card), _sum_captures(position, card), _builds(position, card)]
    return [_trails(position, card), _face_captures(position, card)]


def _trails(position: Position, card: int) -> Iterator[Move]:
    if judge(position, Trail(card)) is None:
        yield Trail(card)


def _face_captures(position: Position, card: int) -> Iterator[Move]:
    if position.duties(card):
        return
    equal = cards_in(position.table.loose & of_rank(rank_of(card)))
    for count in face_choices(position.ruleset):
        for chosen in combinations(equal, count):
            yield Capture(card, sum(1 << other for other in chosen))


def _sum_captures(position: Position, card: int) -> Iterator[Move]:
    worths = position.ruleset.values(card)
    items = _Items(position, worths)
    start = 0
    for value in position.duties(card):
        # R15: what one could no longer take must be taken now, by a card of its value.
        if value not in worths:
            return
        start |= items.whole[value]
    sets = [counts for worth in worths for counts in items.sets(worth)]
    for counts in _unions(items, [start], sets):
        if counts:
            for loose, builds in items.choices(counts):
                yield Capture(card, loose, builds)


def _builds(position: Position, card: int) -> Iterator[Move]:
    worth = position.ruleset.value(card)
    for value in range(worth, HIGHEST_VALUE + 1):
        if position.holds(value, card):
            yield from _new_builds(position, card, value)
            yield from _raises(position, card, worth, value)


def _new_builds(position: Position, card: int, value: int) -> Iterator[Move]:
    stands = position.table.build(value) is not None
    if position.duties(card) or (stands and not position.ruleset.multiple_builds):
        return
    items = _Items(position, ())
    worths = position.ruleset.values(card)
    starts = [counts for worth in worths for counts in items.sets_with(worth, value)]
    more = items.sets(value) if position.ruleset.multiple_builds else []
    for counts in _unions(items, starts, more):
        if not counts and not stands:
            continue
        for loose, _ in items.choices(counts):
            yield BuildPlay(card, loose, None, value)


def _raises(position: Position, card: int, worth: int, value: int) -> Iterator[Move]:
    raised = value - worth
    if raised < 1 or judge(position, BuildPlay(card, 0, raised, value)) is not None:
        return
    items = _Items(position, ())
    more = items.sets(value) if position.ruleset.multiple_builds else []
    for counts in _unions(items, [0], more):
        for loose, _ in items.choices(counts):
            yield BuildPlay(card, loose, raised, value)


def _unions(items: "_Items", starts: list[int], sets: list[int]) -> Iterator[int]:
    """Each start and each union of it with available sets, once."""
    seen = set(starts)
    stack = list(seen)
    while stack:
        counts = stack.pop()
        yield counts
        for further in sets:
            united = counts + further
            if united not in seen and items.available(united):
                seen.add(united)
                stack.append(united)


class _Items:
    """What a play may use of the table, as packed counts: the loose cards by value, then the builds
    it may take.

    The nibbles 0 … 13 count loose cards worth 1 … 14; nibble ``14 + n`` is the n-th build of the
    table, 0 or 1 of it.
    """

    def __init__(self, position: Position, worths: tuple[int, ...]) -> None:
        self.table = position.table
        self.cards = position.table.loose & ~position.ruleset.valueless
        self.held = counts_of(self.cards)
        self.whole: dict[int, int] = {}
        self.in_sums: list[tuple[int, int]] = []
        for place, build in enumerate(position.table.builds, start=HIGHEST_VALUE):
            unit = 1 << 4 * place
            if build.value in worths:
                self.whole[build.value] = unit
                self.held += unit
            elif worths and position.in_sums(build):
                self.in_sums.append((build.value, unit))
                self.held += unit

    def available(self, counts: int) -> bool:
        """Whether the table has as many of every item."""
        held = self.held
        while counts:
            if counts & 15 > held & 15:
                return False
            counts >>= 4
            held >>= 4
        return True

    def sets(self, value: int) -> list[int]:
        """The different sets worth `value`, as counts."""
        found = [counts for counts in self._sums(value, value) if self.available(counts)]
        return [*found, self.whole[value]] if value in self.whole else found

    def sets_with(self, worth: int, value: int) -> list[int]:
        """What of the table goes with a played card of `worth` to make a set of `value`; nothing if
        it is one.
        """
        return [
            counts for counts in self._sums(value - worth, value - worth) if self.available(counts)
        ]

    def _sums(self, need: int, top: int) -> Iterator[int]:
        yield from self._card_sums(need, top)
        for size in range(1, len(self.in_sums) + 1):
            for builds in combinations(self.in_sums, size):
                rest = need - sum(value for value, _ in builds)
                units = sum(unit for _, unit in builds)
                for counts in self._card_sums(rest, rest) if rest >= 0 else ():
                    yield counts + units

    def _card_sums(self, need: int, top: int) -> Iterator[int]:
        if not need:
            yield 0
        for value in range(min(need, top), 0, -1):
            if self.held >> 4 * (value - 1) & 15:
                for counts in self._card_sums(need - value, value):
                    yield counts + one(value)

    def choices(self, counts: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The ways to choose the suits for these counts: the loose cards and the values of the
        builds.
        """
        builds = tuple(
            build.value
            for place, build in enumerate(self.table.builds, start=HIGHEST_VALUE)
            if counts >> 4 * place & 1
        )
        ways = []
        for rank in range(13):
            count = counts >> 4 * rank & 15
            if count:
                equal = cards_in(self.cards & of_rank(rank))
                ways.append(
                    [sum(1 << card for card in some) for some in combinations(equal, count)]
                )
        for chosen in product(*ways):
            yield sum(chosen), builds
