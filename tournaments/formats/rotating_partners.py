"""Rotating partners: individuals at tables of four, each round with another partner.

Over a full cycle of a whist design, with everybody there round after round, each pair are partners
once and opponents twice. Where no design is known, somebody is away, a pair is forbidden or the
rounds are much fewer (opponents would not be balanced), partners and opponents are found by search.
Clubs mean nothing here: everybody is to meet everybody.
"""

from collections import Counter
from types import MappingProxyType

from tournaments.core.chance import Chance
from tournaments.core.messages import gettext_noop as _
from tournaments.core.planning import Option, PairingReason, Planned, PlannedRound, whole
from tournaments.core.ranking import LOT, PointsRanking, check_tie_breaks, ranking_options
from tournaments.core.refusals import BadField, TooFewEntrants
from tournaments.core.roll_call import present, roll_call, starters
from tournaments.core.scores import bye
from tournaments.core.stages import POINT, Side, Stage
from tournaments.formats.kernels.partner_search import PartnerHistory, best_tables
from tournaments.formats.kernels.seat_order import Seats, note_seats, partners_seated
from tournaments.formats.kernels.whist import Foursome, design, design_rounds, has_design
from tournaments.formats.kernels.whole_rounds import all_decided, next_due
from tournaments.formats.protocol import Format, Options, Words

_TABLE = 4
_SHORT_EVENT = 13
_USUAL_ROUNDS = 8
_RANKING = PointsRanking(("score_difference", "wins", "buchholz", LOT), late_scores=True)


class RotatingPartners(Format):
    """The format `rotating_partners`.

    A table is two sides of two entrants; what a side gets, both of its entrants get. The default
    number of rounds lets everybody partner everybody among up to 13, and is 8 for more.
    """

    key = "rotating_partners"
    name = _("Rotating partners")
    reasons: Words = MappingProxyType(
        {
            "whist_design": _(
                "By a plan in which everybody partners everybody once, and meets them twice."
            ),
            "searched": _("The best found by search: new partners first, then new opponents."),
            "partners_again": _("%(one)s and %(other)s have been partners before (%(times)s)."),
            "sits_out": _("Sits out: only tables of four are played."),
        }
    )
    ranking = _RANKING
    late_entry = True
    requested_byes = True
    rotating_partners = True
    options = (
        Option("rounds", "whole", None, "How many rounds; empty: up to 13 a full cycle.", 1, 99),
        Option("bye_score", "whole", POINT // 2, "What sitting out earns, in sixtieths.", 0, POINT),
        *ranking_options(_RANKING),
    )

    def sizes(self, options: Options) -> tuple[int, ...]:
        return (_TABLE,)

    def check(self, options: Options, entrants: int) -> None:
        if entrants < _TABLE:
            raise TooFewEntrants(least=_TABLE, entrants=entrants)
        if options["tie_breaks"] is not None:
            check_tie_breaks(options["tie_breaks"])
        rounds = options["rounds"]
        if isinstance(rounds, int) and rounds > design_rounds(entrants):
            raise BadField(field="rounds", problem="there are fewer partners than rounds")

    def planned_rounds(self, options: Options, entrants: int) -> int:
        return _rounds(options, entrants)

    def due(self, stage: Stage) -> tuple[PlannedRound, ...]:
        return next_due(stage, _rounds_of(stage), _planned)

    def complete(self, stage: Stage) -> bool:
        return len(stage.rounds) >= _rounds_of(stage) and all_decided(stage)

    def bye_score(self, options: Options) -> int:
        return whole(options, "bye_score")


def _rounds(options: Options, entrants: int) -> int:
    rounds = options["rounds"]
    if isinstance(rounds, int):
        return rounds
    return design_rounds(entrants) if entrants <= _SHORT_EVENT else _USUAL_ROUNDS


def _rounds_of(stage: Stage) -> int:
    """As planned, or no more than there are if not even one table of those here is possible."""
    if present(stage) < _TABLE:
        return len(stage.rounds)
    return _rounds(stage.options, starters(stage))


def _planned(stage: Stage, number: int) -> tuple[Planned, ...]:
    roll = roll_call(stage, number)
    past = PartnerHistory(stage)
    place = {entrant: at for at, entrant in enumerate(stage.seeds)}
    playing = [place[entrant] for entrant in roll.playing]
    tables = None if past.forbids(playing) else _designed(stage, number, len(playing))
    if tables is None:
        tables = best_tables(past, playing, Chance(stage.lot, "partners", number))
        code = "searched"
    else:
        code = "whist_design"
    seats: Seats = Counter()
    for pairing in stage.pairings():
        note_seats(seats, pairing)
    planned = [
        Planned(at, _sides(stage, table, seats), why=_reasons(stage, table, past, code))
        for at, table in enumerate(tables, 1)
    ]
    sit = {stage.seeds[one] for table in tables for one in table}
    score = ROTATING_PARTNERS.bye_score(stage.options)
    for entrant in roll.playing:
        if entrant not in sit:
            outcomes, why = bye(score), (PairingReason("sits_out"),)
            planned.append(Planned(len(planned) + 1, ((entrant,),), outcomes=outcomes, why=why))
    for entrant, excuse in roll.excused:
        planned.append(Planned(len(planned) + 1, ((entrant,),), outcomes=excuse))
    return tuple(planned)


def _designed(stage: Stage, number: int, playing: int) -> list[Foursome] | None:
    """The design's round, if everybody is there and every round before was the design's."""
    count = len(stage.seeds)
    full = design_rounds(count)
    if playing < count or not has_design(count):
        return None
    if number > full or 4 * _rounds(stage.options, count) < 3 * full:
        return None
    deal = Chance(stage.lot, "design").shuffled(range(count))
    rounds = [
        [(deal[a], deal[b], deal[c], deal[d]) for a, b, c, d in tables]
        for tables in design(count)[:number]
    ]
    for before, tables in zip(stage.rounds, rounds, strict=False):
        wanted = {
            frozenset(
                frozenset(stage.seeds[one] for one in side) for side in (table[:2], table[2:])
            )
            for table in tables
        }
        made = {
            frozenset(map(frozenset, pairing.sides))
            for pairing in before.pairings.values()
            if not pairing.unopposed
        }
        if made != wanted:
            return None
    return rounds[-1]


def _sides(stage: Stage, table: Foursome, seats: Seats) -> tuple[Side, Side]:
    a, b, c, d = (stage.seeds[one] for one in table)
    return partners_seated((a, b), (c, d), seats)


def _reasons(
    stage: Stage, table: Foursome, past: PartnerHistory, code: str
) -> tuple[PairingReason, ...]:
    reasons = [PairingReason(code)]
    for one, mate in (table[:2], table[2:]):
        times = past.partner[one].get(mate, 0)
        if times:
            params: dict[str, int | str] = {
                "one": stage.seeds[one],
                "other": stage.seeds[mate],
                "times": times,
            }
            reasons.append(PairingReason("partners_again", params))
    return tuple(reasons)


ROTATING_PARTNERS = RotatingPartners()
