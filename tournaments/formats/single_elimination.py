"""Single elimination: a seeded bracket, byes to the top seeds, winners advance, losers are out.

With n entrants the bracket has size = 2^⌈log2 n⌉ slots, n - 1 matches and size - n byes, all of
them in round 1. The losers of a round of m pairings share the places m + 1 … 2m.

Rounds are numbered 1 … log2(size). With a match for the third place (four entrants or more) that
match is the round before the final, which comes last; both are due after the semi-finals.
"""

from functools import lru_cache
from types import MappingProxyType

from tournaments.core.messages import gettext_noop as _
from tournaments.core.planning import Line, Option, RoundName
from tournaments.core.stages import Pairing, Stage
from tournaments.formats.kernels.bracket.bracket import Bracket, Part
from tournaments.formats.kernels.bracket.standings import Placing, bracket_lines
from tournaments.formats.kernels.bracket.tree import From, Seed, Sources, Tree, loser_of, tree_of
from tournaments.formats.kernels.seeding import bracket_order, bracket_size
from tournaments.formats.protocol import Options, Words

LEAST_FOR_THIRD_PLACE = 4
_NAMES = {1: "final", 2: "semi_finals", 4: "quarter_finals"}


class SingleElimination(Bracket):
    key = "single_elimination"
    name = _("Single elimination")
    round_names: Words = MappingProxyType(
        {
            "final": _("Final"),
            "third_place": _("Third place"),
            "semi_finals": _("Semi-finals"),
            "quarter_finals": _("Quarter-finals"),
            "round_of": _("Round of %(entrants)d"),
        }
    )
    options = (
        Option(
            "third_place",
            "flag",
            False,
            "The losers of the semi-finals play for the third place.",
        ),
    )

    def planned_rounds(self, options: Options, entrants: int) -> int:
        return len(_tree(entrants, bool(options["third_place"])).rounds)

    def standings(self, stage: Stage) -> tuple[Line, ...]:
        return bracket_lines(stage, _standings(stage))

    def tree(self, stage: Stage) -> Tree:
        return _tree_of(stage)

    def part(self, stage: Stage, round_number: int) -> Part:
        return Part.THIRD_PLACE if round_number == _third_place_round(stage) else Part.MAIN

    def round_name(self, stage: Stage, round_number: int) -> RoundName:
        if round_number == _third_place_round(stage):
            return RoundName("third_place")
        pairings = _pairings(stage, round_number)
        if pairings in _NAMES:
            return RoundName(_NAMES[pairings])
        return RoundName("round_of", {"entrants": 2 * pairings})


SINGLE_ELIMINATION = SingleElimination()


def _tree_of(stage: Stage) -> Tree:
    return _tree(len(stage.seeds), bool(stage.options["third_place"]))


@lru_cache(maxsize=16)
def _tree(entrants: int, third_place: bool) -> Tree:
    size = bracket_size(entrants)
    order = bracket_order(size)
    seeds = [Seed(place) for place in order]
    rounds: dict[int, list[Sources]] = {1: list(zip(seeds[::2], seeds[1::2], strict=True))}
    last = size.bit_length() - 1
    for number in range(2, last + 1):
        rounds[number] = [
            (From(number - 1, 2 * pairing - 1), From(number - 1, 2 * pairing))
            for pairing in range(1, (size >> number) + 1)
        ]
    if third_place and entrants >= LEAST_FOR_THIRD_PLACE:
        rounds[last + 1] = rounds[last]
        rounds[last] = [(From(last - 1, 1, loser=True), From(last - 1, 2, loser=True))]
    return tree_of(entrants, rounds)


def _third_place_round(stage: Stage) -> int | None:
    if not stage.options["third_place"] or len(stage.seeds) < LEAST_FOR_THIRD_PLACE:
        return None
    return bracket_size(len(stage.seeds)).bit_length() - 1


def _pairings(stage: Stage, round_number: int) -> int:
    """Of a full bracket, in a round that is not the match for the third place."""
    third_place = _third_place_round(stage)
    after = third_place is not None and round_number > third_place
    return bracket_size(len(stage.seeds)) >> (round_number - after)


def _standings(stage: Stage) -> dict[str, Placing]:
    """Of those who are out."""
    found: dict[str, Placing] = {}
    third_place = _third_place_round(stage)
    for pairing in stage.pairings():
        if pairing.round == third_place:
            _rank_the_third(found, pairing)
        elif pairing.decided:
            rank = _pairings(stage, pairing.round) + 1
            for side in pairing.sides:
                if side != pairing.winner:
                    found.update(dict.fromkeys(side, Placing(rank, pairing.round)))
    return found


def _rank_the_third(found: dict[str, Placing], pairing: Pairing) -> None:
    """The loser is fourth, and went out before; without a winner both stay third."""
    for entrant in loser_of(pairing) or ():
        before = found.get(entrant, Placing(3, pairing.round))
        found[entrant] = Placing(4, before.out_in)
