"""A decision under way, and the conditions that commands check first."""

from collections.abc import Callable

from engine.errors import MatchNotPlaying, MatchNotWaiting, MatchOver, NoSuchSeat, NotYourTurn
from engine.match.events import Event
from engine.match.evolve import evolve
from engine.match.state import Deal, MatchState, Seat
from engine.rules.shuffle import secret_of_deal

SecretOf = Callable[[bytes, int], bytes]


class Decision:
    """The events of a command so far, and the state after them."""

    def __init__(self, state: MatchState, secret_of: SecretOf = secret_of_deal) -> None:
        self.state = state
        self._secret_of = secret_of
        self.events: list[Event] = []

    def add(self, event: Event) -> None:
        """Appends an event and evolves the state by it."""
        self.events.append(event)
        self.state = evolve(self.state, event)

    def secret(self, deal: int) -> bytes:
        """``s[deal]`` of this match."""
        return self._secret_of(self.state.seed, deal)

    @property
    def deal(self) -> Deal:
        """The deal in play; raises ValueError if there is none."""
        if self.state.deal is None:
            raise ValueError("no deal is going on")
        return self.state.deal


def require_waiting(state: MatchState, number: int) -> Seat:
    """The seat, of a match before play; else refused (`match_not_waiting`, `match_finished`)."""
    if state.status == "finished":
        raise MatchOver()
    if state.status != "waiting":
        raise MatchNotWaiting()
    return seat_of(state, number)


def require_playing(state: MatchState, number: int) -> Seat:
    """The seat, of a match in play; else refused (`match_not_playing`, `match_finished`)."""
    if state.status == "finished":
        raise MatchOver()
    if state.status != "playing":
        raise MatchNotPlaying()
    return seat_of(state, number)


def require_turn(state: MatchState, number: int) -> Seat:
    """The seat, if it is on turn; else refused (`not_your_turn`)."""
    seat = require_playing(state, number)
    if state.turn != number:
        raise NotYourTurn(seat=number)
    return seat


def seat_of(state: MatchState, number: int) -> Seat:
    """The seat of this number; refuses one that does not exist (`no_such_seat`)."""
    if not 0 <= number < len(state.seats):
        raise NoSuchSeat(seat=number)
    return state.seats[number]
