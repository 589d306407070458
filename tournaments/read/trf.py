"""A stage as a report that programs of chess federations read (TRF16): two at a table, by points.

The first side of a table stands for white.
"""

from collections.abc import Iterator

from tournaments.core.refusals import NoReport
from tournaments.core.stages import POINT, Outcome, Pairing, Stage, Status
from tournaments.domain.state import State
from tournaments.formats import FORMATS
from tournaments.models import Tournament
from tournaments.store.entrant_views import entrant_documents
from tournaments.store.standings_snapshots import lines_of
from tournaments.store.tournament_log import tournament_log

_BYES = {POINT: "U", POINT // 2: "H", 0: "Z"}
_ASKED = {POINT: "F", POINT // 2: "H", 0: "Z"}


def report(tournament: Tournament, number: int | None = None) -> str:
    """The report of a stage, the last one that was played if none is named. Refuses `no_report`."""
    state = tournament_log.load(tournament.pk)
    wanted = len(state.stages) if number is None else number
    if not has_report(state, wanted):
        raise NoReport()
    current = state.stages[wanted - 1]
    stage, format_ = current.stage, FORMATS[current.stage.format]
    names = entrant_documents(tournament.pk)
    numbers = {entrant: at for at, entrant in enumerate(stage.seeds, 1)}
    found = [
        f"012 {tournament.name}",
        f"042 {_day(tournament.started_at)}",
        f"052 {_day(tournament.completed_at)}",
        f"062 {len(numbers)}",
        f"092 {format_.name}",
        f"XXR {sum(one.published for one in stage.rounds)}",
    ]
    for line in sorted(lines_of(current), key=lambda one: numbers[one.entrant]):
        name = names[line.entrant]["name"][:33]
        head = (
            f"001 {numbers[line.entrant]:4d}      {name:<33} {'':4} {'':3} {'':11} {'':10} "
            f"{line.score / POINT:4.1f} {line.position:4d}"
        )
        found.append(head + "".join(_rounds(stage, line.entrant, numbers)))
    return "".join(f"{line}\r\n" for line in found)


def has_report(state: State, number: int | None = None) -> bool:
    """Whether a report is made of this stage, or of the last one that was played."""
    wanted = len(state.stages) if number is None else number
    if not 1 <= wanted <= len(state.stages):
        return False
    stage = state.stages[wanted - 1].stage
    format_ = FORMATS[stage.format]
    by_points = format_.ranking is not None and format_.minutes(stage.options) is None
    two = tuple(format_.sizes(stage.options)) == (2,) and not format_.rotating_partners
    return by_points and two


def _rounds(stage: Stage, entrant: str, numbers: dict[str, int]) -> Iterator[str]:
    for round_ in stage.rounds:
        if not round_.published:
            continue
        at = next((one for one in round_.pairings.values() if entrant in one.entrants), None)
        yield "  " + _cell(at, entrant, numbers)


def _cell(pairing: Pairing | None, entrant: str, numbers: dict[str, int]) -> str:
    """Opponent, colour and result, as "  12 w 1"."""
    if pairing is None:
        return "0000 - Z"
    outcomes = pairing.outcomes
    if pairing.unopposed:
        own = outcomes[0] if outcomes else None
        return f"0000 - {_bye(own)}"
    side = next(at for at, one in enumerate(pairing.sides) if entrant in one)
    other = numbers[pairing.sides[1 - side][0]]
    result = _result(outcomes[side], outcomes[1 - side]) if outcomes else " "
    return f"{other:4d} {'wb'[side]} {result}"


def _bye(outcome: Outcome | None) -> str:
    if outcome is None or outcome.status is Status.ABSENT:
        return "Z"
    known = _ASKED if outcome.status is Status.BYE_REQUESTED else _BYES
    return known.get(outcome.score, "Z")


def _result(own: Outcome, other: Outcome) -> str:
    if own.status is Status.PLAYED:
        return "1" if own.place < other.place else "0" if own.place > other.place else "="
    return "+" if own.status is Status.FORFEIT_WIN else "-"


def _day(moment: object) -> str:
    return f"{moment:%Y/%m/%d}" if moment is not None else ""
