"""What brackets share: a tree of pairings whose sides are seeds, and winners and losers of others.

A slot that nobody can come to (a bye of a bye) is no part of the tree. A slot whose pairing had no
winner stays empty for good: who should have met it has a walkover, and a pairing with two such
slots is not made and is not expected any more. So every bracket ends, whoever fails to appear.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from tournaments.core.planning import PairingReason, Planned, PlannedRound
from tournaments.core.refusals import TooFewEntrants, TooManyEntrants
from tournaments.core.scores import bye
from tournaments.core.stages import POINT, Pairing, Side, Stage, Status

LEAST_ENTRANTS = 2
MOST_ENTRANTS = 1 << 14


@dataclass(frozen=True, slots=True)
class Seed:
    """An entrant, by its place in the seeding from 1."""

    place: int


@dataclass(frozen=True, slots=True)
class From:
    """The winner, or the loser, of an earlier pairing."""

    round: int
    number: int
    loser: bool = False


Source = Seed | From
Sources = tuple[Source, Source]
Slot = tuple[int, int]
Made = Mapping[int, Mapping[int, Pairing]]


@dataclass(frozen=True, slots=True)
class Node:
    """A pairing to be. With one source it is a bye. A `rematch` takes place only if the second
    side of the pairing that both its sides come from has won that one.
    """

    number: int
    sources: tuple[Source, ...]
    rematch: bool = False


@dataclass(frozen=True, slots=True)
class Tree:
    """The nodes of each round, rounds in an order in which sources come first."""

    rounds: Mapping[int, tuple[Node, ...]]
    feeds: Mapping[Slot, tuple[Slot, ...]]


def check_entrants(entrants: int) -> None:
    """Refuses fewer and more than a bracket takes."""
    if entrants < LEAST_ENTRANTS:
        raise TooFewEntrants(least=LEAST_ENTRANTS, entrants=entrants)
    if entrants > MOST_ENTRANTS:
        raise TooManyEntrants(most=MOST_ENTRANTS, entrants=entrants)


def tree_of(
    entrants: int, rounds: Mapping[int, Sequence[Sources]], rematch: int | None = None
) -> Tree:
    """The tree of a full bracket, reduced to what so many entrants can come to.

    `rounds` gives the sources of the pairings 1, 2, … of each round; round `rematch` is one.
    """
    pruned: dict[int, tuple[Node, ...]] = {}
    sides: dict[Slot, int] = {}
    feeds: dict[Slot, tuple[Slot, ...]] = {}
    for round_number in sorted(rounds):
        nodes = []
        for number, both in enumerate(rounds[round_number], 1):
            sources = tuple(one for one in both if _exists(one, entrants, sides))
            if not sources:
                continue
            nodes.append(Node(number, sources, round_number == rematch))
            sides[round_number, number] = len(sources)
            for source in sources:
                if isinstance(source, From):
                    fed = feeds.get((source.round, source.number), ())
                    if (round_number, number) not in fed:
                        feeds[source.round, source.number] = (*fed, (round_number, number))
        pruned[round_number] = tuple(nodes)
    return Tree(pruned, feeds)


def _exists(source: Source, entrants: int, sides: Mapping[Slot, int]) -> bool:
    if isinstance(source, Seed):
        return source.place <= entrants
    return sides.get((source.round, source.number), 0) > source.loser


def due(tree: Tree, stage: Stage) -> tuple[PlannedRound, ...]:
    """All pairings whose sides are known and that are not made, byes and walkovers decided.

    A round that says another number of expected pairings than it has now is given too, without
    pairings if none of them can be made.
    """
    return tuple(
        PlannedRound(look.number, look.expected, tuple(look.ready))
        for look in _looks(tree, stage)
        if look.ready or look.changed
    )


def complete(tree: Tree, stage: Stage) -> bool:
    """Whether every pairing that can be is decided, and every round expects what it has."""
    return not any(look.open or look.changed for look in _looks(tree, stage))


def feeds(tree: Tree, stage: Stage, round_number: int, number: int) -> tuple[Slot, ...]:
    """Where the winner and the loser of a pairing go.

    A slot on that way which nobody came to is followed by what has been made without it.
    """
    made = {round_.number: round_.pairings for round_ in stage.rounds}
    direct = tree.feeds.get((round_number, number), ())
    found, passed = list(direct), [slot for slot in direct if not _is_made(slot, made)]
    seen = set(direct)
    for slot in passed:
        for fed in tree.feeds.get(slot, ()):
            if fed not in seen:
                seen.add(fed)
                (found if _is_made(fed, made) else passed).append(fed)
    return tuple(found)


def known_sides(stage: Stage, node: Node) -> tuple[Side | None, ...]:
    """By source, who comes from it: None while that is not known, and when nobody does."""
    return tuple(_known(stage, source) for source in node.sources)


def _known(stage: Stage, source: Source) -> Side | None:
    if isinstance(source, Seed):
        return (stage.seeds[source.place - 1],)
    round_ = stage.round(source.round)
    pairing = round_.pairings.get(source.number) if round_ else None
    if pairing is None:
        return None
    return loser_of(pairing) if source.loser else pairing.winner


def _is_made(slot: Slot, made: Made) -> bool:
    return slot[1] in made.get(slot[0], _NONE)


@dataclass(slots=True)
class _Look:
    """What can be said of a round now."""

    number: int
    expected: int
    expected_before: int | None
    open: bool
    ready: list[Planned] = field(default_factory=list)

    @property
    def changed(self) -> bool:
        return self.expected_before not in (None, self.expected)


def _looks(tree: Tree, stage: Stage) -> Iterator[_Look]:
    rounds = {round_.number: round_ for round_ in stage.rounds}
    made = {number: round_.pairings for number, round_ in rounds.items()}
    find = _Finder(stage.seeds, made)
    for number, nodes in tree.rounds.items():
        round_ = rounds.get(number)
        look = _Look(
            number,
            len(nodes),
            round_.expected if round_ else None,
            round_ is not None and round_.undecided > 0,
        )
        pairings = made.get(number, _NONE)
        if len(pairings) < len(nodes):
            for node in nodes:
                if node.number not in pairings:
                    _look_at(node, look, find)
        yield look


def _look_at(node: Node, look: _Look, find: "_Finder") -> None:
    sides = find.sides_of(node)
    if sides is None:
        look.open = True
    elif not sides:
        find.empty.add((look.number, node.number))
        look.expected -= 1
    else:
        look.open = True
        look.ready.append(_planned(node, sides))


def _planned(node: Node, sides: tuple[Side, ...]) -> Planned:
    if len(sides) == 2:
        return Planned(node.number, sides)
    if len(node.sources) == 2:
        outcomes = bye(POINT, Status.FORFEIT_WIN)
        return Planned(node.number, sides, outcomes=outcomes, why=(PairingReason("walkover"),))
    return Planned(node.number, sides, outcomes=bye(), why=(PairingReason("bye"),))


_NONE: Mapping[int, Pairing] = MappingProxyType({})


class _Finder:
    """Finds the sides of what is not made; `empty` has what never will be."""

    def __init__(self, seeds: Sequence[str], made: Made) -> None:
        self.empty: set[Slot] = set()
        self._seeds = seeds
        self._made = made

    def sides_of(self, node: Node) -> tuple[Side, ...] | None:
        """Those there are, once it is known who they are or that there are none; else None."""
        sides: tuple[Side, ...] = ()
        for source in node.sources:
            if isinstance(source, Seed):
                sides = (*sides, (self._seeds[source.place - 1],))
                continue
            pairing = self._made.get(source.round, _NONE).get(source.number)
            if pairing is None:
                if (source.round, source.number) in self.empty:
                    continue
                return None
            if not pairing.decided:
                return None
            winner = pairing.winner
            if node.rematch and winner != pairing.sides[-1]:
                return ()
            side = loser_of(pairing) if source.loser else winner
            if side is not None:
                sides = (*sides, side)
        if node.rematch and len(sides) < 2:
            return ()
        return sides


def loser_of(pairing: Pairing) -> Side | None:
    """The side that lost to a winner: nobody, if nobody won or nobody was there to lose."""
    winner = pairing.winner
    if winner is None:
        return None
    return next((side for side in pairing.sides if side != winner), None)
