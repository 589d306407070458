"""The commands before play: create a match, take its seats, make the cuts that start it."""

from engine.errors import (
    AlreadySeated,
    BadBot,
    BadCut,
    BadDealing,
    BadTimeouts,
    CutAlreadyCommitted,
    CutAlreadyMade,
    CutDiffers,
    CutsNotCommitted,
    MatchExists,
    SeatAlreadyTaken,
    SeatEmpty,
)
from engine.match.commands import CommitCut, CreateMatch, MakeCut, TakeSeat
from engine.match.cutters import (
    BY_ABSENCE,
    BY_BOT,
    BY_PLAYER,
    BY_PLAYER_OPENLY,
    BY_SILENCE,
    BY_WAIVER,
    CUTTERS,
    CUTTERS_BEFORE,
)
from engine.match.decision import Decision, require_waiting
from engine.match.events import (
    BOTH_LOSE,
    FIRST_LOSES,
    REVEAL_NONE,
    CutCommitted,
    CutMade,
    MatchCreated,
    SeatTaken,
    Timeouts,
)
from engine.match.play import start
from engine.match.state import MatchState, Seat
from engine.rules.rulesets import Ruleset, require_seats, ruleset, sides_of
from engine.rules.shuffle import CUT_BYTES, SEED_BYTES, commitment, cut_digest, spare_cut

LONGEST_BOARD = 128
DIGEST_BYTES = 32


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
            digests=_digests(command) if command.bound else None,
        )
    )


def _rules_of(command: CreateMatch) -> Ruleset:
    if command.rules is not None:
        require_seats(command.rules, command.seats)
        return command.rules
    rules = ruleset(command.ruleset, command.overrides)
    sides_of(rules, command.seats, command.overrides)
    return rules


def _digests(command: CreateMatch) -> tuple[bytes, ...]:
    match = command.match
    return tuple(
        cut_digest(match, seat, spare_cut(command.seed, match, seat))
        for seat in range(command.seats)
    )


def _check_timeouts(timeouts: Timeouts) -> None:
    if timeouts.limit < 1:
        raise BadTimeouts(field="limit")
    if timeouts.then not in ("forfeit", "bot"):
        raise BadTimeouts(field="then")
    if timeouts.both not in (FIRST_LOSES, BOTH_LOSE):
        raise BadTimeouts(field="both")
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


def commit_cut(decision: Decision, command: CommitCut) -> None:
    seat = require_waiting(decision.state, command.seat)
    if len(command.digest) != DIGEST_BYTES:
        raise BadCut(field="digest")
    _require_uncut(seat, command.seat)
    if decision.state.digests is None:
        raise CutsNotCommitted()
    if seat.is_bots:
        raise BadCut(field="seat")
    if seat.digest is not None:
        raise CutAlreadyCommitted(seat=command.seat)
    decision.add(CutCommitted(command.seat, command.digest))


def make_cut(decision: Decision, command: MakeCut) -> None:
    state = decision.state
    seat = require_waiting(state, command.seat)
    if len(command.cut) != CUT_BYTES:
        raise BadCut(field="cut")
    if command.by not in (CUTTERS_BEFORE if state.digests is None else CUTTERS):
        raise BadCut(field="by")
    _require_uncut(seat, command.seat)
    by = command.by if state.digests is None else _committed(state, command, state.digests)
    decision.add(CutMade(command.seat, command.cut, by))
    if all(other.cut is not None for other in decision.state.seats):
        start(decision)


def _require_uncut(seat: Seat, number: int) -> None:
    if seat.player is None:
        raise SeatEmpty(seat=number)
    if seat.cut is not None:
        raise CutAlreadyMade(seat=number)


def _committed(state: MatchState, command: MakeCut, spares: tuple[bytes, ...]) -> str:
    """Whose cut it is, where cuts are committed to. Refuses `bad_cut` and `cut_differs`."""
    number, by = command.seat, command.by
    seat = state.seats[number]
    if not _may_be_by(state, seat, by):
        raise BadCut(field="by")
    digest = seat.digest if by == BY_PLAYER else spares[number]
    if digest not in (None, cut_digest(state.match, number, command.cut)):
        raise CutDiffers(seat=number)
    others = (other for at, other in enumerate(state.seats) if at != number)
    is_open = by == BY_PLAYER and any(other.may_choose for other in others)
    return BY_PLAYER_OPENLY if is_open else by


def _may_be_by(state: MatchState, seat: Seat, by: str) -> bool:
    if seat.is_bots:
        return by == BY_BOT
    if by == BY_SILENCE:
        return seat.digest is not None and state.awaits_reveals
    return by == BY_PLAYER or (by in (BY_WAIVER, BY_ABSENCE) and seat.digest is None)
