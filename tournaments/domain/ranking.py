"""One ranking of the whole event: everybody who took part, from whoever went furthest to whoever
went out first.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.core.planning import Line
from tournaments.domain.policies import (
    DISQUALIFIED_PLACE,
    FIRST_PLACE,
    LAST,
    SHARED,
    WITHDRAWN_PLACE,
    policy,
)
from tournaments.domain.state import PRESENT, Decided, EntrantStatus, Phase, StageState, State
from tournaments.formats import FORMATS

_LEFT = (EntrantStatus.WITHDRAWN, EntrantStatus.NO_SHOW)


@dataclass(frozen=True, slots=True)
class Ranked:
    """An entrant with its place, which those whom nothing separates share. `stage` is the last
    that it came to.
    """

    place: int
    entrant: str
    stage: int


@dataclass(frozen=True, slots=True)
class Ranking:
    """Everybody, best first; the champions, and by what they were decided."""

    lines: tuple[Ranked, ...]
    champions: tuple[str, ...]
    decided: Decided

    @property
    def places(self) -> tuple[str, ...]:
        return tuple(one.entrant for one in self.lines)

    @property
    def ranks(self) -> tuple[int, ...]:
        return tuple(one.place for one in self.lines)


@dataclass(frozen=True, slots=True)
class _Standing:
    """Those with an equal `key` are equals."""

    entrant: str
    stage: int
    key: tuple[int, ...]


def ranking_of(
    state: State, remaining: tuple[str, ...] | None = None, over: bool = True
) -> Ranking:
    """The ranking as it is now. `remaining`: whoever is still there for a stage that does not come
    about for want of others; None: whoever goes on is waiting for the next stage, if one is to
    come. `over`: nothing more is to be played.
    """
    ahead = _ahead(state) if remaining is None else remaining
    found = list(_standings(state, frozenset(ahead)))
    found.sort(key=lambda one: one.key[0])  # within these the order stays
    vacant = over and _nobody_won(state, ahead)
    lines: list[Ranked] = []
    # Those of several groups alternate, so equals of one need not follow each other.
    together: dict[tuple[int, ...], list[_Standing]] = {}
    for one in found:
        together.setdefault(one.key, []).append(one)
    for equals in together.values():
        place = max(len(lines) + 1, 2 if vacant else 1)
        lines += [Ranked(place, one.entrant, one.stage) for one in equals]
    firsts = tuple(one.entrant for one in lines if one.place == 1)
    titled = tuple(
        one for one in firsts if state.entrants[one].standing is not EntrantStatus.DISQUALIFIED
    )
    if not titled:
        return Ranking(tuple(lines), (), Decided.NOBODY)
    if len(titled) == 1:
        alone = _another_stage(state) and len(ahead) == 1
        return Ranking(tuple(lines), titled, Decided.ALONE if alone else Decided.PLAY)
    if policy(state.settings.policies, FIRST_PLACE) == SHARED or not _has_lot(state):
        return Ranking(tuple(lines), titled, Decided.SHARED)
    lines = [
        Ranked(2, one.entrant, one.stage) if one.place == 1 and one.entrant != titled[0] else one
        for one in lines
    ]
    return Ranking(tuple(lines), titled[:1], Decided.LOT)


def whole_ranking(state: State) -> Ranking:
    """Everybody who has taken part so far. What the event ended with stays; one of an earlier
    version did not say who shares a place.
    """
    if state.phase is not Phase.COMPLETED or not state.ranks:
        found = ranking_of(state, over=state.phase in (Phase.PROVISIONAL, Phase.COMPLETED))
        if state.phase is not Phase.COMPLETED:
            return found
        stages = {one.entrant: one.stage for one in found.lines}
        ranks: Sequence[int] = range(1, len(state.places) + 1)
    else:
        ranks = state.ranks
        stages = {one: stage.stage.number for stage in state.stages for one in stage.stage.seeds}
    lines = tuple(
        Ranked(place, entrant, stages.get(entrant, 1))
        for place, entrant in zip(ranks, state.places, strict=True)
    )
    return Ranking(lines, state.champions, Decided(state.decided or Decided.PLAY))


def equals_in_front(state: State) -> tuple[str, ...]:
    """Those whom only the lot keeps from being first alone, and who are still there: the title may
    be played off between them. Nobody where one is first alone, or where no lot is drawn.
    """
    if not _has_lot(state):
        return ()
    lines = _lines(state.stages[-1])
    found = [line.entrant for line in lines if (line.group, line.rank) == (lines[0].group, 1)]
    there = tuple(one for one in found if state.entrants[one].standing in PRESENT)
    return there if len(there) > 1 else ()


def _standings(state: State, ahead: frozenset[str]) -> Iterator[_Standing]:
    """Everybody once, in the latest stage that they came to; those `ahead` before all others."""
    seen: set[str] = set()
    for current in reversed(state.stages):
        number = current.stage.number
        for line in _in_order(current, ahead):
            if line.entrant not in seen:
                seen.add(line.entrant)
                bucket, out = _bucket(state, line.entrant), line.entrant not in ahead
                key = (bucket, -number, int(out), line.group, line.rank)
                yield _Standing(line.entrant, number, key)


def _in_order(current: StageState, ahead: frozenset[str]) -> list[Line]:
    """The lines of a stage as it ended, or as they are; those `ahead` first."""
    lines = list(_lines(current))
    if current.completed:
        position = {one: number for number, one in enumerate(current.places)}
        lines.sort(key=lambda line: position.get(line.entrant, len(position)))
    lines.sort(key=lambda line: line.entrant not in ahead)
    return lines


def _ahead(state: State) -> tuple[str, ...]:
    """Who goes on to a stage that has not started, and is still there."""
    if not state.stages or not state.stages[-1].completed:
        return ()
    going = state.stages[-1].qualified
    return tuple(one for one in going if state.entrants[one].standing in PRESENT)


def _another_stage(state: State) -> bool:
    """Whether a stage was to follow the last one that was played."""
    current = state.stages[-1]
    more = current.stage.number < len(state.settings.stages) and not current.ended_early
    return current.completed and (more or bool(current.qualified))


def _lines(current: StageState) -> tuple[Line, ...]:
    return FORMATS[current.stage.format].standings(current.stage)


def _bucket(state: State, entrant: str) -> int:
    """Whoever stands behind all others by a policy of the event."""
    standing = state.entrants[entrant].standing
    if standing in _LEFT:
        return int(policy(state.settings.policies, WITHDRAWN_PLACE) == LAST)
    if standing is EntrantStatus.DISQUALIFIED:
        return 2 * (policy(state.settings.policies, DISQUALIFIED_PLACE) == LAST)
    return 0


def _has_lot(state: State) -> bool:
    """Whether the last stage has drawn a lot for equals."""
    return bool(state.stages) and FORMATS[state.stages[-1].stage.format].ranking is not None


def _nobody_won(state: State, ahead: tuple[str, ...]) -> bool:
    """Whether a knockout ended without a winner, or nobody was left for the next stage."""
    if not state.stages:
        return True
    if _another_stage(state):
        return not ahead
    out = [line.out_in is not None for line in _lines(state.stages[-1])]
    return not _has_lot(state) and all(out)
