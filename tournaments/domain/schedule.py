"""When the house has to look at a tournament again, whatever no match waits for."""

from datetime import UTC, datetime, timedelta

from tournaments.domain.decision import final, over
from tournaments.domain.running import plans, round_due
from tournaments.domain.settings import moment
from tournaments.domain.starting import stage_due
from tournaments.domain.state import Phase, State

LONG_AGO = datetime.min.replace(tzinfo=UTC)


def check_in_at(state: State) -> datetime | None:
    """When check-in opens, where there is one."""
    at = moment(state.settings.starts_at)
    minutes = state.settings.check_in_minutes
    return at - timedelta(minutes=minutes) if at is not None and minutes else None


def next_due(state: State, now: datetime) -> datetime | None:
    """The moment from which there is something to do: `now` at the earliest, None for nothing."""
    if state.phase is Phase.REGISTRATION and (at := check_in_at(state)) is not None:
        return max(at, now)
    if state.phase in (Phase.REGISTRATION, Phase.CHECK_IN):
        if (at := moment(state.settings.starts_at)) is not None:
            return max(at, now)
        return now if state.start_due else None
    if stage_due(state):
        return now
    moments = [at for at in (settle_at(state), _pair_at(state, now)) if at is not None]
    return max(min(moments), now) if moments else None


def settle_at(state: State) -> datetime | None:
    """When a round can close, or the stage is over, or provisional results become final; None while
    none of it is to be.
    """
    current = state.current
    if current is None or current.completed:
        return None
    if state.phase is Phase.PROVISIONAL:
        return None if current.disputed else moment(state.final_at)
    if state.phase is not Phase.RUNNING:
        return None
    found = []
    for round_ in current.open_rounds:
        at = current.final_at.get(round_.number)
        if round_.published and round_.decided:
            moment_ = LONG_AGO if at is None else datetime.fromisoformat(at)
            if final(current, round_, moment_):
                found.append(moment_)
    if not current.open_rounds:
        if current.ends_at is not None:
            found.append(datetime.fromisoformat(current.ends_at))
        elif over(current, LONG_AGO):
            found.append(LONG_AGO)
    return min(found) if found else None


def _pair_at(state: State, now: datetime) -> datetime | None:
    current = state.current
    if current is None or not round_due(state):
        return None
    if current.ends_at is not None and now >= datetime.fromisoformat(current.ends_at):
        return None
    if (current.open_rounds or current.ends_at is not None) and not plans(state):
        return None
    return now if current.next_at is None else datetime.fromisoformat(current.next_at)
