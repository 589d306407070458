"""What the rounds so far mean for tables: scores, meetings, seats, short tables, byes."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from tournaments.core.late import late_score
from tournaments.core.stages import Pairing, Stage, Status
from tournaments.formats.kernels.seat_order import Seats, note_seats

_UNEARNED = {Status.BYE_ALLOCATED, Status.FORFEIT_WIN}


class TableHistory:
    """Entrants go by their number in `stage.seeds`, from 0.

    `met[one][other]`: at how many tables both of them played; someone who forfeited met nobody.
    `short`: tables smaller than `usual`. `byes`: allocated ones, and forfeit wins.
    """

    def __init__(self, stage: Stage, usual: int) -> None:
        self.number = {entrant: number for number, entrant in enumerate(stage.seeds)}
        self.scores = [late_score(stage, entrant) for entrant in stage.seeds]
        self.met: list[defaultdict[int, int]] = [defaultdict(int) for _ in stage.seeds]
        self.short: Counter[int] = Counter()
        self.byes: Counter[int] = Counter()
        self.seats: Seats = Counter()
        for pairing in stage.pairings():
            self._note(pairing, usual)

    def _note(self, pairing: Pairing, usual: int) -> None:
        note_seats(self.seats, pairing)
        short = not pairing.unopposed and len(pairing.sides) < usual
        played = []
        for side, outcome in zip(pairing.sides, pairing.outcomes or (), strict=False):
            for entrant in side:
                number = self.number[entrant]
                self.scores[number] += outcome.score
                self.short[number] += short
                self.byes[number] += outcome.status in _UNEARNED
                if outcome.status is Status.PLAYED:
                    played.append(number)
        self._note_meetings(played)

    def _note_meetings(self, played: Sequence[int]) -> None:
        for one in played:
            met = self.met[one]
            for other in played:
                if other != one:
                    met[other] += 1
