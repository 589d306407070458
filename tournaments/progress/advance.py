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
from games.jobs.stuck_work import work_through
from games.models import Match, StuckWork
from games.store.actors import SYSTEM_ACTOR
from tournaments.core.refusals import Busy
from tournaments.domain import commands
from tournaments.domain.due import Due, due_now
from tournaments.domain.round_commands import FailRound, PairRound
from tournaments.domain.running import round_due
from tournaments.domain.starting import stage_due
from tournaments.domain.state import State
from tournaments.models import Pairing, Stage, SupersededMatch, Tournament
from tournaments.progress import match_creation
from tournaments.progress.bot_entrants import entries_at_start
from tournaments.ratings.seeding import by_rating
from tournaments.store import standings_snapshots
from tournaments.store.tournament_log import DecisionFailed, run, tournament_log

log = logging.getLogger(__name__)
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
    due = unseated | match_creation.HAS_RESULT
    waiting = Pairing.objects.filter(due, decided=False, starts_at__lte=now)
    superseded = SupersededMatch.objects.filter(match__status__in=UNFINISHED)
    ids = set(Tournament.objects.filter(due_at__lte=now).values_list("id", flat=True))
    ids.update(waiting.values_list("tournament_id", flat=True).distinct())
    ids.update(superseded.values_list("tournament_id", flat=True).distinct())
    stages = Stage.objects.filter(changed__gt=F("edition"))
    ids.update(stages.values_list("tournament_id", flat=True).distinct())
    ids.update(match_creation.tournaments_with_leavers())
    return sorted(ids)


def advance_all(now: Clock) -> None:
    """The sweep: advances every tournament that is due, whatever became of its hurry-ups."""
    moment = now()

    def do(tournament_id: UUID) -> None:
        advance(tournament_id, now)
        standings_snapshots.publish_editions(tournament_id, tournament_log.load(tournament_id))

    work_through(StuckWork.Kind.TOURNAMENT, due_tournaments(moment), do, moment)


def _step(tournament_id: UUID, now: Clock) -> bool:
    """Does the next thing due; False when there is none."""
    if _decide(tournament_id, now):
        return True
    match_creation.annul_superseded(tournament_id, now)
    state = tournament_log.load(tournament_id)
    return state.running and match_creation.play(tournament_id, state, now)


def _decide(tournament_id: UUID, now: Clock) -> bool:
    """Does what is due by the state and the clock; whether there may be more.

    A round that cannot be paired fails by a fact, for all to see and for a director to retry;
    what only could not be written is done by the next call.
    """
    state, moment = tournament_log.load(tournament_id), now()
    command = due_command(state, moment)
    if command is None:
        return False
    try:
        return _do(state, command, moment)
    except (DecisionFailed, Refusal) as error:
        if not isinstance(command, PairRound) or isinstance(error, Busy):
            raise
        log.exception("could not pair a round of tournament %s", tournament_id.hex)
        cause = error.__cause__ or error
        problem = f"{type(cause).__name__}: {cause}"[:PROBLEM_LENGTH]

    def fail(newest: State) -> commands.TournamentCommand | None:
        return FailRound(problem) if round_due(newest) else None

    return bool(run(tournament_id, fail, actor=SYSTEM_ACTOR, now=now()).events)


def start_stage(tournament_id: UUID, now: datetime) -> None:
    """Starts the stage that is due, if one is; cheap enough to be done while somebody waits."""
    while True:
        state = tournament_log.load(tournament_id)
        command = due_command(state, now) if stage_due(state) else None
        if command is None or _do(state, command, now):
            return


def _do(state: State, command: commands.TournamentCommand, now: datetime) -> bool:
    """Does the command on exactly this state, from which it was drawn; whether it came to facts or
    somebody else was first, so that one has to look again.
    """

    def plan(newest: State) -> commands.TournamentCommand | None:
        return command if newest.version == state.version else None

    outcome = run(UUID(state.id), plan, actor=SYSTEM_ACTOR, now=now)
    return bool(outcome.events) or outcome.after.version != state.version


def due_command(state: State, now: datetime) -> commands.TournamentCommand | None:
    """The command of the step that is due, with the lots, ids, bots and ratings that it needs."""
    match due_now(state, now):
        case None:
            return None
        case Due.OPEN_CHECK_IN:
            return commands.OpenCheckIn(None)
        case Due.START:
            return commands.Start(None, entries_at_start(state))
        case Due.CANCEL:
            return commands.CancelTournament(None, "too_few_entrants", now)
        case Due.START_STAGE:
            lot = secrets.token_bytes(LOT_BYTES)
            return commands.StartStage(lot, by_rating(state), now)
        case Due.SETTLE:
            return commands.Settle(now)
        case Due.PAIR_ROUND:
            matches = tuple(new_id().hex for _ in range(state.taken))
            return PairRound(matches, now)
