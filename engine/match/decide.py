"""The three functions of a match: `decide` a command, `evolve` by an event, `fold` many events."""

from engine.match.commands import (
    Annul,
    ChargeClock,
    Command,
    CommitCut,
    CreateMatch,
    Forfeit,
    GiveTimeBack,
    HandOver,
    MakeCut,
    PlayMove,
    Resign,
    RunOutClock,
    TakeBack,
    TakeSeat,
)
from engine.match.decision import Decision, SecretOf, require_turn
from engine.match.events import Clock, Event, Timeouts
from engine.match.evolve import evolve, fold
from engine.match.leaving import annul, forfeit, hand_over, resign, take_back
from engine.match.opening import commit_cut, create, make_cut, take_seat
from engine.match.play import play, run_out_clock
from engine.match.state import NEW, Deal, MatchState, Result, Seat, Sheet
from engine.match.timing import charge_clock, give_time_back
from engine.rules.shuffle import secret_of_deal

__all__ = [
    "NEW",
    "Annul",
    "ChargeClock",
    "Clock",
    "Command",
    "CommitCut",
    "CreateMatch",
    "Deal",
    "Forfeit",
    "GiveTimeBack",
    "HandOver",
    "MakeCut",
    "MatchState",
    "PlayMove",
    "Resign",
    "Result",
    "RunOutClock",
    "Seat",
    "Sheet",
    "TakeBack",
    "TakeSeat",
    "Timeouts",
    "advance",
    "decide",
    "evolve",
    "fold",
]


def decide(
    state: MatchState, command: Command, secret_of: SecretOf = secret_of_deal
) -> tuple[Event, ...]:
    """The events that the command causes in this state, with everything that follows from them.

    `secret_of(seed, deal)` gives the 32-byte secret of a deal; a caller that checks a match has no
    seed, but the secrets that were revealed. Raises the `Refusal` of a command that may not be
    done; the docstring of the command lists them.
    """
    return advance(state, command, secret_of)[0]


def advance(
    state: MatchState, command: Command, secret_of: SecretOf = secret_of_deal
) -> tuple[tuple[Event, ...], MatchState]:
    """The events that `decide` gives, and the state after them."""
    decision = Decision(state, secret_of)
    if isinstance(command, CreateMatch):
        create(decision, command)
    elif isinstance(command, TakeSeat):
        take_seat(decision, command)
    elif isinstance(command, CommitCut):
        commit_cut(decision, command)
    elif isinstance(command, MakeCut):
        make_cut(decision, command)
    elif isinstance(command, PlayMove):
        require_turn(state, command.seat)
        play(decision, command.seat, command.move, default=False)
    elif isinstance(command, RunOutClock):
        run_out_clock(decision, command)
    elif isinstance(command, ChargeClock):
        charge_clock(decision, command)
    elif isinstance(command, GiveTimeBack):
        give_time_back(decision, command)
    elif isinstance(command, TakeBack):
        take_back(decision, command)
    elif isinstance(command, Resign):
        resign(decision, command)
    elif isinstance(command, Forfeit):
        forfeit(decision, command)
    elif isinstance(command, Annul):
        annul(decision, command)
    else:
        hand_over(decision, command)
    return tuple(decision.events), decision.state
