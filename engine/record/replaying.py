"""Replaying a record: every play is judged by the rules, and every consequence is checked.

What follows from a play (a packet, a card drawn, a score, a result) must be the next line, as the
engine would write it. Where the record has a commitment, every deck is checked against it.
"""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from engine.errors import MalformedRecord, NotYourTurn, Refusal, WrongRecord
from engine.match.commands import (
    Annul,
    Command,
    Forfeit,
    HandOver,
    PlayMove,
    Resign,
    RunOutClock,
    TakeBack,
)
from engine.match.decide import NEW, MatchState, decide, evolve
from engine.match.decision import Decision
from engine.match.decks import dealer_of, deck_of, source_of
from engine.match.events import (
    REVEAL_NONE,
    REVEAL_SCORED,
    ClockRanOut,
    CutMade,
    DealScored,
    DealStarted,
    Event,
    MatchAbandoned,
    MatchAnnulled,
    MatchCreated,
    MatchFinished,
    MatchStarted,
    SeatForfeited,
    SeatHandedOver,
    SeatResigned,
    SeatTaken,
    SeatTakenBack,
)
from engine.match.play import packet
from engine.record.entries import Entry, Header, Play, Secret, UnrevealedDeal, entries_of
from engine.record.header_reader import HeaderReader
from engine.record.reading import is_header_line, lines_of, parse_entry
from engine.record.replayed import Replayed as Replayed
from engine.record.replayed import WrongLine as WrongLine
from engine.record.unrevealed import final_timeout, require_result_by_score, result_after_departure
from engine.record.writing import entry_text
from engine.rules.cards import PACK
from engine.rules.rulesets import require_seats
from engine.rules.shuffle import follows

_NO_SEED = bytes(32)
# The events that reveal a secret: the record has it in a line before theirs.
_Closing = DealScored | MatchFinished | MatchAnnulled | MatchAbandoned


# The commands behind entries that name a seat and no more.
_OF_A_SEAT: Mapping[type[Entry], Callable[[int], Command]] = {
    ClockRanOut: RunOutClock, SeatResigned: Resign, SeatForfeited: Forfeit, SeatTakenBack: TakeBack,
}  # fmt: skip


def replay(text: str) -> Replayed:
    """Plays a record again up to the first wrong line; nothing is raised."""
    replayer = _Replayer()
    header = HeaderReader()
    good = number = 0
    try:
        for number, line in lines_of(text):
            replayer.line = number
            if not is_header_line(line):
                replayer.begin(header)
                replayer.take(parse_entry(line))
            elif replayer.begun:
                raise MalformedRecord(problem="it belongs before the first deal")
            else:
                header.read(line)
            good = number
        replayer.begin(header)
        replayer.end()
    except Refusal as refusal:
        wrong = WrongLine(number if number > good else good + 1, refusal.code, refusal.detail)
        return replayer.replayed(good, wrong)
    return replayer.replayed(good, None)


class _Replayer:
    def __init__(self) -> None:
        self.state: MatchState = NEW
        self.events: list[Event] = []
        self.line = 0
        self._line_of_event: list[int] = []
        # The lines that must come next, each with the events that it completes.
        self._due: deque[tuple[Entry, list[Event]]] = deque()
        self._awaiting_secret: Sequence[_Closing] = []
        self._in_unrevealed_deal = False

    def replayed(self, lines: int, wrong: WrongLine | None) -> Replayed:
        return Replayed(tuple(self.events), tuple(self._line_of_event), self.state, lines, wrong)

    @property
    def begun(self) -> bool:
        return bool(self.events)

    def begin(self, header: HeaderReader) -> None:
        """Adds the events of the header, at the first line after it."""
        if not self.begun:
            self._take_seats(header.header())

    def _take_seats(self, header: Header) -> None:
        seats = len(header.players)
        require_seats(header.rules, seats)
        sides = header.rules.sides(seats)
        if header.dealer >= seats:
            raise WrongRecord(problem=f"there is no seat {header.dealer} to deal")
        if header.mirrored and max(sides) > 1:
            raise WrongRecord(problem="a mirrored match has two sides")
        if (header.board is None) == (header.reveal == REVEAL_NONE):
            raise WrongRecord(problem="a match on a board reveals none, and no other match does so")
        # Cards dealt by hand have no secret to reveal.
        by_hand = header.commitment is None and header.board is None
        self._add(
            MatchCreated(
                match=header.match,
                ruleset=header.ruleset,
                overrides=header.overrides,
                rules=header.rules,
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
        """Takes one more line; raises the refusal of a wrong one and leaves the state as it was."""
        if self._due:
            self._confirm(entry)
        elif isinstance(entry, DealStarted):
            self._open(entry)
        elif isinstance(entry, UnrevealedDeal):
            self._open_unrevealed(entry)
        elif self._awaiting_secret:
            self._reveal(entry)
        else:
            self._decide(entry)

    def end(self) -> None:
        """Ends the record; refuses one that breaks off where a line is due (`wrong_record`)."""
        if self._due:
            raise WrongRecord(problem=f"here should stand: {entry_text(self._due[0][0])}")
        if self._awaiting_secret:
            raise WrongRecord(problem="here should stand the secret of the deal")

    def _add(self, event: Event) -> None:
        self.events.append(event)
        self._line_of_event.append(self.line)
        self.state = evolve(self.state, event)

    def _confirm(self, entry: Entry) -> None:
        due, completed = self._due[0]
        if self._in_unrevealed_deal:
            due = result_after_departure(self.events[-1], self.state, due, entry)
            if isinstance(due, MatchFinished | MatchAbandoned):
                completed = [due]
        if entry != due:
            raise WrongRecord(problem=f"here should stand: {entry_text(due)}")
        self._due.popleft()
        for event in completed:
            self._add(event)

    def _require_due(self, entry: DealStarted | UnrevealedDeal) -> None:
        state = self.state
        number = len(state.sheets) + 1
        is_going = state.turn is not None or self._in_unrevealed_deal
        if is_going or self._awaiting_secret or state.result is not None:
            raise WrongRecord(problem="no deal is due")
        if (entry.deal, entry.dealer) != (number, state.next_dealer):
            raise WrongRecord(problem=f"seat {state.next_dealer} deals deal {number}")

    def _open(self, entry: DealStarted) -> None:
        self._require_due(entry)
        if len(entry.deck) != PACK:
            raise WrongRecord(problem=f"the deck has {len(entry.deck)} cards")
        self._add(entry)
        decision = Decision(self.state)
        packet(decision)
        self._expect(decision.events)

    def _open_unrevealed(self, entry: UnrevealedDeal) -> None:
        self._require_due(entry)
        self._in_unrevealed_deal = True

    def _decide(self, entry: Entry) -> None:
        if self._in_unrevealed_deal and isinstance(entry, MatchFinished):
            require_result_by_score(self.state, entry)
            self._add(entry)
            return
        if self._in_unrevealed_deal and isinstance(entry, ClockRanOut):
            first, *rest = final_timeout(self.state, entry)
        else:
            first, *rest = decide(self.state, self._command(entry))
        due = entries_of(first)[0]
        if due != entry:
            raise WrongRecord(problem=f"here should stand: {entry_text(due)}")
        if isinstance(first, MatchAnnulled):
            rest = [first]
        else:
            self._add(first)
        closing_at = next(
            (at for at, event in enumerate(rest) if isinstance(event, _Closing)), len(rest)
        )
        self._expect(rest[:closing_at])
        # The next deck comes from the record, since the engine cannot know it.
        closing = [event for event in rest[closing_at:] if isinstance(event, _Closing)]
        if closing and self.state.commitment and closing[0].secret is not None:
            self._awaiting_secret = closing
        elif closing:
            self._close(closing, None)

    def _command(self, entry: Entry) -> Command:
        if isinstance(entry, Play):
            if self.state.turn != entry.seat:
                raise NotYourTurn(seat=entry.seat)
            return PlayMove(entry.seat, entry.move)
        if isinstance(entry, ClockRanOut | SeatResigned | SeatForfeited | SeatTakenBack):
            return _OF_A_SEAT[type(entry)](entry.seat)
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
        started = next(event for event in reversed(self.events) if isinstance(event, DealStarted))
        source = source_of(state, started.deal)
        secret = entry.secret if source == started.deal else previous
        if deck_of(state, source, secret) != started.deck:
            raise WrongRecord(problem="the secret gives another deck")
        if started.deal == 1:
            dealer = dealer_of(state, entry.secret)
            if dealer != started.dealer:
                raise WrongRecord(problem=f"the secret makes seat {dealer} the first dealer")
        closing, self._awaiting_secret = self._awaiting_secret, ()
        self._close(closing, entry.secret)

    def _close(self, closing: Sequence[_Closing], secret: bytes | None) -> None:
        """Expects the lines of the event that reveals this secret, and of what follows from it."""
        first, *finished = closing
        revealing = replace(first, secret=secret)
        if isinstance(revealing, MatchAnnulled):
            self._add(revealing)
            return
        entries = entries_of(replace(first, secret=None))
        self._due.extend((entry, []) for entry in entries[:-1])
        self._due.append((entries[-1], [revealing]))
        self._expect(finished)
