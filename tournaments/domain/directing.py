"""What directors do: publish, override, throw away, forfeit, correct, pause, end. Always with a
name and a reason, and never behind a published pairing's back.
"""

from collections.abc import Iterator

from tournaments.core.planning import PairingReason
from tournaments.core.refusals import (
    BadField,
    NothingFailed,
    ResultFinal,
    RoundBegun,
    WrongState,
)
from tournaments.core.scores import bye, forfeited
from tournaments.core.stages import Outcome, Pairing, Round, Side, Status
from tournaments.domain import commands
from tournaments.domain.decision import (
    Decision,
    close_round,
    end_stage,
    format_of,
    need_pairing,
    need_reason,
    settle,
    text,
)
from tournaments.domain.events import (
    StageEndedEarly,
    TextTakenAway,
    TournamentCancelled,
    TournamentPaused,
    TournamentResumed,
)
from tournaments.domain.fact_parts import Table
from tournaments.domain.round_commands import (
    CallTable,
    DiscardRound,
    OverridePairings,
    PublishRound,
    RetryRound,
)
from tournaments.domain.round_facts import (
    MatchForfeited,
    PairingOverridden,
    RoundDiscarded,
    RoundPublished,
    RoundRetried,
    TableCalled,
)
from tournaments.domain.rulings import dependents
from tournaments.domain.state import Phase, StageState, State


def publish(decision: Decision, command: PublishRound) -> None:
    decision.need_director(command.by)
    round_ = decision.need_round(command.stage, command.round)
    if round_.published:
        raise WrongState(state="published", needs="draft")
    if command.starts_at is not None and command.starts_at < command.now:
        raise BadField(field="starts_at", problem="it is in the past")
    at = text(command.starts_at or command.now)
    tables = _drafted(round_)
    decision.add(RoundPublished(command.stage, command.round, at, tables, command.by))
    settle(decision, command.now)


def _drafted(round_: Round) -> tuple[Table, ...]:
    """What was secret until now; why two meet stays in the rows."""
    return tuple(
        Table(one.number, one.sides, one.match, one.group, one.outcomes) for one in round_.in_order
    )


def call_table(decision: Decision, command: CallTable) -> None:
    """It decides nothing: whoever is missing at the table is told, and everybody sees when."""
    decision.need_director(command.by)
    decision.need_phase(Phase.RUNNING)
    round_ = decision.need_round(command.stage, command.round)
    pairing = need_pairing(round_, command.pairing)
    if not round_.published:
        raise WrongState(state="draft", needs="published")
    if pairing.decided:
        raise ResultFinal(pairing=command.pairing)
    decision.add(TableCalled(command.stage, command.round, command.pairing, command.by))


def discard(decision: Decision, command: DiscardRound) -> None:
    decision.need_director(command.by)
    need_reason(command.reason)
    round_ = decision.need_round(command.stage, command.round)
    if not may_discard(decision.state, round_, command.begun):
        raise RoundBegun(round=command.round)
    decision.add(RoundDiscarded(command.stage, command.round, command.by, command.reason))


def may_discard(state: State, round_: Round, begun: frozenset[str]) -> bool:
    """Whether nobody has begun the round, which is the newest of the stage that is played."""
    matches = {one.match for one in round_.pairings.values()}
    played = any(one.played for one in round_.pairings.values())
    newest = all(other.number <= round_.number for other in state.stages[-1].stage.rounds)
    return newest and not (round_.closed or played or matches & begun)


def may_move(state: State, round_: Round, pairing: Pairing, begun: frozenset[str]) -> bool:
    """Whether who sits at the table may be seated elsewhere: nothing rests on it yet.

    On a bye, or on a walkover, a match of the next round may rest already.
    """
    seated = pairing.played or pairing.match in begun
    return not (round_.closed or seated or dependents(state, pairing))


def override(decision: Decision, command: OverridePairings) -> None:
    decision.need_director(command.by)
    need_reason(command.reason)
    round_ = decision.need_round(command.stage, command.round)
    old = [need_pairing(round_, number) for number, _ in command.tables]
    if not all(may_move(decision.state, round_, one, command.begun) for one in old):
        raise RoundBegun(round=command.round)
    _check_cover(decision.state, command, old)
    ids = iter(command.matches)
    tables = tuple(
        _overridden(decision.state.stages[-1], number, sides, old_one.group, ids)
        for (number, sides), old_one in zip(command.tables, old, strict=True)
    )
    decision.add(
        PairingOverridden(
            command.stage, command.round, tables, command.by, command.reason, not round_.published
        )
    )


def _overridden(
    current: StageState, number: int, sides: tuple[Side, ...], group: int, ids: Iterator[str]
) -> Table:
    why = (PairingReason("overridden"),)
    if len(sides) == 1:
        score = format_of(current).bye_score(current.stage.options)
        return Table(number, sides, None, group, bye(score), why)
    left = current.stage.left
    losers = [n for n, side in enumerate(sides) if any(one in left for one in side)]
    if losers and len(sides) == 2:
        return Table(number, sides, None, group, forfeited(2, losers), why)
    return Table(number, sides, next(ids), group, None, why)


def _check_cover(state: State, command: OverridePairings, old: list[Pairing]) -> None:
    """The same entrants at the same tables, each once, and as many at a table as may be."""
    wanted = [one for _, sides in command.tables for side in sides for one in side]
    before = [one for pairing in old for one in pairing.entrants]
    if sorted(wanted) != sorted(before) or len({n for n, _ in command.tables}) != len(old):
        raise BadField(field="tables", problem="they take the entrants of the old ones, each once")
    current = state.stages[-1]
    format_ = format_of(current)
    sizes = {1, *format_.sizes(current.stage.options)}
    for _, sides in command.tables:
        size = len(sides)
        fits = (
            (size == 1 or [len(side) for side in sides] == [2, 2])
            if format_.rotating_partners
            else (size in sizes and all(len(side) == 1 for side in sides))
        )
        if not fits:
            raise BadField(field="tables", problem="a table has a number of sides it cannot have")


def retry(decision: Decision, command: RetryRound) -> None:
    decision.need_director(command.by)
    current = decision.need_stage()
    if current.failed is None:
        raise NothingFailed()
    decision.add(RoundRetried(len(decision.state.stages), current.failed[0], command.by))


def pause_tournament(decision: Decision, command: commands.PauseTournament) -> None:
    decision.need_director(command.by)
    need_reason(command.reason)
    decision.need_phase(Phase.RUNNING)
    decision.add(TournamentPaused(command.by, command.reason))


def resume_tournament(decision: Decision, command: commands.ResumeTournament) -> None:
    decision.need_director(command.by)
    decision.need_phase(Phase.PAUSED)
    decision.add(TournamentResumed(command.by))


def end_early(decision: Decision, command: commands.EndEarly) -> None:
    """What is not decided does not count; the standings as they are become the places."""
    decision.need_director(command.by)
    need_reason(command.reason)
    decision.need_phase(Phase.RUNNING, Phase.PAUSED)
    current = decision.need_stage()
    number = len(decision.state.stages)
    decision.add(StageEndedEarly(number, command.by, command.reason))
    for round_ in current.open_rounds:
        if not round_.published:
            decision.add(RoundDiscarded(number, round_.number, command.by, command.reason))
            continue
        _void_open(decision, number, round_, command)
        close_round(decision, round_, command.now)
    end_stage(decision, command.now)


def _void_open(decision: Decision, number: int, round_: Round, command: commands.EndEarly) -> None:
    for pairing in round_.in_order:
        if not pairing.decided:
            void = tuple(Outcome(1, 0, 0, Status.VOID) for _ in pairing.sides)
            decision.add(
                MatchForfeited(
                    number, round_.number, pairing.number, void, command.by, command.reason
                )
            )


def cancel(decision: Decision, command: commands.CancelTournament) -> None:
    decision.need_director(command.by)
    need_reason(command.reason)
    if decision.state.phase in (Phase.COMPLETED, Phase.CANCELLED, Phase.DELETED):
        raise WrongState(state=decision.state.phase.value, needs="not over")
    decision.add(TournamentCancelled(command.by, command.reason))
    current = decision.state.current
    for round_ in current.open_rounds if current else ():
        if round_.published:
            close_round(decision, round_, command.now)


def take_text_away(decision: Decision, command: commands.TakeTextAway) -> None:
    """Whoever may is asked before; it may be done at any time, of any event."""
    need_reason(command.reason)
    decision.add(TextTakenAway(command.digest, command.by, command.reason))
