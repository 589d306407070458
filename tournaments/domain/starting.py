"""How a tournament comes about: it is created, set up, started, and its stages after it."""

from datetime import datetime, timedelta

from engine.rules.shuffle import commitment
from tournaments.core.refusals import (
    BadField,
    TooFewEntrants,
    WrongState,
)
from tournaments.domain import commands
from tournaments.domain.decision import Decision, complete_tournament, text
from tournaments.domain.events import (
    SettingsChanged,
    StageStarted,
    TournamentCancelled,
    TournamentCreated,
    TournamentStarted,
)
from tournaments.domain.registration import enter, leave
from tournaments.domain.seeds import seeds_of
from tournaments.domain.settings import complete, keeping_rules, moment
from tournaments.domain.state import LEAST_ENTRANTS, EntrantStatus, Phase, State
from tournaments.formats import FORMATS


def create(decision: Decision, command: commands.CreateTournament) -> None:
    if decision.state.version != 0:
        raise WrongState(state=decision.state.phase.value, needs="new")
    settings = complete(command.settings)
    _need_future(settings.starts_at, command.now)
    decision.add(
        TournamentCreated(
            tournament=command.tournament,
            slug=command.slug,
            organiser=command.organiser,
            settings=settings,
            commitment=commitment(command.seed),
            seed=command.seed,
        )
    )


def _need_future(starts_at: str | None, now: datetime) -> None:
    at = moment(starts_at)
    if at is not None and at <= now:
        raise BadField(field="starts_at", problem="it is in the past")


def change_settings(decision: Decision, command: commands.ChangeSettings) -> None:
    decision.need_director(command.by)
    decision.need_phase(Phase.DRAFT, Phase.REGISTRATION)
    state = decision.state
    settings = complete(keeping_rules(command.settings, state.settings))
    if settings.starts_at != state.settings.starts_at:
        _need_future(settings.starts_at, command.now)
    if settings.team != state.settings.team and state.taken:
        raise BadField(field="team", problem="entrants are in already")
    if settings.capacity < state.taken:
        raise BadField(field="capacity", problem=f"{state.taken} entrants are in already")
    decision.add(SettingsChanged(settings, command.by))


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
    return state.current is None or (
        state.current.completed and len(state.stages) < len(state.settings.stages)
    )


def start_stage(decision: Decision, command: commands.StartStage) -> None:
    state = decision.state
    if not stage_due(state):
        raise WrongState(state=state.phase.value, needs="running")
    number = len(state.stages) + 1
    settings = state.settings.stages[number - 1]
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
    if decision.state.stages:
        complete_tournament(decision)
    else:
        decision.add(TournamentCancelled(None, "too_few_entrants"))
