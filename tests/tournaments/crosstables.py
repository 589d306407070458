"""Published crosstables with the tie-breaks that were published with them, by entrant number.

A row says, round by round, how the entrant fared: + won, = drawn, - lost against that number;
with F by forfeit; +BYE an allocated bye of a whole point, =BYE a requested one of half a point,
-- absent. The figures behind it are the published ones.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.core.scores import bye
from tournaments.core.stages import POINT, Outcome, Pairing, Stage, Status
from tournaments.domain.stage_updates import with_pairings

SCORES = {"+": POINT, "=": POINT // 2, "-": 0}


@dataclass(frozen=True)
class Crosstable:
    """`columns` name the figures: `score`, or the key of a tie-break."""

    name: str
    source: str
    format: str
    columns: tuple[str, ...]
    rows: str
    ratings: Mapping[str, int] | None = None

    def figures(self, column: str) -> dict[str, float]:
        index = self.columns.index(column)
        return {
            number: float(figures.split()[index])
            for number, _, figures in map(_cells, self.rows.strip().splitlines())
            if figures.split()[index] != "."
        }

    def stage(self, **options: object) -> Stage:
        """As it stood after the last round; refuses a table whose two halves disagree."""
        results = {
            number: given.split()
            for number, given, _ in map(_cells, self.rows.strip().splitlines())
        }
        if self.ratings:
            options["ratings"] = self.ratings
        stage = Stage(1, self.format, options, tuple(results))
        for round_ in range(len(next(iter(results.values())))):
            tables = [(number, result[round_]) for number, result in results.items()]
            pairings = []
            for number, result in tables:
                pairing = _pairing(round_ + 1, len(pairings) + 1, number, result)
                if pairing.unopposed:
                    pairings.append(pairing)
                    continue
                opponent = pairing.sides[1][0]
                mirror = _pairing(round_ + 1, 1, opponent, results[opponent][round_])
                assert mirror.sides == pairing.sides[::-1], (self.name, round_ + 1, number)
                assert mirror.outcomes == (pairing.outcomes or ())[::-1]
                if int(number) < int(opponent):
                    pairings.append(pairing)
            stage = with_pairings(stage, round_ + 1, len(pairings), pairings)
        return stage


def _cells(line: str) -> tuple[str, str, str]:
    number, rest = line.split(":")
    results, figures = rest.split("|")
    return number.strip(), results, figures


def _pairing(round_: int, table: int, number: str, result: str) -> Pairing:
    if result == "--":
        return Pairing(round_, table, ((number,),), outcomes=bye(0, Status.ABSENT))
    score = SCORES[result[0]]
    if result[1:] == "BYE":
        status = Status.BYE_ALLOCATED if score == POINT else Status.BYE_REQUESTED
        return Pairing(round_, table, ((number,),), outcomes=bye(score, status))
    forfeit = result[1] == "F"
    sides = ((number,), (result[1:].lstrip("F"),))
    return Pairing(
        round_,
        table,
        sides,
        match=f"{round_}-{table}",
        outcomes=(_outcome(score, forfeit), _outcome(POINT - score, forfeit)),
    )


def _outcome(score: int, forfeit: bool) -> Outcome:
    won = Status.FORFEIT_WIN if score else Status.FORFEIT_LOSS
    return Outcome(1 if score else 2, 0, score, won if forfeit else Status.PLAYED)


WESTERN_SWISS = Crosstable(
    "Hobsons Bay Western Swiss 2025, 5 rounds",
    "the club's own pages of the event, made by Vega",
    "swiss",
    ("score", "buchholz", "buchholz_cut_1", "sonneborn_berger"),
    """
     1: +9   +10  +5   +6   +F4  | 5.0 16.5 14.5 16.50
     2: --   =BYE +14  +11  =3   | 3.0 12.5  9.5  6.75
     3: -10  -9   +BYE +15  =2   | 2.5 11.5 10.5  5.00
     4: =11  +13  =7   +9   -F1  | 3.0 12.0  9.0  6.25
     5: +12  +15  -1   +F7  -6   | 3.0 14.5 13.5  6.00
     6: =13  +11  +10  -1   +5   | 3.5 15.0 13.5  9.25
     7: =BYE +14  =4   -F5  +9   | 3.0 12.5  9.5  6.50
     8: -15  -F12 +13  -F12 +F16 | 2.0  8.5  6.5  3.50
     9: -1   +3   +12  -4   -7   | 2.0 15.5 13.5  4.50
    10: +3   -1   -6   +13  +12  | 3.0 14.5 13.0  6.00
    11: =4   -6   +15  -2   +F14 | 2.5 13.0 12.0  5.00
    12: -5   +F8  -9   +F8  -10  | 2.0 12.0 10.0  4.00
    13: =6   -4   -8   -10  +15  | 1.5 12.5 11.5  2.75
    14: =BYE -7   -2   +16  -F11 | 1.5  9.0  7.5  0.75
    15: +8   -5   -11  -3   -13  | 1.0 11.5 10.0  2.00
    16: --   --   --   -14  -F8  | 0.0  1.5  1.5  0.00
    """,
)

# A dot stands where the paper gives no figure.
EXERCISE = Crosstable(
    "FIDE, Exercises in Tie-Breaking (M. Held), the Swiss",
    "FIDE Technical Commission, 18 March 2024; its answers as the tests of Sharly Chess have them",
    "swiss",
    (
        "score",
        "buchholz",
        "buchholz_cut_1",
        "sonneborn_berger",
        "progressive",
        "wins",
        "wins_without_forfeits",
        "rating_average",
    ),
    """
     1: +9  =13  =2   +15  =4   | 3.5 12.5 11.0  8.00 11.0 2 2 1820
     2: +10 +7   =1   +16  =3   | 4.0 13.0 .     9.50 13.0 3 3 1880
     3: =11 +6   +8   =4   =2   | 3.5 15.5 13.0 10.50 11.0 2 2 1940
     4: +12 =BYE +13  =3   =1   | 3.5 15.0 11.5  9.75 11.5 2 2 1888
     5: -13 -15  +11  =7   +10  | 2.5  8.5  7.5  4.25  5.0 2 2 1690
     6: -14 -3   +BYE +10  +8   | 3.0 12.0 .     6.50  6.0 3 2 1813
     7: +15 -2   -16  =5   -11  | 1.5 14.5 12.5  3.25  6.0 1 1 1760
     8: =16 +14  -3   +13  -6   | 2.5 13.5 12.0  5.25  8.5 2 2 1730
     9: -1  -10  =BYE -F11 +BYE | 1.5  9.0  7.5  2.25  2.5 1 0 1975
    10: -2  +9   -15  -6   -5   | 1.0 13.0 .     1.50  4.0 1 1 1880
    11: =3  -16  -5   +F9  +7   | 2.5 13.5 12.0  5.75  5.5 2 1 1863
    12: -4  +BYE +F14 --   --   | 2.0 11.5  9.5  4.00  7.0 2 0 2050
    13: +5  =1   -4   -8   -14  | 1.5 14.0 12.0  4.25  7.0 1 1 1930
    14: +6  -8   -F12 --   +13  | 2.0 11.0  9.0  4.50  6.0 2 2 1800
    15: -7  +5   +10  -1   -16  | 2.0 12.0 11.0  3.50  7.0 2 2 1860
    16: =8  +11  +7   -2   +15  | 3.5 12.5 11.0  7.25 10.5 3 3 1820
    """,
    {str(number): 2250 - 50 * number for number in range(1, 17)},
)

EXERCISE_ALL_PLAY_ALL = Crosstable(
    "FIDE, Exercises in Tie-Breaking (M. Held), the round robin",
    EXERCISE.source,
    "round_robin",
    ("score", "sonneborn_berger", "koya"),
    """
    1: =5 +2 +3 -4  +6 | 3.5 9.25 2.0
    2: +6 -1 +5 =3  +4 | 3.5 6.25 0.5
    3: +4 +6 -1 =2  +5 | 3.5 6.25 0.5
    4: -3 -5 =6 +1  -2 | 1.5 4.25 1.0
    5: =1 +4 -2 -F6 -3 | 1.5 3.25 0.5
    6: -2 -3 =4 +F5 -1 | 1.5 2.25 0.0
    """,
)

UZCHESS_CUP = Crosstable(
    "UzChess Cup 2025, Masters, all play all",
    "the broadcast's results, with the tie-breaks that lichess shows for them",
    "round_robin",
    ("score", "sonneborn_berger", "wins", "koya"),
    """
     1: =10 +8  =7  +3  -5 -6  =9  +4  +2  | 5.5 25.25 4 3.5
     2: +8  =3  +6  =4  +10 -7 +5  =9  -1  | 5.5 22.50 4 3.0
     3: +9  =2  =8  -1  +6 =4  +10 =7  =5  | 5.5 22.25 3 3.0
     4: +7  =5  =9  =2  +8 =3  =6  -1  =10 | 5.0 21.50 2 3.0
     5: =6  =4  =10 +7  +1 =9  -2  -8  =3  | 4.5 20.50 2 3.5
     6: =5  =9  -2  =8  -3 +1  =4  +10 =7  | 4.5 18.75 2 2.5
     7: -4  +10 =1  -5  =9 +2  =8  =3  =6  | 4.5 19.50 2 2.5
     8: -2  -1  =3  =6  -4 =10 =7  +5  +9  | 4.0 16.50 2 2.5
     9: -3  =6  =4  =10 =7 =5  =1  =2  -8  | 3.5 16.00 0 3.0
    10: =1  -7  =5  =9  -2 =8  -3  -6  =4  | 2.5 11.25 0 1.5
    """,
)

CROSSTABLES = (WESTERN_SWISS, EXERCISE, EXERCISE_ALL_PLAY_ALL, UZCHESS_CUP)
