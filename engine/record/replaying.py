"""A record replayed and judged: every play by the rules, and every consequence that it tells.

What follows from a play (a packet, a card drawn, a score, a result) must stand in the next line, as
the engine would have it. Where the record has a commitment, every deck is checked against it.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.cards import PACK
from engine.commands import Command, HandOver, PlayMove, Resign, RunOutClock
from engine.course import Course
from engine.errors import MalformedRecord, NoSuchSeat, NotYourTurn, Refusal, WrongRecord
from engine.events import (
    ClockRanOut,
    CutMade,
    DealScored,
    DealStarted,
    Event,
    MatchCreated,
    MatchFinished,
    MatchStarted,
    SeatHandedOver,
    SeatResigned,
    SeatTaken,
)
from engine.match import NEW, MatchState, decide, evolve
from engine.play import packet
from engine.record.entries import Entry, Header, Play, Secret, Untold, entries_of
from engine.record.heading import Heading
from engine.record.reading import is_heading, lines_of, parse_entry
from engine.record.writing import entry_text
from engine.rulesets import ruleset, sides_of
from engine.scoring import best_other_side
from engine.shuffle import first_dealer, follows, shuffled_deck

_NO_SEED = bytes(32)


@dataclass(frozen=True, slots=True)
class Wrong:
    """The first line that is wrong, counted from 1, and the refusal's code and sentence."""

    line: int
    code: str
    detail: str


@dataclass(frozen=True, slots=True)
class Replayed:
    """What a record came to: its facts, the state after the last good line, and what was wrong.

    `told_at` has for each fact the line that completes it, counted from 1. `scores` in facts and
    state are the engine's own; the server's seed is unknown, so it is zeros.
    """

    events: tuple[Event, ...]
    told_at: tuple[int, ...]
    state: MatchState
    lines: int
    wrong: Wrong | None


def replay(text: str) -> Replayed:
    """Plays the record again, as far as it is right."""
    course = _Replay()
    heading = Heading()
    good = number = 0
    try:
        for number, line in lines_of(text):
            course.line = number
            if not is_heading(line):
                course.begin(heading)
                course.take(parse_entry(line))
            elif course.begun:
                raise MalformedRecord(problem="it belongs before the first deal")
            else:
                heading.read(line)
            good = number
        course.begin(heading)
        course.end()
    except Refusal as refusal:
        wrong = Wrong(number if number > good else good + 1, refusal.code, refusal.detail)
        return course.replayed(good, wrong)
    return course.replayed(good, None)


class _Replay:
    def __init__(self) -> None:
        self.state: MatchState = NEW
        self.events: list[Event] = []
        self.line = 0
        self._told_at: list[int] = []
        self._committed = False
        # Lines that must come next, each with the facts that it completes.
        self._due: deque[tuple[Entry, list[Event]]] = deque()
        self._unrevealed: Sequence[Event] = []
        self._untold = False

    def replayed(self, lines: int, wrong: Wrong | None) -> Replayed:
        return Replayed(tuple(self.events), tuple(self._told_at), self.state, lines, wrong)

    @property
    def begun(self) -> bool:
        return bool(self.events)

    def begin(self, heading: Heading) -> None:
        """Sits the players down, at the first line after the header."""
        if not self.begun:
            self._sit_down(heading.header())

    def _sit_down(self, header: Header) -> None:
        rules = ruleset(header.ruleset, header.overrides)
        seats = len(header.players)
        sides_of(rules, seats, header.overrides)
        if header.dealer >= seats:
            raise WrongRecord(problem=f"there is no seat {header.dealer} to deal")
        self._committed = header.commitment is not None
        self._add(
            MatchCreated(
                header.match,
                header.ruleset,
                header.overrides,
                seats,
                header.commitment or b"",
                header.timeouts,
                header.clock,
                _NO_SEED,
            )
        )
        for seat, player in enumerate(header.players):
            self._add(SeatTaken(seat, player.name, player.bot))
        for seat, player in enumerate(header.players):
            if player.cut is not None:
                self._add(CutMade(seat, player.cut, player.cut_by or "player"))
        self._add(MatchStarted(header.dealer))

    def take(self, entry: Entry) -> None:
        """One more line; raises the refusal of a wrong one and leaves the state as it was."""
        if self._due:
            self._confirm(entry)
        elif isinstance(entry, DealStarted):
            self._open(entry)
        elif isinstance(entry, Untold):
            self._leave_untold(entry)
        elif self._unrevealed:
            self._reveal(entry)
        else:
            self._decide(entry)

    def end(self) -> None:
        """No more lines; refuses a record that breaks off where something was due."""
        if self._due:
            raise WrongRecord(problem=f"here should stand: {entry_text(self._due[0][0])}")
        if self._unrevealed:
            raise WrongRecord(problem="here should stand the secret of the deal")

    def _add(self, event: Event) -> None:
        self.events.append(event)
        self._told_at.append(self.line)
        self.state = evolve(self.state, event)

    def _confirm(self, entry: Entry) -> None:
        due, completed = self._due[0]
        if entry != due:
            raise WrongRecord(problem=f"here should stand: {entry_text(due)}")
        self._due.popleft()
        for event in completed:
            self._add(event)

    def _require_due(self, entry: DealStarted | Untold) -> None:
        state = self.state
        number = len(state.sheets) + 1
        is_going = state.turn is not None or self._untold
        if is_going or self._unrevealed or state.result is not None:
            raise WrongRecord(problem="no deal is due")
        if (entry.deal, entry.dealer) != (number, state.next_dealer):
            raise WrongRecord(problem=f"seat {state.next_dealer} deals deal {number}")

    def _open(self, entry: DealStarted) -> None:
        self._require_due(entry)
        if len(entry.deck) != PACK:
            raise WrongRecord(problem=f"the deck has {len(entry.deck)} cards")
        self._add(entry)
        course = Course(self.state)
        packet(course)
        self._expect(course.events)

    def _leave_untold(self, entry: Untold) -> None:
        self._require_due(entry)
        self._untold = True

    def _decide(self, entry: Entry) -> None:
        if self._untold and isinstance(entry, ClockRanOut):
            lost = self._lost_on_time(entry)
            self._add(entry)
            self._expect([lost])
            return
        first, *rest = decide(self.state, self._command(entry))
        due = entries_of(first)
        if due != [entry]:
            raise WrongRecord(problem=f"here should stand: {entry_text(due[0])}")
        self._add(first)
        scored = next((at for at, event in enumerate(rest) if isinstance(event, DealScored)), None)
        if scored is None:
            self._expect(rest)
            return
        self._expect(rest[:scored])
        # The next deal's deck, which the engine cannot know, is the record's to tell.
        ends = (DealScored, MatchFinished)
        after = [event for event in rest[scored:] if isinstance(event, ends)]
        if self._committed:
            self._unrevealed = after
        else:
            self._score(after, b"")

    def _lost_on_time(self, entry: ClockRanOut) -> MatchFinished:
        """What the clock brings about in a deal that is not told: nothing but the end is told."""
        state = self.state
        if not 0 <= entry.seat < len(state.seats):
            raise NoSuchSeat(seat=entry.seat)
        if state.result is not None or entry.in_a_row != state.timeouts.limit:
            raise WrongRecord(problem="no such line is due")
        if state.timeouts.then != "forfeit":
            raise WrongRecord(problem="where time runs out, a bot goes on")
        winner = best_other_side(state.scores, state.sides[entry.seat])
        return MatchFinished(winner, "timeouts", state.scores)

    def _command(self, entry: Entry) -> Command:
        if isinstance(entry, Play):
            if self.state.turn != entry.seat:
                raise NotYourTurn(seat=entry.seat)
            return PlayMove(entry.seat, entry.move)
        if isinstance(entry, ClockRanOut):
            return RunOutClock(entry.seat)
        if isinstance(entry, SeatResigned):
            return Resign(entry.seat)
        if isinstance(entry, SeatHandedOver):
            return HandOver(entry.seat, entry.bot)
        raise WrongRecord(problem="no such line is due")

    def _expect(self, events: Sequence[Event]) -> None:
        for event in events:
            self._due.extend((entry, [event]) for entry in entries_of(event))

    def _reveal(self, entry: Entry) -> None:
        if not isinstance(entry, Secret):
            raise WrongRecord(problem="here should stand the secret of the deal")
        state, deal = self.state, self.state.deal
        previous = state.sheets[-1].secret if state.sheets else state.commitment
        cuts = [seat.cut or b"" for seat in state.seats]
        if not follows(entry.secret, previous):
            raise WrongRecord(problem="the secret does not fit the one before it")
        started = next(e for e in reversed(self.events) if isinstance(e, DealStarted))
        if shuffled_deck(entry.secret, state.match, started.deal, cuts) != started.deck:
            raise WrongRecord(problem="the secret gives another deck")
        if deal is not None and deal.number == 1:
            dealer = first_dealer(entry.secret, state.match, cuts)
            if dealer != deal.dealer:
                raise WrongRecord(problem=f"the secret makes seat {dealer} the first dealer")
        after, self._unrevealed = self._unrevealed, ()
        self._score(after, entry.secret)

    def _score(self, after: Sequence[Event], secret: bytes) -> None:
        scored, *finished = after
        if not isinstance(scored, DealScored):
            raise ValueError("a deal ends with its score")
        scored = replace(scored, secret=secret)
        told = entries_of(scored)[1 if secret else 0 :]
        self._due.extend((entry, []) for entry in told[:-1])
        self._due.append((told[-1], [scored]))
        self._expect(finished)
