"""What came of replaying a record."""

from dataclasses import dataclass

from engine.match.decide import MatchState
from engine.match.events import Event


@dataclass(frozen=True, slots=True)
class WrongLine:
    """The number of the first wrong line, from 1, and the code and sentence of its refusal."""

    line: int
    code: str
    detail: str


@dataclass(frozen=True, slots=True)
class Replayed:
    """The result of a replay: the events, the state after the last good line, and the wrong line.

    `line_of_event` gives for each event the number of the line that completes it, counted from 1;
    `lines` is the number of the last good line. Scores are the engine's own. The seed, which a
    record does not hold, is 32 zero bytes.
    """

    events: tuple[Event, ...]
    line_of_event: tuple[int, ...]
    state: MatchState
    lines: int
    wrong: WrongLine | None
