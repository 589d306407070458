"""Double elimination: who loses in the winners' bracket goes on in the losers' bracket.

With a bracket of size = 2^k the winners' bracket (WB) has rounds 1 … k, the losers' bracket (LB)
1 … 2(k - 1). LB 1 pairs the losers of WB 1; LB 2j (minor) pairs its winners with the losers of
WB j + 1; LB 2j + 1 (major) pairs winners of LB 2j with each other. The two champions meet in the
grand final; with a reset they meet again if that was the first loss of the WB's champion. Byes
live on in the LB. The losers of an LB round share a place, those of its last two are 4th and 3rd.

Rounds are numbered in the order of play, one series for all::

    WB 1   WB 2   LB 1   LB 2   WB 3   LB 3   LB 4   WB 4   LB 5 …   grand final   its reset
     1      2      3      4      5      6      7      8      9        3k - 1        3k

The losers of a WB round enter the LB in an order that keeps those apart who have met: the second
half first, both halves backwards, backwards, as they are, and so on from WB 2.
"""

from collections.abc import Sequence
from functools import lru_cache
from types import MappingProxyType

from tournaments.core.messages import gettext_noop as _
from tournaments.core.planning import Line, Option, RoundName
from tournaments.core.stages import Pairing, Stage
from tournaments.formats.kernels.bracket.bracket import Bracket, Part
from tournaments.formats.kernels.bracket.standings import Placing, bracket_lines
from tournaments.formats.kernels.bracket.tree import From, Seed, Sources, Tree, tree_of
from tournaments.formats.kernels.seeding import bracket_order, bracket_size
from tournaments.formats.protocol import Options, Words

RESET, SINGLE, NONE = "reset", "single", "none"


def number_of(part: Part, round_number: int, winners_rounds: int) -> int:
    """The number in the one series of a round of a part, with so many rounds in the WB."""
    match part:
        case Part.WINNERS:
            return 1 if round_number == 1 else 3 * round_number - 4
        case Part.LOSERS:
            return 3 * (round_number + 1) // 2 if round_number % 2 else 3 * round_number // 2 + 1
        case _:
            return 3 * winners_rounds - 2 + round_number


def place_of(number: int, winners_rounds: int) -> tuple[Part, int]:
    """The part and the round in it that a number of the one series stands for."""
    if number > 3 * winners_rounds - 2:
        return Part.FINALS, number - 3 * winners_rounds + 2
    if number == 1:
        return Part.WINNERS, 1
    third, kind = divmod(number, 3)
    if kind == 2:
        return Part.WINNERS, third + 2
    return Part.LOSERS, 2 * third - (kind == 0)


class DoubleElimination(Bracket):
    key = "double_elimination"
    name = _("Double elimination")
    round_names: Words = MappingProxyType(
        {
            "winners_round": _("Winners’ round %(number)d"),
            "winners_final": _("Winners’ final"),
            "losers_round": _("Losers’ round %(number)d"),
            "losers_final": _("Losers’ final"),
            "grand_final": _("Grand final"),
            "grand_final_reset": _("Grand final, second match"),
        }
    )
    options = (
        Option(
            "grand_final",
            "choice",
            RESET,
            "Whether the champions of both brackets meet: until one of them has lost twice"
            " (reset), once (single), or not at all (none).",
            choices=(RESET, SINGLE, NONE),
        ),
    )

    def planned_rounds(self, options: Options, entrants: int) -> int | None:
        if options["grand_final"] == RESET:
            return None
        return len(_tree(entrants, str(options["grand_final"])).rounds)

    def standings(self, stage: Stage) -> tuple[Line, ...]:
        return bracket_lines(stage, _Standings(stage).found)

    def tree(self, stage: Stage) -> Tree:
        return _tree_of(stage)

    def part(self, stage: Stage, round_number: int) -> Part:
        return place_of(round_number, _winners_rounds(len(stage.seeds)))[0]

    def round_name(self, stage: Stage, round_number: int) -> RoundName:
        winners_rounds = _winners_rounds(len(stage.seeds))
        part, number = place_of(round_number, winners_rounds)
        if part is Part.FINALS:
            return RoundName("grand_final" if number == 1 else "grand_final_reset")
        last = winners_rounds if part is Part.WINNERS else 2 * (winners_rounds - 1)
        if number == last:
            return RoundName(f"{part}_final")
        return RoundName(f"{part}_round", {"number": number})


DOUBLE_ELIMINATION = DoubleElimination()


def _winners_rounds(entrants: int) -> int:
    return bracket_size(entrants).bit_length() - 1


def _tree_of(stage: Stage) -> Tree:
    return _tree(len(stage.seeds), str(stage.options["grand_final"]))


@lru_cache(maxsize=16)
def _tree(entrants: int, grand_final: str) -> Tree:
    size = bracket_size(entrants)
    last = _winners_rounds(entrants)
    seeds = [Seed(place) for place in bracket_order(size)]
    rounds: dict[int, list[Sources]] = {1: list(zip(seeds[::2], seeds[1::2], strict=True))}
    for round_number in range(2, last + 1):
        before = number_of(Part.WINNERS, round_number - 1, last)
        losers_round = 2 * round_number - 3
        first = number_of(Part.LOSERS, losers_round, last)
        if losers_round == 1:
            entering = [From(before, pairing, loser=True) for pairing in range(1, size // 2 + 1)]
        else:
            entering = _winners(first - 2, size >> (round_number - 1))
        dropping = number_of(Part.WINNERS, round_number, last)
        order = _drop_order(round_number, size >> round_number)
        rounds[dropping] = _neighbours(_winners(before, size >> (round_number - 1)))
        rounds[first] = _neighbours(entering)
        rounds[first + 1] = [
            (From(dropping, dropped, loser=True), winner)
            for dropped, winner in zip(order, _winners(first, size >> round_number), strict=True)
        ]
    if grand_final == NONE:
        return tree_of(entrants, rounds)
    champion = From(number_of(Part.WINNERS, last, last), 1)
    final = number_of(Part.FINALS, 1, last)
    challenger = From(final - 1, 1, loser=last == 1)
    rounds[final] = [(champion, challenger)]
    if grand_final == SINGLE:
        return tree_of(entrants, rounds)
    rounds[final + 1] = [(From(final, 1), From(final, 1, loser=True))]
    return tree_of(entrants, rounds, rematch=final + 1)


def _winners(round_number: int, pairings: int) -> list[From]:
    return [From(round_number, pairing) for pairing in range(1, pairings + 1)]


def _neighbours(sources: Sequence[From]) -> list[Sources]:
    return list(zip(sources[::2], sources[1::2], strict=True))


def _drop_order(winners_round: int, pairings: int) -> list[int]:
    """The pairings of a WB round in the order in which their losers enter the LB."""
    numbers = list(range(1, pairings + 1))
    half = pairings // 2
    match (winners_round - 2) % 4:
        case 0:
            return numbers[half:] + numbers[:half]
        case 1:
            return numbers[:half][::-1] + numbers[half:][::-1]
        case 2:
            return numbers[::-1]
        case _:
            return numbers


class _Standings:
    """Of those who are out or, without a grand final, can no longer become champion."""

    def __init__(self, stage: Stage) -> None:
        self.found: dict[str, Placing] = {}
        self._size = bracket_size(len(stage.seeds))
        self._last = _winners_rounds(len(stage.seeds))
        self._grand_final = str(stage.options["grand_final"])
        for pairing in stage.pairings():
            if pairing.decided:
                self._rank(pairing)

    def _rank(self, pairing: Pairing) -> None:
        part, round_number = place_of(pairing.round, self._last)
        beaten = [side for side in pairing.sides if side != pairing.winner]
        standing = self._beaten_in(part, round_number, pairing)
        for side in beaten:
            self.found.update(dict.fromkeys(side, standing))

    def _beaten_in(self, part: Part, round_number: int, pairing: Pairing) -> Placing:
        if part is Part.LOSERS:
            return Placing(self._rank_after(round_number), pairing.round)
        if part is Part.FINALS:
            resets = self._grand_final == RESET and round_number == 1 and not pairing.unopposed
            if resets and pairing.winner == pairing.sides[-1]:
                return Placing(1)
            return Placing(2, pairing.round)
        enters = max(1, 2 * round_number - 2)
        if pairing.winner is None or (self._last == 1 and self._grand_final == NONE):
            return Placing(self._rank_after(enters), pairing.round)
        return Placing(2 if self._grand_final == NONE else 1, behind=1)

    def _rank_after(self, losers_round: int) -> int:
        """Of those who go out in that round of the LB: behind all whom it leaves in both."""
        if self._last == 1:
            return 2
        minor = losers_round % 2 == 0
        left = self._size >> ((losers_round + 1) // 2 + 1)
        return 1 + (2 * left if minor else 3 * left)
