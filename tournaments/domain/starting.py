"""How a tournament comes about: it is created, set up, started, and its stages after it."""

from datetime import timedelta

from engine.rules.shuffle import commitment
from tournaments.core.refusals import TooFewEntrants, WrongState
from tournaments.domain import commands
from tournaments.domain.changing import need_future
from tournaments.domain.decision import Decision, complete_tournament, text
from tournaments.domain.events import (
    StageStarted,
    TournamentCancelled,
    TournamentCreated,
    TournamentStarted,
)
from tournaments.domain.participation import leave
from tournaments.domain.registration import enter
from tournaments.domain.seeds import seeds_of
from tournaments.domain.settings import complete
from tournaments.domain.state import LEAST_ENTRANTS, PRESENT, EntrantStatus, Phase, State
from tournaments.formats import FORMATS


def create(decision: Decision, command: commands.CreateTournament) -> None:
    if decision.state.version != 0:
        raise WrongState(state=decision.state.phase.value, needs="new")
    settings = complete(command.settings)
    need_future(settings.starts_at, command.now)
    decision.add(
        TournamentCreated(
            tournament=command.tournament,
            slug=command.slug,
            organiser=command.organiser,
            settings=settings,
            commitment=commitment(command.seed),
            seed=command.seed,
            whole_ranking=command.whole_ranking,
        )
    )


def check_start(state: State, by: str | None) -> None:
    """Refuses what would be refused of a start whoever fills the free places."""
    decision = Decision(state)
    decision.need_director(by)
    decision.need_phase(Phase.REGISTRATION, Phase.CHECK_IN)


def start(decision: Decision, command: commands.Start) -> None:
    check_start(decision.state, command.by)
    state = decision.state
    if state.phase is Phase.CHECK_IN and state.settings.policies["not_checked_in"] == "drop":
        for entrant in state.present:
            if entrant.standing is EntrantStatus.REGISTERED and not entrant.is_bot:
                leave(decision, entrant, None, "not_checked_in")
    enter(decision, command.fill, command.by)
    taken = decision.state.taken
    if taken < LEAST_ENTRANTS:
        raise TooFewEntrants(least=LEAST_ENTRANTS, entrants=taken)
    first = state.settings.stages[0]
    FORMATS[first.format].check(first.options, taken)
    decision.add(TournamentStarted(command.by))


def stage_due(state: State) -> bool:
    """Whether the next stage is to be started."""
    if state.phase is not Phase.RUNNING:
        return False
    current = state.current
    return current is None or (current.completed and bool(current.qualified))


def start_stage(decision: Decision, command: commands.StartStage) -> None:
    state = decision.state
    if not stage_due(state):
        raise WrongState(state=state.phase.value, needs="running")
    number = len(state.stages) + 1
    settings = state.stage_settings(number)
    seeds = seeds_of(state, settings, command.lot, command.rated)
    format_ = FORMATS[settings.format]
    if len(seeds) < LEAST_ENTRANTS:
        _without_players(decision)
        return
    minutes = format_.minutes(settings.options)
    ends_at = None if minutes is None else command.now + timedelta(minutes=minutes)
    decision.add(
        StageStarted(
            stage=number,
            format=settings.format,
            options=settings.options,
            seeds=seeds,
            rated=command.rated,
            lot=command.lot,
            rounds=format_.planned_rounds(settings.options, len(seeds)),
            ends_at=None if ends_at is None else text(ends_at),
            names_clubs=command.names_clubs,
        )
    )


def _without_players(decision: Decision) -> None:
    """All but one at most have left before a stage could start."""
    current = decision.state.current
    if current is not None:
        there = [
            one for one in current.qualified if decision.state.entrants[one].standing in PRESENT
        ]
        complete_tournament(decision, tuple(there) if decision.state.whole_ranking else ())
    else:
        decision.add(TournamentCancelled(None, "too_few_entrants"))
