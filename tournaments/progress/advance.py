"""What the house does by itself: opens check-in, starts, pairs, seats the matches, records results,
annuls what was taken back, crowns.

`advance` is the one duty. It derives what to do from the facts and the rows alone, so it may run
twice at once, stop anywhere, and be called by a hurry-up or by the sweep: each step is done once.
"""

import logging
import secrets
from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from django.db.models import F, Q

from engine import Refusal
from games.identity import new_id
from games.models import Match
from tournaments.actions import services
from tournaments.core.refusals import Busy
from tournaments.domain import commands as asked
from tournaments.domain.running import plans, round_due
from tournaments.domain.schedule import check_in_at, settle_at
from tournaments.domain.settings import moment
from tournaments.domain.starting import stage_due
from tournaments.domain.state import LEAST_ENTRANTS, Phase, Standing, State
from tournaments.models import Pairing, RetiredMatch, Stage, Tournament
from tournaments.progress import match_creation
from tournaments.ratings.seeding import by_rating
from tournaments.store import standings_snapshots
from tournaments.store.tournament_log import tournament_log

log = logging.getLogger(__name__)
ACTOR = services.HOUSE
LOT_BYTES = 32
UNFINISHED = (Match.Status.WAITING, Match.Status.PLAYING)
# A round that cannot be paired says so by a fact; its text is kept to this length.
PROBLEM_LENGTH = 160
# With more entrants than this new standings at each result would hold the play up.
MANY = 128

Clock = Callable[[], datetime]


def advance(tournament_id: UUID, now: Clock) -> None:
    """Does all that is due now, each step and each match's creation in a transaction of its own.

    The standings of a big event that goes on are left to the sweep, which makes them less often.
    """
    while _step(tournament_id, now):
        pass
    state = tournament_log.load(tournament_id)
    current = state.current
    if current is None or len(current.stage.seeds) <= MANY or current.completed:
        standings_snapshots.publish_editions(tournament_id, state)


def due_tournaments(now: datetime) -> list[UUID]:
    """Tournaments for which `advance` has something to do."""
    unseated = Q(match__status__isnull=True, tournament__state="running")
    finished = Q(match__status=Match.Status.FINISHED, match__winner__isnull=False)
    waiting = Pairing.objects.filter(unseated | finished, decided=False, starts_at__lte=now)
    retired = RetiredMatch.objects.filter(match__status__in=UNFINISHED)
    ids = set(Tournament.objects.filter(due_at__lte=now).values_list("id", flat=True))
    ids.update(waiting.values_list("tournament_id", flat=True).distinct())
    ids.update(retired.values_list("tournament_id", flat=True).distinct())
    stages = Stage.objects.filter(changed__gt=F("edition"))
    ids.update(stages.values_list("tournament_id", flat=True).distinct())
    ids.update(match_creation.tournaments_with_leavers())
    return sorted(ids)


def advance_all(now: Clock) -> None:
    """The sweep: advances every tournament that is due, whatever became of its hurry-ups."""
    for tournament_id in due_tournaments(now()):
        try:
            advance(tournament_id, now)
            standings_snapshots.publish_editions(tournament_id, tournament_log.load(tournament_id))
        except Exception:
            # One tournament that cannot go on must not hold up all others.
            log.exception("could not advance tournament %s", tournament_id.hex)


def _step(tournament_id: UUID, now: Clock) -> bool:
    """Does the next thing due; False when there is none."""
    if _decide(tournament_id, now):
        return True
    match_creation.annul_retired(tournament_id, now)
    state = tournament_log.load(tournament_id)
    return state.running and match_creation.play(tournament_id, state, now)


def _decide(tournament_id: UUID, now: Clock) -> bool:
    """Does what is due by the state and the clock.

    A round that cannot be paired fails by a fact, for all to see and for a director to retry;
    what only could not be written is done by the next call.
    """
    pairs, moment_ = False, now()

    def plan(state: State) -> asked.TournamentCommand | None:
        nonlocal pairs
        command = due_command(state, moment_)
        pairs = isinstance(command, asked.PairRound)
        return command

    try:
        return bool(services.run(tournament_id, plan, actor=ACTOR, now=moment_)[1])
    except (services.Undecided, Refusal) as error:
        if not pairs or isinstance(error, Busy):
            raise
        log.exception("could not pair a round of tournament %s", tournament_id.hex)
        cause = error.__cause__ or error
        problem = f"{type(cause).__name__}: {cause}"[:PROBLEM_LENGTH]

    def fail(state: State) -> asked.TournamentCommand | None:
        return asked.FailRound(problem) if round_due(state) else None

    return bool(services.run(tournament_id, fail, actor=ACTOR, now=now())[1])


def start_stage(tournament_id: UUID, now: datetime) -> None:
    """Starts the stage that is due, if one is; cheap enough to be done while somebody waits."""

    def plan(state: State) -> asked.TournamentCommand | None:
        return due_command(state, now) if stage_due(state) else None

    services.run(tournament_id, plan, actor=ACTOR, now=now)


def due_command(state: State, now: datetime) -> asked.TournamentCommand | None:
    """What the house is to ask of the tournament at this moment, if anything."""
    if state.phase in (Phase.REGISTRATION, Phase.CHECK_IN):
        return _before_start(state, now)
    if stage_due(state):
        return asked.StartStage(secrets.token_bytes(LOT_BYTES), by_rating(state), now)
    if (at := settle_at(state)) is not None and at <= now:
        return asked.Settle(now)
    if round_due(state, now) and (not _must_look(state) or plans(state)):
        return asked.PairRound(tuple(new_id().hex for _ in range(state.taken)), now)
    return None


def _must_look(state: State) -> bool:
    """Whether a round may be due without anything to pair yet."""
    current = state.current
    return current is not None and (bool(current.open_rounds) or current.ends_at is not None)


def _before_start(state: State, now: datetime) -> asked.TournamentCommand | None:
    opens = check_in_at(state)
    if state.phase is Phase.REGISTRATION and opens is not None and opens <= now:
        return asked.OpenCheckIn(None)
    at = moment(state.settings.starts_at)
    if at is None:
        return asked.Start(None, services.fill(state)) if state.start_due else None
    if now < at:
        return None
    entries = services.fill(state)
    if _coming(state) + len(entries) < LEAST_ENTRANTS:
        return asked.CancelTournament(None, "too_few_entrants", now)
    return asked.Start(None, entries)


def _coming(state: State) -> int:
    """How many are left when those who did not check in are out."""
    drops = state.phase is Phase.CHECK_IN and state.settings.policies["not_checked_in"] == "drop"
    return sum(
        not drops or entrant.is_bot or entrant.standing is Standing.CHECKED_IN
        for entrant in state.present
    )
