"""Times of turns, as whoever measures them states them; the engine has no clock."""

from engine.errors import MatchNotPlaying, MatchOver
from engine.match.commands import ChargeClock, GiveTimeBack
from engine.match.decision import Decision, require_turn
from engine.match.refusals import BadTime
from engine.match.times import ClockCharged, TimeGivenBack

MOST_MS = 10**9


def charge_clock(decision: Decision, command: ChargeClock) -> None:
    state = decision.state
    require_turn(state, command.seat)
    if not (0 < command.over_ms <= MOST_MS and 0 <= command.lag_ms <= command.over_ms):
        raise BadTime()
    bank = min(state.bank_ms(command.seat), command.over_ms - command.lag_ms)
    decision.add(ClockCharged(command.seat, command.over_ms, command.lag_ms, bank))


def give_time_back(decision: Decision, command: GiveTimeBack) -> None:
    state = decision.state
    if state.status == "finished":
        raise MatchOver()
    if state.status != "waiting" and state.turn is None:
        raise MatchNotPlaying()
    if not 0 < command.ms <= MOST_MS:
        raise BadTime()
    decision.add(TimeGivenBack(state.turn, command.ms, command.reason))
