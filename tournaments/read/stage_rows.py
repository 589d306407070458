"""Stages as their formats see them, made of a few rows: as much as names of rounds and places of a
bracket need. Nothing is folded.
"""

from collections.abc import Callable, Iterable, Mapping
from uuid import UUID

from rpds import HashTrieMap

from tournaments.core.stages import Outcome, Side, Status
from tournaments.core.stages import Pairing as Played
from tournaments.core.stages import Round as PlayedRound
from tournaments.core.stages import Stage as PlayedStage
from tournaments.formats import FORMATS
from tournaments.models import Pairing, Round, Seating, Stage
from tournaments.text.round_names import round_name

Slot = tuple[int, int]
Names = Callable[[int, int], str]


def played(row: Pairing) -> Played:
    """The pairing with its sides and what came of it."""
    sides: dict[int, list[Seating]] = {}
    for seating in row.seatings.all():
        sides.setdefault(seating.side, []).append(seating)
    listed = [sides[side] for side in sorted(sides)]
    return Played(
        round=row.round,
        number=row.number,
        sides=tuple(_side(seatings) for seatings in listed),
        group=row.group,
        match=None if row.match_id is None else row.match_id.hex,
        outcomes=tuple(_outcome(seatings[0]) for seatings in listed) if row.decided else None,
    )


def _side(seatings: list[Seating]) -> Side:
    return tuple(one.entrant_id.hex for one in seatings)


def _outcome(seating: Seating) -> Outcome:
    return Outcome(
        place=seating.place or 0,
        points=seating.points or 0,
        score=seating.score or 0,
        status=Status(seating.status),
    )


def stage_of(
    row: Stage, expected: Mapping[int, int] | None = None, pairings: Iterable[Pairing] = ()
) -> PlayedStage:
    """The stage with as many entrants as it has, who have no names here; with these rounds, by how
    many pairings they expect, and with these pairings.
    """
    by_round: dict[int, HashTrieMap[int, Played]] = {
        number: HashTrieMap() for number in expected or {}
    }
    for pairing in pairings:
        made = by_round.get(pairing.round, HashTrieMap())
        by_round[pairing.round] = made.insert(pairing.number, played(pairing))
    rounds = tuple(
        PlayedRound(number, (expected or {}).get(number, len(made)), made)
        for number, made in sorted(by_round.items())
    )
    return PlayedStage(row.number, row.format, row.options, ("",) * row.entrants, rounds=rounds)


def names_of(tournament: UUID, rounds: Iterable[Round], pairings: Iterable[Pairing]) -> Names:
    """What these rounds are called; `pairings` are those of them that are at hand."""
    shown, made = list(rounds), list(pairings)
    rows = Stage.objects.filter(tournament=tournament)
    stages = {
        row.number: stage_of(
            row,
            {one.number: one.expected for one in shown if one.stage == row.number},
            [one for one in made if one.stage == row.number],
        )
        for row in rows
    }

    def name(stage: int, number: int) -> str:
        format_ = FORMATS[stages[stage].format]
        return round_name(format_, format_.round_name(stages[stage], number))

    return name
