"""Who enters: registration, its waiting list, check-in."""

from collections.abc import Iterable

from engine import Refusal
from tournaments.core.refusals import (
    AlreadyEntered,
    LateEntryClosed,
    NotOrganiser,
    RegistrationClosed,
    TournamentFull,
)
from tournaments.domain import commands
from tournaments.domain.decision import ENTERABLE, Decision, format_of, need_standing
from tournaments.domain.entrant_commands import CallUp, CheckIn, Entry, RegisterEntrants
from tournaments.domain.entrant_facts import EntrantCheckedIn, EntrantPromoted, EntrantRegistered
from tournaments.domain.entries import check_entry
from tournaments.domain.events import CheckInOpened, RegistrationOpened
from tournaments.domain.settings import check_bot
from tournaments.domain.state import EntrantStatus, Phase, State


def open_registration(decision: Decision, command: commands.OpenRegistration) -> None:
    decision.need_director(command.by)
    decision.need_phase(Phase.DRAFT)
    decision.add(RegistrationOpened(command.by))


def open_check_in(decision: Decision, command: commands.OpenCheckIn) -> None:
    decision.need_director(command.by)
    decision.need_phase(Phase.REGISTRATION)
    decision.add(CheckInOpened(command.by))


def register(decision: Decision, command: RegisterEntrants) -> None:
    by = command.by
    for entry in command.entries:
        alone = all(member.bot is None for member in entry.members)
        if not alone or by not in [member.player for member in entry.members]:
            _need_organiser(decision.state, by)
    enter(decision, command.entries, by)


def _need_organiser(state: State, by: str | None) -> None:
    if not state.may_direct(by):
        raise NotOrganiser()


def check_entering(state: State, by: str | None) -> None:
    """Refuses what would be refused of any entry of others."""
    _need_organiser(state, by)
    _need_open(state)


def check_bots(state: State, by: str | None, bot: str, count: int) -> None:
    """Refuses what would be refused of `count` bots of this strategy, before any is chosen."""
    check_entering(state, by)
    check_bot("bot", bot)
    if count > state.free:
        raise TournamentFull(capacity=state.settings.capacity, free=state.free)


def enter(decision: Decision, entries: Iterable[Entry], by: str | None) -> None:
    joins = _need_open(decision.state)
    for number, entry in enumerate(entries, decision.state.entered + 1):
        state = decision.state
        check_entry(state, entry)
        if any(member.player in state.players for member in entry.members):
            raise AlreadyEntered()
        fact = EntrantRegistered(
            entrant=entry.entrant,
            name=entry.name,
            members=entry.members,
            number=number,
            waitlisted=_waits(state, entry),
            joins=joins,
            club=entry.club,
            by=by,
        )
        decision.add(fact)


def _waits(state: State, entry: Entry) -> bool:
    """Whether the entry has to wait for a place; bots do not wait."""
    if state.free > 0:
        return False
    waiting = len(state.waiting) < int(state.settings.policies["waiting_list"])
    if not waiting or state.running or any(member.bot for member in entry.members):
        raise TournamentFull(capacity=state.settings.capacity, free=state.free)
    return True


def entry_leads_to(state: State) -> EntrantStatus | None:
    """What a person who enters now would be: in, or waiting; None where nobody can enter."""
    if _joins(state) is None:
        return None
    if state.free > 0:
        return EntrantStatus.REGISTERED
    waits = not state.running and len(state.waiting) < int(state.settings.policies["waiting_list"])
    return EntrantStatus.WAITLISTED if waits else None


def _need_open(state: State) -> int:
    """The first round that who enters now may play; refuses where nobody can enter."""
    if state.phase in ENTERABLE:
        return 1
    current = state.current
    if state.phase is not Phase.RUNNING or current is None:
        raise RegistrationClosed(state=state.phase.value)
    policy = state.settings.policies["late_entry"]
    begun = len(current.stage.rounds)
    too_late = policy == "half" and current.planned is not None and 2 * begun > current.planned
    fits = format_of(current).late_entry and len(state.stages) == 1
    if policy == "never" or too_late or not fits or current.completed:
        raise LateEntryClosed(policy=str(policy))
    return begun + 1


def check_in(decision: Decision, command: CheckIn) -> None:
    decision.need_own(command.entrant, command.by)
    decision.need_phase(Phase.CHECK_IN)
    need_standing(decision.state.entrants[command.entrant], EntrantStatus.REGISTERED)
    decision.add(EntrantCheckedIn(command.entrant, command.by))


def promote(decision: Decision) -> None:
    """The waiting list moves up into the free places, after the start where somebody may enter
    late.
    """
    while decision.state.free > 0 and decision.state.waiting:
        joins = _joins(decision.state) if decision.state.running else 1
        if joins is None:
            return
        decision.add(EntrantPromoted(decision.state.waiting[0], joins))


def call_up_due(state: State) -> bool:
    """Whether a place is free that somebody who waits may have."""
    return bool(state.free > 0 and state.waiting) and _joins(state) is not None


def call_up(decision: Decision, command: CallUp) -> None:
    """By the house, whatever made places free: a pause that ends, more places, later entries."""
    promote(decision)


def _joins(state: State) -> int | None:
    """The first round that who enters now may play; None where nobody can enter."""
    try:
        return _need_open(state)
    except Refusal:
        return None
