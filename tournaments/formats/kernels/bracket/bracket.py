"""What every bracket does alike, whatever its tree."""

from abc import abstractmethod
from enum import StrEnum
from types import MappingProxyType

from tournaments.core.messages import gettext_noop as _
from tournaments.core.planning import PlannedRound, Seeding
from tournaments.core.stages import Stage
from tournaments.formats.kernels.bracket import tree
from tournaments.formats.kernels.bracket.seeds import bracket_seeds
from tournaments.formats.kernels.bracket.tree import Tree
from tournaments.formats.protocol import Format, Options, Words


class Part(StrEnum):
    """What a round of a bracket belongs to; a bracket has a main part, or winners and losers."""

    MAIN = "main"
    THIRD_PLACE = "third_place"
    WINNERS = "winners"
    LOSERS = "losers"
    FINALS = "finals"


class Bracket(Format):
    """A format whose pairings are all known from the start, but for who plays in them."""

    reasons: Words = MappingProxyType(
        {
            "bye": _("A bye: the bracket has more places than there are entrants."),
            "walkover": _("A walkover: nobody came to the place opposite."),
        }
    )
    incremental = True
    needs_winners = True

    @abstractmethod
    def tree(self, stage: Stage) -> Tree:
        """All pairings of the stage, and where the sides of each come from."""

    def part(self, stage: Stage, round_number: int) -> Part:
        """The part of the drawing that a round belongs to."""
        return Part.MAIN

    def check(self, options: Options, entrants: int) -> None:
        tree.check_entrants(entrants)

    def seeds(self, seeding: Seeding, options: Options) -> tuple[str, ...]:
        return bracket_seeds(seeding)

    def due(self, stage: Stage) -> tuple[PlannedRound, ...]:
        return tree.due(self.tree(stage), stage)

    def complete(self, stage: Stage) -> bool:
        return tree.complete(self.tree(stage), stage)

    def feeds(self, stage: Stage, round_number: int, number: int) -> tuple[tuple[int, int], ...]:
        return tree.feeds(self.tree(stage), stage, round_number, number)
