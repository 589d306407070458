"""What the house does by itself: starts, pairs, seats the matches, records results, crowns.

`advance` is the one duty. It derives what to do from the facts and the rows alone, so it may run
twice at once, stop anywhere, and be called by a hurry-up or by the sweep: each step is done once.
"""

import logging
from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from django.db.models import Q

from games import eventstore
from games.clocks import ClockRules
from games.identity import new_id
from games.match_log import match_log
from games.matches import create_match
from games.models import Match, Player
from tournaments import services
from tournaments.domain.commands import MatchResult, PairRound, RecordResults, Start
from tournaments.domain.decide import slots_due
from tournaments.domain.events import Anchor
from tournaments.domain.rounds import Pairing, Round
from tournaments.domain.state import State
from tournaments.models import Entrant, Tournament
from tournaments.models import Pairing as PairingRow
from tournaments.tournament_log import tournament_log

log = logging.getLogger(__name__)
ACTOR = "system"

Clock = Callable[[], datetime]


def advance(tournament_id: UUID, now: Clock) -> None:
    """Does all that is due now, each step and each match's creation in a transaction of its own."""
    while _step(tournament_id, now):
        pass


def due_tournaments() -> list[UUID]:
    """Tournaments for which `advance` has something to do."""
    unseated = Q(match__status__isnull=True)
    finished = Q(match__status=Match.Status.FINISHED)
    waiting = PairingRow.objects.filter(unseated | finished, winner=None)
    ids = set(Tournament.objects.filter(due=True).values_list("id", flat=True))
    ids.update(waiting.values_list("tournament_id", flat=True).distinct())
    return sorted(ids)


def advance_all(now: Clock) -> None:
    """The sweep: advances every tournament that is due, whatever became of its hurry-ups."""
    for tournament_id in due_tournaments():
        try:
            advance(tournament_id, now)
        except Exception:
            # One tournament that cannot go on must not hold up all others.
            log.exception("could not advance tournament %s", tournament_id.hex)


def _step(tournament_id: UUID, now: Clock) -> bool:
    """Does the next thing due; False when there is none."""
    state = tournament_log.load(tournament_id)
    if state.start_due:
        services.run(tournament_id, _start, actor=ACTOR, now=now())
        return True
    if state.round_due is not None:
        services.run(tournament_id, _pair, actor=ACTOR, now=now())
        return True
    if state.open_round is not None:
        return _play(state, state.open_round, now)
    return False


def _start(state: State) -> Start | None:
    return Start(None, services.fill(state)) if state.start_due else None


def _pair(state: State) -> PairRound | None:
    if state.round_due is None:
        return None
    tables = sum(second is not None for _, second in slots_due(state))
    return PairRound(state.round_due, tuple(new_id().hex for _ in range(tables)))


def _play(state: State, round_: Round, now: Clock) -> bool:
    """Seats the matches that do not exist yet and records those that have finished."""
    open_pairings = {UUID(p.match): p for p in round_.pairings if p.match and p.result is None}
    matches = Match.objects.in_bulk(list(open_pairings))
    unseated = [pairing for id_, pairing in open_pairings.items() if id_ not in matches]
    _seat(state, unseated, now)
    results = [_result(match) for match in matches.values() if match.winner is not None]
    if results:
        _record(UUID(state.id), results, now)
    return bool(unseated or results)


def _seat(state: State, pairings: list[Pairing], now: Clock) -> None:
    wanted = [UUID(entrant) for p in pairings for entrant in p.entrants if entrant]
    entrants = Entrant.objects.select_related("player").in_bulk(wanted)
    for pairing in pairings:
        assert pairing.match is not None
        players = [entrants[UUID(entrant)].player for entrant in pairing.entrants if entrant]
        seat_match(state, UUID(pairing.match), players, now())


def seat_match(state: State, match_id: UUID, players: list[Player], now: datetime) -> None:
    """Opens a pairing's match, the first entrant at seat 0; once, since the pairing named it."""
    options = state.options
    create_match(
        match_id,
        ruleset=options.ruleset,
        overrides=dict(options.overrides),
        players=players,
        clock=ClockRules(turn_seconds=options.turn_seconds, bot_pace_ms=options.bot_pace_ms),
        now=now,
    )


def _record(tournament_id: UUID, results: list[MatchResult], now: Clock) -> None:
    def plan(state: State) -> RecordResults | None:
        pairings = state.open_round.pairings if state.open_round else ()
        awaited = {pairing.match for pairing in pairings if pairing.result is None}
        due = tuple(result for result in results if result.match in awaited)
        return RecordResults(due) if due else None

    services.run(tournament_id, plan, actor=ACTOR, now=now())


def _result(match: Match) -> MatchResult:
    assert match.winner is not None
    stream = match_log.stream_of(match.pk)
    anchor = Anchor(stream, match.version, eventstore.hash_at(stream, match.version))
    return MatchResult(match.pk.hex, match.winner, tuple(match.scores), match.reason, anchor)
