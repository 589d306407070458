"""What a format is: it plans pairings from a stage, says when the stage is over, and ranks it."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from types import MappingProxyType

from tournaments.core.messages import gettext_noop as _
from tournaments.core.planning import (
    Line,
    Option,
    PlannedRound,
    RoundName,
    Seeding,
    TieBreakName,
)
from tournaments.core.ranking import PointsRanking
from tournaments.core.refusals import TooFewEntrants
from tournaments.core.stages import Stage
from tournaments.core.standings import standings_of

Options = Mapping[str, object]
Words = Mapping[str, str]

NO_WORDS: Words = MappingProxyType({})
_NO_NAMES: Mapping[str, TieBreakName] = MappingProxyType({})


class Format(ABC):
    """A format of a stage. Pure and stateless: the same stage gives the same answer, whatever the
    order of its maps.

    What has a default here is a trait: a question that the rest of the product asks of every
    format, so that nobody compares keys. A format is added by one file that says what is different
    about it, and by its line in the registry.
    """

    # In facts and addresses, for ever.
    key: str
    # What people call it: in English, as all its words, and marked for translation.
    name: str
    # Words of its own, by code: of the reasons of its pairings, of its rounds, of its tie-breaks.
    reasons: Words = NO_WORDS
    round_names: Words = MappingProxyType({"round": _("Round %(number)d")})
    tie_break_names: Mapping[str, TieBreakName] = _NO_NAMES

    # What an organiser may set; `ranking_options` are among them where there is a `ranking`.
    options: tuple[Option, ...] = ()
    # How it ranks by points; None where it ranks by something else.
    ranking: PointsRanking | None = None

    # Tables may start while others of the round, or of earlier ones, are still played.
    incremental: bool = False
    # Somebody may enter while it is going on.
    late_entry: bool = False
    # An entrant may ask for a bye in the next round.
    requested_byes: bool = False
    # Entrants play alone in the standings and are partners for one table at a time.
    rotating_partners: bool = False
    # A round is one in which all tables can play the same cards.
    shared_deals: bool = True
    # Where nobody wins a pairing, a place further on stays empty.
    needs_winners: bool = False
    # Everybody meets everybody of the group, so that results fill a grid.
    all_play_all: bool = False

    def sizes(self, options: Options) -> tuple[int, ...]:
        """How many entrants a table may seat, in descending preference."""
        return (2,)

    def check(self, options: Options, entrants: int) -> None:
        """Refuses options that do not fit each other or so many entrants."""
        least = min(self.sizes(options))
        if entrants < least:
            raise TooFewEntrants(least=least, entrants=entrants)

    def groups(self, options: Options) -> int:
        """How many groups the entrants are dealt into; 1 where there are none."""
        return 1

    def minutes(self, options: Options) -> int | None:
        """For how long pairings are made; None where the rounds end the stage."""
        return None

    def bye_score(self, options: Options) -> int:
        """What somebody earns, in sixtieths, whom a director leaves without an opponent."""
        return 0

    def planned_rounds(self, options: Options, entrants: int) -> int | None:
        """How many rounds the stage will have; None where that cannot be known before."""
        return None

    def seeds(self, seeding: Seeding, options: Options) -> tuple[str, ...]:
        """The seeds of the stage, best first: equals may change places to meet late or never."""
        return seeding.seeds

    @abstractmethod
    def due(self, stage: Stage) -> tuple[PlannedRound, ...]:
        """Every pairing that can be made now and is not made: empty while results are awaited.

        Asking again after some of them were made gives the others, and never other ones.
        """

    @abstractmethod
    def complete(self, stage: Stage) -> bool:
        """Whether nothing is left to pair or to play."""

    def standings(self, stage: Stage) -> tuple[Line, ...]:
        """Everybody, best first. A format without a `ranking` has to say it itself."""
        if self.ranking is None:
            raise NotImplementedError(f"{self.key} has neither a ranking nor standings")
        return standings_of(stage, self.ranking)

    def feeds(self, stage: Stage, round_number: int, number: int) -> tuple[tuple[int, int], ...]:
        """The pairings (round, number) whose sides come directly out of this one: of a bracket."""
        return ()

    def round_name(self, stage: Stage, round_number: int) -> RoundName:
        """What to call a round, made or to come."""
        return RoundName("round", {"number": round_number})
