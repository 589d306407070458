"""What the house has to do of a tournament at a moment, from its state and the clock alone."""

from datetime import datetime
from enum import Enum, auto

from tournaments.domain.running import plans, round_due
from tournaments.domain.schedule import check_in_at, settle_at
from tournaments.domain.settings import moment
from tournaments.domain.starting import stage_due
from tournaments.domain.state import LEAST_ENTRANTS, EntrantStatus, Phase, State


class Due(Enum):
    """A step of the house. Its command may need what no state knows: lots, ids, ratings."""

    OPEN_CHECK_IN = auto()
    START = auto()
    CANCEL = auto()
    START_STAGE = auto()
    SETTLE = auto()
    PAIR_ROUND = auto()


def due_now(state: State, now: datetime) -> Due | None:
    """The next step that is due at this moment, if any."""
    if state.phase in (Phase.REGISTRATION, Phase.CHECK_IN):
        return _before_start(state, now)
    if stage_due(state):
        return Due.START_STAGE
    if (at := settle_at(state)) is not None and at <= now:
        return Due.SETTLE
    if round_due(state, now) and (not _must_look(state) or plans(state)):
        return Due.PAIR_ROUND
    return None


def _must_look(state: State) -> bool:
    """Whether a round may be due without anything to pair yet."""
    current = state.current
    return current is not None and (bool(current.open_rounds) or current.ends_at is not None)


def _before_start(state: State, now: datetime) -> Due | None:
    opens = check_in_at(state)
    if state.phase is Phase.REGISTRATION and opens is not None and opens <= now:
        return Due.OPEN_CHECK_IN
    at = moment(state.settings.starts_at)
    if at is None:
        return Due.START if state.start_due else None
    if now < at:
        return None
    return Due.CANCEL if _coming(state) < LEAST_ENTRANTS else Due.START


def _coming(state: State) -> int:
    """How many are left when those who did not check in are out and free places are filled."""
    drops = state.phase is Phase.CHECK_IN and state.settings.policies["not_checked_in"] == "drop"
    stay = sum(
        not drops or entrant.is_bot or entrant.standing is EntrantStatus.CHECKED_IN
        for entrant in state.present
    )
    return stay + (max(state.free, 0) if state.settings.fill_with_bots else 0)
