"""What people and directors may do to a wild event, each at random and wanted or not."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from tests.tournaments.wild_event import OLGA, Event
from tournaments.core.stages import Pairing, Round
from tournaments.domain import commands
from tournaments.domain.entrant_commands import (
    AdjustScore,
    CheckIn,
    DisqualifyEntrant,
    ForbidPair,
    PauseEntrant,
    ReinstateEntrant,
    RequestBye,
    ResumeEntrant,
    SetClub,
    SetSeeding,
    Substitute,
    WithdrawEntrant,
)
from tournaments.domain.fact_parts import (
    Member,
)
from tournaments.domain.round_commands import (
    CallTable,
    CorrectResult,
    DiscardRound,
    DisputeResult,
    ForfeitMatch,
    OverridePairings,
    PublishRound,
    ResolveDispute,
    RetryRound,
)

WHY = "as it has to be"
LATE = ("never", "half", "always")


def withdraw(event: Event, dice: Random) -> None:
    _of_somebody(event, dice, lambda one: WithdrawEntrant(OLGA, one, WHY))


def reinstate(event: Event, dice: Random) -> None:
    _of_somebody(event, dice, lambda one: ReinstateEntrant(OLGA, one))


def disqualify(event: Event, dice: Random) -> None:
    _of_somebody(event, dice, lambda one: DisqualifyEntrant(OLGA, one, WHY))


def pause_entrant(event: Event, dice: Random) -> None:
    _of_somebody(event, dice, lambda one: PauseEntrant(OLGA, one))


def resume_entrant(event: Event, dice: Random) -> None:
    _of_somebody(event, dice, lambda one: ResumeEntrant(OLGA, one))


def ask_for_a_bye(event: Event, dice: Random) -> None:
    _of_somebody(event, dice, lambda one: RequestBye(OLGA, one))


def adjust(event: Event, dice: Random) -> None:
    score = dice.choice([-60, -30, 30])
    _of_somebody(event, dice, lambda one: AdjustScore(OLGA, one, score, WHY))


def join_a_club(event: Event, dice: Random) -> None:
    _of_somebody(event, dice, lambda one: SetClub(OLGA, one, dice.choice(["", "red"])))


def check_in(event: Event, dice: Random) -> None:
    if dice.random() < 0.3:
        event.ask(commands.OpenCheckIn(OLGA))
    _of_somebody(event, dice, lambda one: CheckIn(OLGA, one))


def substitute(event: Event, dice: Random) -> None:
    def command(one: str) -> commands.TournamentCommand:
        out = dice.choice(event.state.entrants[one].members).player
        new = Member(f"s{next(event.ids)}")
        return Substitute(OLGA, one, out, new, WHY)

    _of_somebody(event, dice, command)


def forbid(event: Event, dice: Random) -> None:
    ids = sorted(event.state.entrants)
    event.ask(ForbidPair(OLGA, (dice.choice(ids), dice.choice(ids)), WHY))


def seed(event: Event, dice: Random) -> None:
    ids = [one.id for one in event.state.present]
    event.ask(SetSeeding(OLGA, tuple(dice.sample(ids, len(ids)))))


def start(event: Event, dice: Random) -> None:
    event.ask(commands.Start(OLGA))


def pause(event: Event, dice: Random) -> None:
    if dice.random() < 0.3:
        event.ask(commands.PauseTournament(OLGA, WHY))


def resume(event: Event, dice: Random) -> None:
    event.ask(commands.ResumeTournament(OLGA))


def end_early(event: Event, dice: Random) -> None:
    if dice.random() < 0.05:
        event.ask(commands.EndEarly(OLGA, WHY, event.now))


def retry(event: Event, dice: Random) -> None:
    event.ask(RetryRound(OLGA))


def publish(event: Event, dice: Random) -> None:
    if round_ := _a_round(event, dice):
        number = len(event.state.stages)
        event.ask(PublishRound(OLGA, number, round_.number, None, event.now))


def discard(event: Event, dice: Random) -> None:
    if round_ := _a_round(event, dice):
        number = len(event.state.stages)
        event.ask(DiscardRound(OLGA, number, round_.number, WHY))


def override(event: Event, dice: Random) -> None:
    """Two entrants of a round sit in each other's places."""
    round_ = _a_round(event, dice)
    if round_ is None or not round_.pairings:
        return
    tables = dice.sample(round_.in_order, min(2, len(round_.pairings)))
    order = [one for table in tables for one in table.entrants]
    swapped = iter(dice.sample(order, len(order)))
    wanted = tuple(
        (table.number, tuple(tuple(next(swapped) for _ in side) for side in table.sides))
        for table in tables
    )
    matches = tuple(f"o{next(event.ids)}" for _ in tables)
    stage = len(event.state.stages)
    event.ask(OverridePairings(OLGA, stage, round_.number, wanted, WHY, matches))


def call(event: Event, dice: Random) -> None:
    if table := _a_table(event, dice, decided=False):
        event.ask(CallTable(OLGA, *_place(event, table)))


def forfeit(event: Event, dice: Random) -> None:
    if table := _a_table(event, dice, decided=False):
        losers = dice.choice([(0,), (1,), (0, 1)])
        event.ask(ForfeitMatch(OLGA, *_place(event, table), losers, WHY, event.now))


def correct(event: Event, dice: Random) -> None:
    """Another order; what rests on it is taken back if that is confirmed."""
    if table := _a_table(event, dice, decided=True):
        places = list(range(1, len(table.sides) + 1))
        if len(places) > 2 and dice.random() < 0.3:
            places[-1] = places[-2]
        dice.shuffle(places)
        points = tuple(22 - place for place in places)
        reset = dice.random() < 0.6
        place = _place(event, table)
        event.ask(CorrectResult(OLGA, *place, tuple(places), points, WHY, reset, event.now))


def dispute(event: Event, dice: Random) -> None:
    if table := _a_table(event, dice, decided=True):
        event.ask(DisputeResult(OLGA, *_place(event, table), WHY, event.now))


def resolve(event: Event, dice: Random) -> None:
    current = event.state.current
    if current is not None and current.disputed:
        number, pairing = dice.choice(sorted(current.disputed))
        stage = current.stage.number
        event.ask(ResolveDispute(OLGA, stage, number, pairing, WHY, event.now))


def hold(event: Event, dice: Random) -> None:
    event.ask(commands.HoldResults(OLGA, WHY))


def confirm(event: Event, dice: Random) -> None:
    if dice.random() < 0.5:
        event.ask(commands.ConfirmResults(OLGA, event.now))


def reopen(event: Event, dice: Random) -> None:
    event.ask(commands.ReopenTournament(OLGA, WHY))


def edit(event: Event, dice: Random) -> None:
    """Some settings otherwise, which the event may take or not."""
    settings = event.state.settings
    rounds = {"rounds": dice.randint(1, 9)}
    first = settings.stages[0]
    changed = dice.choice(
        [
            replace(settings, name="Wilder", turn_seconds=dice.randint(5, 90)),
            replace(settings, round_gap_seconds=dice.choice([0, 300])),
            replace(settings, provisional_minutes=dice.choice([0, 5])),
            replace(settings, policies={**settings.policies, "no_show": "withdraw"}),
            replace(settings, stages=(replace(first, options={**first.options, **rounds}),
                                      *settings.stages[1:])),
            replace(settings, capacity=settings.capacity + 1),
            replace(settings, policies={**settings.policies, "late_entry": dice.choice(LATE)}),
            replace(settings, policies={**settings.policies, "waiting_list": dice.randint(0, 9)}),
            replace(settings, stages=(replace(first, name="Wild"), *settings.stages[1:])),
        ]
    )  # fmt: skip
    about = dice.choice([None, "What it is about"])
    event.ask(commands.ChangeSettings(OLGA, changed, event.now, WHY, about))


def _of_somebody(
    event: Event, dice: Random, command: Callable[[str], commands.TournamentCommand]
) -> None:
    if len(event.state.entrants):
        event.ask(command(dice.choice(sorted(event.state.entrants))))


def _a_round(event: Event, dice: Random) -> Round | None:
    """Any, and one that is open more often."""
    current = event.state.current
    rounds = list(current.stage.rounds) if current else []
    if current and dice.random() < 0.6:
        rounds = current.open_rounds or rounds
    return dice.choice(rounds) if rounds else None


def _a_table(event: Event, dice: Random, decided: bool) -> Pairing | None:
    """Any, and one that is as it should be more often."""
    round_ = _a_round(event, dice)
    if round_ is None or not round_.pairings:
        return None
    fit = [one for one in round_.in_order if one.decided is decided and not one.unopposed]
    return dice.choice(fit if fit and dice.random() < 0.8 else round_.in_order)


def _place(event: Event, table: Pairing) -> tuple[int, int, int]:
    return len(event.state.stages), table.round, table.number


ACTIONS: Mapping[str, Callable[[Event, Random], Any]] = {
    "house": Event.house,
    "results": Event.results,
    "pass_time": Event.pass_time,
    "enter": Event.enter,
    **{
        one.__name__: one
        for one in (
            start, withdraw, reinstate, disqualify, pause_entrant, resume_entrant, ask_for_a_bye,
            adjust, join_a_club, check_in, substitute, forbid, seed, pause, resume, end_early,
            retry, publish, discard, override, call, forfeit, correct, dispute, resolve, hold,
            confirm, reopen, edit,
        )
    },
}  # fmt: skip
