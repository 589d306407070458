"""A record replayed and judged: every play by the rules, and every consequence that it tells.

What follows from a play (a packet, a card drawn, a score, a result) must stand in the next line, as
the engine would have it. Where the record has a commitment, every deck is checked against it.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.errors import MalformedRecord, NotYourTurn, Refusal, WrongRecord
from engine.match.commands import Annul, Command, Forfeit, HandOver, PlayMove, Resign, RunOutClock
from engine.match.decide import NEW, MatchState, decide, evolve
from engine.match.decision import Course
from engine.match.decks import dealer_of, deck_of, source_of
from engine.match.events import (
    REVEAL_NONE,
    REVEAL_SCORED,
    ClockRanOut,
    CutMade,
    DealScored,
    DealStarted,
    Event,
    MatchAnnulled,
    MatchCreated,
    MatchFinished,
    MatchStarted,
    SeatForfeited,
    SeatHandedOver,
    SeatResigned,
    SeatTaken,
)
from engine.match.play import packet
from engine.record.entries import Entry, Header, Play, Secret, Untold, entries_of
from engine.record.heading import Heading
from engine.record.reading import is_heading, lines_of, parse_entry
from engine.record.untold import left_on_time, require_played_out, result_after
from engine.record.writing import entry_text
from engine.rules.cards import PACK
from engine.rules.rulesets import ruleset, sides_of
from engine.rules.shuffle import follows

_NO_SEED = bytes(32)
# The facts that reveal a secret, which only the record knows, in lines before their own.
_Closing = DealScored | MatchFinished | MatchAnnulled


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
        # Lines that must come next, each with the facts that it completes.
        self._due: deque[tuple[Entry, list[Event]]] = deque()
        self._unrevealed: Sequence[_Closing] = []
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
        sides = sides_of(rules, seats, header.overrides)
        if header.dealer >= seats:
            raise WrongRecord(problem=f"there is no seat {header.dealer} to deal")
        if header.mirrored and max(sides) > 1:
            raise WrongRecord(problem="a mirrored match has two sides")
        if (header.board is None) == (header.reveal == REVEAL_NONE):
            raise WrongRecord(problem="a match on a board reveals none, and no other match does so")
        # Of cards dealt by hand there is nothing to reveal.
        by_hand = header.commitment is None and header.board is None
        self._add(
            MatchCreated(
                match=header.match,
                ruleset=header.ruleset,
                overrides=header.overrides,
                seats=seats,
                commitment=header.commitment or b"",
                timeouts=header.timeouts,
                clock=header.clock,
                seed=_NO_SEED,
                stand_in=header.stand_in,
                board=header.board,
                mirrored=header.mirrored,
                reveal=REVEAL_SCORED if by_hand else header.reveal,
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
        if self._untold:
            due = result_after(self.events[-1], self.state, due, entry)
            completed = [due] if isinstance(due, MatchFinished) else completed
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
        if self._untold and isinstance(entry, MatchFinished):
            require_played_out(self.state, entry)
            self._add(entry)
            return
        if self._untold and isinstance(entry, ClockRanOut):
            first, *rest = left_on_time(self.state, entry)
        else:
            first, *rest = decide(self.state, self._command(entry))
        due = entries_of(first)[0]
        if due != entry:
            raise WrongRecord(problem=f"here should stand: {entry_text(due)}")
        if isinstance(first, MatchAnnulled):
            rest = [first]
        else:
            self._add(first)
        at = next((at for at, event in enumerate(rest) if isinstance(event, _Closing)), len(rest))
        self._expect(rest[:at])
        # The next deal's deck, which the engine cannot know, is the record's to tell.
        closing = [event for event in rest[at:] if isinstance(event, _Closing)]
        if closing and self.state.commitment and closing[0].secret is not None:
            self._unrevealed = closing
        elif closing:
            self._close(closing, None)

    def _command(self, entry: Entry) -> Command:
        if isinstance(entry, Play):
            if self.state.turn != entry.seat:
                raise NotYourTurn(seat=entry.seat)
            return PlayMove(entry.seat, entry.move)
        if isinstance(entry, ClockRanOut):
            return RunOutClock(entry.seat)
        if isinstance(entry, SeatResigned):
            return Resign(entry.seat)
        if isinstance(entry, SeatForfeited):
            return Forfeit(entry.seat)
        if isinstance(entry, SeatHandedOver):
            return HandOver(entry.seat, entry.bot)
        if isinstance(entry, MatchAnnulled):
            return Annul(entry.reason)
        raise WrongRecord(problem="no such line is due")

    def _expect(self, events: Sequence[Event]) -> None:
        for event in events:
            self._due.extend((entry, [event]) for entry in entries_of(event))

    def _reveal(self, entry: Entry) -> None:
        if not isinstance(entry, Secret):
            raise WrongRecord(problem="here should stand the secret of the deal")
        state = self.state
        previous = (state.sheets[-1].secret if state.sheets else None) or state.commitment
        if not follows(entry.secret, previous):
            raise WrongRecord(problem="the secret does not fit the one before it")
        started = next(e for e in reversed(self.events) if isinstance(e, DealStarted))
        source = source_of(state, started.deal)
        secret = entry.secret if source == started.deal else previous
        if deck_of(state, source, secret) != started.deck:
            raise WrongRecord(problem="the secret gives another deck")
        if started.deal == 1:
            dealer = dealer_of(state, entry.secret)
            if dealer != started.dealer:
                raise WrongRecord(problem=f"the secret makes seat {dealer} the first dealer")
        closing, self._unrevealed = self._unrevealed, ()
        self._close(closing, entry.secret)

    def _close(self, closing: Sequence[_Closing], secret: bytes | None) -> None:
        """Expects the lines of the fact that reveals this secret, and what follows from it."""
        first, *finished = closing
        revealing = replace(first, secret=secret)
        if isinstance(revealing, MatchAnnulled):
            self._add(revealing)
            return
        told = entries_of(replace(first, secret=None))
        self._due.extend((entry, []) for entry in told[:-1])
        self._due.append((told[-1], [revealing]))
        self._expect(finished)
