"""Knockout with heats: tables of several, the first ones go on, down to one final table.

Round 1 is laid out by seed like a snake, later rounds by the results; who should not meet changes
tables with somebody of the same row. Where the next round would not fill its tables, the best of
the others go on as wild cards. Who is absent or has left when a round is paired loses the place.
"""

from collections import Counter
from types import MappingProxyType

from tournaments.core.messages import gettext_noop as _
from tournaments.core.planning import (
    Line,
    Option,
    PairingReason,
    Planned,
    PlannedRound,
    RoundName,
    TieBreakName,
    whole,
)
from tournaments.core.refusals import TooFewEntrants
from tournaments.core.roll_call import starters
from tournaments.core.scores import bye
from tournaments.core.stages import Stage
from tournaments.formats.kernels.heats.field import HeatsField, field_of, is_final
from tournaments.formats.kernels.heats.plan import heat, plan, snake
from tournaments.formats.kernels.heats.standings import heats_standings
from tournaments.formats.kernels.seat_order import Seats, note_seats, seated
from tournaments.formats.kernels.separation import separated_at_tables
from tournaments.formats.kernels.sizing import least_entrants, sizes_in
from tournaments.formats.kernels.whole_rounds import all_decided, next_due
from tournaments.formats.protocol import Format, Options, Words

_ENDLESS = 1_000_000


class Heats(Format):
    """The format `heats`.

    Equals at the line between going on and out are separated by their part of the points at the
    table, then by where they stood before that round, which is the seed in round 1.
    """

    key = "heats"
    name = _("Knockout with heats")
    reasons: Words = MappingProxyType(
        {
            "heat": _("A heat: the first %(advance)s of the table go on."),
            "final": _("The final: nobody else is left."),
            "bye_best_standing": _("Goes on without a heat, as one of the best placed."),
            "wildcard": _("%(entrant)s goes on as a wild card, as one of the best of the others."),
            "tie_at_cut": _("%(entrant)s goes on rather than %(over)s, by %(by)s."),
            "swapped_to_keep_apart": _(
                "%(entrant)s was moved to keep apart those who should not meet."
            ),
        }
    )
    round_names: Words = MappingProxyType(
        {"heats": _("Heats, round %(number)d"), "final": _("Final")}
    )
    tie_break_names = MappingProxyType(
        {
            "round": TieBreakName(_("Round reached"), _("Round"), _("The last round played in.")),
            "placement": TieBreakName(_("Place there"), _("Place"), _("The score of that round.")),
            "table_share": TieBreakName(
                _("Share there"), _("Share"), _("The share of the points at the last table.")
            ),
        }
    )
    options = (
        Option("sizes", "sizes", (4, 3), "How many sit at a table, the usual number first."),
        Option(
            "preferred", "whole", None, "The usual number; empty: the first of the sizes.", 2, 6
        ),
        Option("advance", "whole", 2, "How many go on from a table, at most all but one.", 1, 5),
    )

    def sizes(self, options: Options) -> tuple[int, ...]:
        return sizes_in(options)

    def check(self, options: Options, entrants: int) -> None:
        least = least_entrants(sizes_in(options))
        if entrants < least:
            raise TooFewEntrants(least=least, entrants=entrants)

    def planned_rounds(self, options: Options, entrants: int) -> int:
        """Fewer if entrants leave."""
        return len(plan(entrants, sizes_in(options), whole(options, "advance")))

    def due(self, stage: Stage) -> tuple[PlannedRound, ...]:
        return () if self.complete(stage) else next_due(stage, _ENDLESS, _planned)

    def complete(self, stage: Stage) -> bool:
        return all_decided(stage) and len(_field(stage).through) < 2

    def standings(self, stage: Stage) -> tuple[Line, ...]:
        return heats_standings(stage, _field(stage), self.complete(stage))

    def feeds(self, stage: Stage, round_number: int, number: int) -> tuple[tuple[int, int], ...]:
        """The pairings of the next round at which somebody from this one sits."""
        ours, following = stage.round(round_number), stage.round(round_number + 1)
        if ours is None or following is None or number not in ours.pairings:
            return ()
        sat = set(ours.pairings[number].entrants)
        return tuple(
            (following.number, one.number)
            for one in following.in_order
            if sat.intersection(one.entrants)
        )

    def round_name(self, stage: Stage, round_number: int) -> RoundName:
        made = stage.round(round_number)
        final = is_final(made) if made else round_number == self._rounds(stage)
        return RoundName("final") if final else RoundName("heats", {"number": round_number})

    def _rounds(self, stage: Stage) -> int:
        """How many there will be, as things are."""
        if not stage.rounds or not all_decided(stage):
            return self.planned_rounds(stage.options, starters(stage))
        through = len(_field(stage).through)
        further = self.planned_rounds(stage.options, through) if through > 1 else 0
        return stage.rounds[-1].number + further


def _field(stage: Stage) -> HeatsField:
    return field_of(stage, sizes_in(stage.options), whole(stage.options, "advance"))


def _planned(stage: Stage, number: int) -> tuple[Planned, ...]:
    here = _field(stage)
    this = heat(len(here.through), sizes_in(stage.options), whole(stage.options, "advance"))
    first = sorted(here.through, key=here.byes.__getitem__)
    spared = set(first[: this.byes])
    seats: Seats = Counter()
    for pairing in stage.pairings():
        note_seats(seats, pairing)
    planned = []
    natural = snake(this.tables, [one for one in here.through if one not in spared])
    tables = natural
    if stage.clubs or stage.forbidden:
        tables = separated_at_tables(natural, clubs=stage.clubs, forbidden=stage.forbidden)
    for at, table in enumerate(tables, 1):
        why = [
            PairingReason("final")
            if this.final
            else PairingReason("heat", {"advance": this.advance})
        ]
        why += _reasons(here, table)
        moved = [one for one in table if one not in natural[at - 1]]
        why += [PairingReason("swapped_to_keep_apart", {"entrant": one}) for one in moved]
        sides = tuple((entrant,) for entrant in seated(table, seats))
        planned.append(Planned(at, sides, why=tuple(why)))
    for at, entrant in enumerate(first[: this.byes], len(tables) + 1):
        reasons = (PairingReason("bye_best_standing"), *_reasons(here, [entrant]))
        planned.append(Planned(at, ((entrant,),), outcomes=bye(), why=reasons))
    return tuple(planned)


def _reasons(here: HeatsField, table: list[str]) -> list[PairingReason]:
    """How those got here who did not by their place alone."""
    return [why for entrant in table for why in here.reasons.get(entrant, ())]


HEATS = Heats()
