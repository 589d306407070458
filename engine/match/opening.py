"""The commands before play: create a match, take its seats, make the cuts that start it."""

from engine.errors import (
    AlreadySeated,
    BadBot,
    BadCut,
    BadDealing,
    BadTimeouts,
    CutAlreadyMade,
    MatchExists,
    SeatAlreadyTaken,
    SeatEmpty,
)
from engine.match.commands import CreateMatch, MakeCut, TakeSeat
from engine.match.decision import Decision, require_waiting
from engine.match.events import REVEAL_NONE, CutMade, MatchCreated, SeatTaken, Timeouts
from engine.match.play import start
from engine.rules.rulesets import Ruleset, require_seats, ruleset, sides_of
from engine.rules.shuffle import CUT_BYTES, SEED_BYTES, commitment

LONGEST_BOARD = 128


def create(decision: Decision, command: CreateMatch) -> None:
    if decision.state.status != "new":
        raise MatchExists()
    if len(command.seed) != SEED_BYTES:
        raise ValueError(f"a seed is {SEED_BYTES} bytes")
    rules = _rules_of(command)
    sides = rules.sides(command.seats)
    _check_timeouts(command.timeouts)
    if command.stand_in is not None and not command.stand_in:
        raise BadBot()
    if command.board is not None and not 1 <= len(command.board) <= LONGEST_BOARD:
        raise BadDealing(field="board")
    if command.mirrored and max(sides) > 1:
        raise BadDealing(field="mirrored")
    decision.add(
        MatchCreated(
            match=command.match,
            ruleset=command.ruleset,
            overrides=dict(command.overrides),
            rules=rules,
            seats=command.seats,
            commitment=commitment(command.seed),
            timeouts=command.timeouts,
            clock=command.clock,
            seed=command.seed,
            stand_in=command.stand_in,
            board=command.board,
            mirrored=command.mirrored,
            reveal=command.reveal if command.board is None else REVEAL_NONE,
        )
    )


def _rules_of(command: CreateMatch) -> Ruleset:
    if command.rules is not None:
        require_seats(command.rules, command.seats)
        return command.rules
    rules = ruleset(command.ruleset, command.overrides)
    sides_of(rules, command.seats, command.overrides)
    return rules


def _check_timeouts(timeouts: Timeouts) -> None:
    if timeouts.limit < 1:
        raise BadTimeouts(field="limit")
    if timeouts.then not in ("forfeit", "bot"):
        raise BadTimeouts(field="then")
    if (timeouts.then == "bot") != bool(timeouts.bot):
        raise BadTimeouts(field="bot")


def take_seat(decision: Decision, command: TakeSeat) -> None:
    seat = require_waiting(decision.state, command.seat)
    if seat.player is not None:
        raise SeatAlreadyTaken(seat=command.seat)
    for number, other in enumerate(decision.state.seats):
        if other.player == command.player:
            raise AlreadySeated(seat=number)
    if command.bot is not None and not command.bot:
        raise BadBot()
    decision.add(SeatTaken(command.seat, command.player, command.bot))


def make_cut(decision: Decision, command: MakeCut) -> None:
    seat = require_waiting(decision.state, command.seat)
    if len(command.cut) != CUT_BYTES:
        raise BadCut(field="cut")
    if command.by not in ("player", "bot", "absent"):
        raise BadCut(field="by")
    if seat.player is None:
        raise SeatEmpty(seat=command.seat)
    if seat.cut is not None:
        raise CutAlreadyMade(seat=command.seat)
    decision.add(CutMade(command.seat, command.cut, command.by))
    if all(other.cut is not None for other in decision.state.seats):
        start(decision)
