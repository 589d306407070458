"""The fold: a state and a fact give the next state. It never refuses; facts have been decided."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.copying import replace
from tournaments.domain import events as facts
from tournaments.domain.entrant_facts import (
    ByeRequested,
    ClubSet,
    EntrantCheckedIn,
    EntrantDisqualified,
    EntrantPaused,
    EntrantPromoted,
    EntrantRegistered,
    EntrantReinstated,
    EntrantResumed,
    EntrantWithdrawn,
    MemberSubstituted,
    PairForbidden,
    SeedingSet,
)
from tournaments.domain.evolve_stage import (
    STAGE_FOLDS,
    clubs_of,
    stage_of_start,
    with_entrants,
)
from tournaments.domain.state import GONE, PRESENT, Entrant, EntrantStatus, Phase, State

Fold = Callable[[State, Any], State]


def evolve(state: State, event: facts.TournamentEvent) -> State:
    """The state after `event`, one version on."""
    after = _FOLDS[type(event)](state, event)
    return replace(after, version=state.version + 1)


def _created(state: State, event: facts.TournamentCreated) -> State:
    return replace(
        state,
        id=event.tournament,
        slug=event.slug,
        organiser=event.organiser,
        phase=Phase.DRAFT,
        settings=event.settings,
        commitment=event.commitment,
        seed=event.seed,
        whole_ranking=event.whole_ranking,
    )


def _settings(state: State, event: facts.SettingsChanged) -> State:
    """The stage that is being played has as many rounds as they say from now on."""
    settings = event.settings
    state = replace(state, settings=settings)
    current = state.current
    if current is None or current.completed or len(state.stages) > len(settings.stages):
        return state
    rounds = settings.stages[len(state.stages) - 1].options.get("rounds")
    if not isinstance(rounds, int) or current.stage.options.get("rounds") == rounds:
        return state
    stage = replace(current.stage, options={**current.stage.options, "rounds": rounds})
    current = replace(current, stage=stage, planned=rounds)
    return replace(state, stages=(*state.stages[:-1], current))


def _registered(state: State, event: EntrantRegistered) -> State:
    standing = EntrantStatus.WAITLISTED if event.waitlisted else EntrantStatus.REGISTERED
    if state.running:
        standing = EntrantStatus.ACTIVE
    entrant = Entrant(
        event.entrant,
        event.name,
        event.members,
        event.number,
        standing,
        event.joins,
        event.club,
    )
    players = state.players
    for member in event.members:
        players = players.insert(member.player, entrant.id)
    waiting = (*state.waiting, entrant.id) if event.waitlisted else state.waiting
    state = replace(
        state,
        entrants=state.entrants.insert(entrant.id, entrant),
        players=players,
        entered=event.number,
        taken=state.taken + (not event.waitlisted),
        people=state.people + (not event.waitlisted and not entrant.is_bot),
        waiting=waiting,
    )
    return with_entrants(state, [entrant.id], enter=True) if state.running else state


def _promoted(state: State, event: EntrantPromoted) -> State:
    """Who comes in while others check in does not have to; who comes in later plays at once."""
    waiting = tuple(one for one in state.waiting if one != event.entrant)
    if state.running:
        late = replace(state.entrants[event.entrant], joins=event.joins)
        entrants = state.entrants.insert(late.id, late)
        state = replace(state, waiting=waiting, entrants=entrants)
        state = _standing(state, event.entrant, EntrantStatus.ACTIVE)
        return with_entrants(state, [event.entrant], enter=True)
    standing = (
        EntrantStatus.CHECKED_IN if state.phase is Phase.CHECK_IN else EntrantStatus.REGISTERED
    )
    return _standing(replace(state, waiting=waiting), event.entrant, standing)


def _withdrawn(state: State, event: EntrantWithdrawn) -> State:
    standing = (
        EntrantStatus.NO_SHOW if event.reason == "not_checked_in" else EntrantStatus.WITHDRAWN
    )
    return _left(state, event.entrant, standing)


def _disqualified(state: State, event: EntrantDisqualified) -> State:
    state = _left(state, event.entrant, EntrantStatus.DISQUALIFIED)
    if not event.void:
        return state
    stages = tuple(
        replace(one, stage=replace(one.stage, voided=one.stage.voided | {event.entrant}))
        for one in state.stages
    )
    return replace(state, stages=stages)


def _left(state: State, entrant: str, standing: EntrantStatus) -> State:
    waiting = tuple(one for one in state.waiting if one != entrant)
    return with_entrants(_standing(replace(state, waiting=waiting), entrant, standing), [entrant])


def _reinstated(state: State, event: EntrantReinstated) -> State:
    standing = EntrantStatus.ACTIVE if state.running else EntrantStatus.REGISTERED
    return with_entrants(_standing(state, event.entrant, standing), [event.entrant])


def _paused(state: State, event: EntrantPaused) -> State:
    return with_entrants(_standing(state, event.entrant, EntrantStatus.PAUSED), [event.entrant])


def _resumed(state: State, event: EntrantResumed) -> State:
    return with_entrants(_standing(state, event.entrant, EntrantStatus.ACTIVE), [event.entrant])


def _standing(state: State, entrant_id: str, standing: EntrantStatus) -> State:
    """The entrant stands so; places and players follow."""
    before = state.entrants[entrant_id]
    after = replace(before, standing=standing)
    places = (standing in PRESENT) - (before.standing in PRESENT)
    players = state.players
    for member in before.members:
        if standing in GONE:
            players = players.discard(member.player)
        else:
            players = players.insert(member.player, entrant_id)
    return replace(
        state,
        entrants=state.entrants.insert(entrant_id, after),
        players=players,
        taken=state.taken + places,
        people=state.people + (0 if before.is_bot else places),
    )


def _checked_in(state: State, event: EntrantCheckedIn) -> State:
    return _standing(state, event.entrant, EntrantStatus.CHECKED_IN)


def _substituted(state: State, event: MemberSubstituted) -> State:
    entrant = state.entrants[event.entrant]
    members = tuple(
        event.member if member.player == event.out else member for member in entrant.members
    )
    players = state.players.discard(event.out).insert(event.member.player, entrant.id)
    entrants = state.entrants.insert(entrant.id, replace(entrant, members=members))
    return replace(state, entrants=entrants, players=players)


def _club(state: State, event: ClubSet) -> State:
    entrant = replace(state.entrants[event.entrant], club=event.club)
    state = replace(state, entrants=state.entrants.insert(entrant.id, entrant))
    if not state.stages:
        return state
    last = state.stages[-1]
    if last.stage.names_clubs:
        clubs: Mapping[str, str] = {**last.stage.clubs, entrant.id: event.club}
    else:
        clubs = clubs_of(state, {*last.stage.clubs, entrant.id})
    last = replace(last, stage=replace(last.stage, clubs=clubs))
    return replace(state, stages=(*state.stages[:-1], last))


def _forbidden(state: State, event: PairForbidden) -> State:
    forbidden = state.forbidden | {frozenset(event.entrants)}
    stages = tuple(
        replace(one, stage=replace(one.stage, forbidden=forbidden)) for one in state.stages
    )
    return replace(state, forbidden=forbidden, stages=stages)


def _bye_requested(state: State, event: ByeRequested) -> State:
    entrant = state.entrants[event.entrant]
    entrant = replace(entrant, byes=entrant.byes + 1)
    return replace(
        state,
        entrants=state.entrants.insert(entrant.id, entrant),
        requested=state.requested.insert((event.stage, event.round, event.entrant), event.score),
    )


def _started(state: State, event: facts.TournamentStarted) -> State:
    entrants = state.entrants
    for entrant in state.present:
        entrants = entrants.insert(entrant.id, replace(entrant, standing=EntrantStatus.ACTIVE))
    state = replace(state, phase=Phase.RUNNING, entrants=entrants)
    return state if state.whole_ranking else _without_waiting(state)


def _without_waiting(state: State) -> State:
    """Whoever waits has waited in vain."""
    entrants, players = state.entrants, state.players
    for waiting in state.waiting:
        entrants = entrants.insert(
            waiting, replace(entrants[waiting], standing=EntrantStatus.WITHDRAWN)
        )
        for member in entrants[waiting].members:
            players = players.discard(member.player)
    return replace(state, entrants=entrants, players=players, waiting=())


def _stage_completed(state: State, event: facts.StageCompleted) -> State:
    last = replace(state.stages[-1], completed=True, places=event.places, qualified=event.qualified)
    entrants = state.entrants
    if event.qualified:
        for entrant in set(event.places) - set(event.qualified):
            if entrants[entrant].standing in PRESENT:
                out = replace(entrants[entrant], standing=EntrantStatus.ELIMINATED)
                entrants = entrants.insert(entrant, out)
    # What had been played to its end may be followed by a play-off.
    goes_on = event.qualified and state.phase is Phase.PROVISIONAL
    phase = Phase.RUNNING if goes_on else state.phase
    return replace(
        state, phase=phase, final_at=None, entrants=entrants, stages=(*state.stages[:-1], last)
    )


def _completed(state: State, event: facts.TournamentCompleted) -> State:
    return replace(
        _without_waiting(state),
        phase=Phase.COMPLETED,
        final_at=None,
        champion=event.champion,
        champions=event.champions or ((event.champion,) if event.champion else ()),
        places=event.places,
        ranks=event.ranks,
        decided=event.decided,
    )


def _reopened(state: State, event: facts.TournamentReopened) -> State:
    """The last stage is not over any more; whoever it had put out is in it again."""
    last = state.stages[-1]
    entrants = state.entrants
    for one in set(last.places) - set(last.qualified) if last.qualified else ():
        if entrants[one].standing is EntrantStatus.ELIMINATED:
            entrants = entrants.insert(one, replace(entrants[one], standing=EntrantStatus.ACTIVE))
    last = replace(last, completed=False, places=(), qualified=())
    return replace(
        state,
        phase=Phase.RUNNING if event.playing else Phase.PROVISIONAL,
        whole_ranking=True,
        final_at=None,
        entrants=entrants,
        stages=(*state.stages[:-1], last),
        champion=None,
        champions=(),
        places=(),
        ranks=(),
        decided="",
    )


_FOLDS: Mapping[type[facts.TournamentEvent], Fold] = {
    facts.TournamentCreated: _created,
    facts.SettingsChanged: _settings,
    facts.DescriptionSet: lambda state, event: replace(state, description=event.description),
    facts.TournamentDeleted: lambda state, _: replace(state, phase=Phase.DELETED),
    facts.RegistrationOpened: lambda state, _: replace(state, phase=Phase.REGISTRATION),
    facts.CheckInOpened: lambda state, _: replace(state, phase=Phase.CHECK_IN),
    EntrantRegistered: _registered,
    EntrantPromoted: _promoted,
    EntrantCheckedIn: _checked_in,
    EntrantWithdrawn: _withdrawn,
    EntrantReinstated: _reinstated,
    EntrantDisqualified: _disqualified,
    EntrantPaused: _paused,
    EntrantResumed: _resumed,
    ByeRequested: _bye_requested,
    MemberSubstituted: _substituted,
    SeedingSet: lambda state, event: replace(state, seeding=event.seeds),
    ClubSet: _club,
    PairForbidden: _forbidden,
    facts.TournamentStarted: _started,
    facts.StageStarted: stage_of_start,
    facts.StageCompleted: _stage_completed,
    facts.TournamentPaused: lambda state, _: replace(state, phase=Phase.PAUSED),
    facts.TournamentResumed: lambda state, _: replace(state, phase=Phase.RUNNING),
    facts.ResultsProvisional: lambda state, event: replace(
        state, phase=Phase.PROVISIONAL, final_at=event.final_at
    ),
    facts.ResultsHeld: lambda state, _: replace(state, final_at=None),
    facts.ResultsConfirmed: lambda state, _: state,
    facts.TournamentReopened: _reopened,
    facts.TournamentCompleted: _completed,
    facts.TournamentCancelled: lambda state, _: replace(state, phase=Phase.CANCELLED),
    # The states that follow from facts with the text are folded anew (`games.store.heads`).
    facts.TextTakenAway: lambda state, _: replace(state, reworded=state.version + 1),
    facts.TournamentHidden: lambda state, _: replace(state, hidden=True),
    facts.TournamentShown: lambda state, _: replace(state, hidden=False),
    **STAGE_FOLDS,
}
