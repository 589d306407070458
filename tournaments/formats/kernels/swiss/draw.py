"""The draw of one Swiss round: who is there, who has the bye, who meets whom and why."""

from collections.abc import Sequence
from functools import cached_property

from tournaments.core.planning import PairingReason, Planned, PlannedRound, whole
from tournaments.core.scores import bye
from tournaments.core.stages import Outcome, Pairing, Side, Stage, Status
from tournaments.formats.kernels.matching import Pair
from tournaments.formats.kernels.swiss.field import Field
from tournaments.formats.kernels.swiss.history import history_of
from tournaments.formats.kernels.swiss.reasons import reasons
from tournaments.formats.kernels.swiss.search import best_pairs

_OUT = {Status.BYE_REQUESTED, Status.ABSENT}


class Draw:
    """Of a round that has not been made, or only in part: what has been made of it stays, and the
    others get what they would have got together with it.
    """

    def __init__(self, stage: Stage, number: int) -> None:
        self.stage, self.number = stage, number
        round_ = stage.round(number)
        self.made: Sequence[Pairing] = round_.in_order if round_ is not None else ()
        self.settled = {entrant for pairing in self.made for entrant in pairing.entrants}
        self.present = [
            entrant
            for entrant in stage.seeds
            if stage.joined.get(entrant, 1) <= number and entrant not in stage.left
        ]
        waiting = [entrant for entrant in self.present if entrant not in self.settled]
        self.resting = [entrant for entrant in waiting if entrant in stage.byes]
        away = stage.absent.difference(self.resting)
        self.absent = [entrant for entrant in waiting if entrant in away]
        self.playing = [entrant for entrant in waiting if entrant not in {*away, *stage.byes}]
        self.past = history_of(stage, number)

    @property
    def over(self) -> bool:
        """Whether there is nobody left to make a round for."""
        return not self.made and (len(self.present) < 2 or not (self.playing or self.resting))

    @cached_property
    def field(self) -> Field:
        return self._field(strict=True)

    @property
    def free(self) -> list[int]:
        return sorted(self.field.rank[entrant] for entrant in self.playing)

    @cached_property
    def pairs(self) -> tuple[Pair, ...] | None:
        """The pairs of all who play, by rank; None if the stage ends for want of opponents."""
        free = self.free
        found = best_pairs(self.field, free)
        allowed = self.stage.options["rematches"] == "allow" or self.made
        if found is None and allowed and len(free) > 1:
            self.field = self._field(strict=False)
            found = best_pairs(self.field, free)
        if found is None and self.made:
            return tuple((rank, self.field.bye) for rank in free)
        return found

    @property
    def surely_pairs(self) -> bool:
        """Whether a pairing exists because everybody may meet at least half of the field."""
        field, free = self.field, self.free
        nodes = len(free) + len(free) % 2
        takers = sum(rank in field.takers for rank in free) if len(free) % 2 else nodes
        least = nodes // 2
        return takers >= least and all(
            len(free) - 1 - len(field.barred[rank]) >= least for rank in free
        )

    def planned(self) -> PlannedRound | None:
        """The rows that are missing: tables from the top down, then byes, then absences."""
        if self.over or self.pairs is None:
            return None
        rows = [*self._tables(self.pairs), *self._rests()]
        expected = len(self.made) + len(rows)
        used = {pairing.number for pairing in self.made}
        numbers = (number for number in range(1, expected + len(used) + 1) if number not in used)
        pairings = (
            Planned(number, sides, outcomes=outcomes, why=why)
            for number, (sides, outcomes, why) in zip(numbers, rows, strict=False)
        )
        return PlannedRound(self.number, expected, tuple(pairings))

    def _field(self, strict: bool) -> Field:
        settled = {
            entrant
            for pairing in self.made
            for entrant in pairing.entrants
            if not (pairing.unopposed and pairing.outcomes and pairing.outcomes[0].status in _OUT)
        }
        options, entrants = self.stage.options, {*self.playing, *settled}
        order = str(options["first_round"] if self.number == 1 else options["order"])
        return Field(self.stage, self.number, entrants, self.past, order, strict)

    def _tables(self, pairs: Sequence[Pair]) -> list["Row"]:
        field = self.field
        scores = [*field.scores, -1]
        rows: list[Row] = []
        for pair in sorted(pairs, key=lambda pair: (-scores[pair[0]], -scores[pair[1]], pair)):
            why = reasons(field, pair)
            if pair[1] != field.bye:
                rows.append((self._seated(pair), None, why))
        score = whole(self.stage.options, "bye_score")
        rows += [
            (((field.entrants[one],),), bye(score), reasons(field, (one, other)))
            for one, other in pairs
            if other == field.bye
        ]
        return rows

    def _seated(self, pair: Pair) -> tuple[Side, Side]:
        """First sits whoever did so less often; the lot decides between equals."""
        field = self.field
        one, other = pair
        ahead = field.past[one].firsts - field.past[other].firsts
        swapped = ahead > 0 or (not ahead and field.lot(pair) & 1)
        first, second = (other, one) if swapped else pair
        return (field.entrants[first],), (field.entrants[second],)

    def _rests(self) -> list["Row"]:
        byes = self.stage.byes
        rests: list[Row] = [
            (
                ((entrant,),),
                bye(byes[entrant], Status.BYE_REQUESTED),
                (PairingReason("bye_requested"),),
            )
            for entrant in self.resting
        ]
        return rests + [
            (((entrant,),), bye(0, Status.ABSENT), (PairingReason("absent"),))
            for entrant in self.absent
        ]


Row = tuple[tuple[Side, ...], tuple[Outcome, ...] | None, tuple[PairingReason, ...]]
