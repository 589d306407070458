"""Matches of pairings: opened once, followed to their results, and annulled when taken back."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from uuid import UUID

from django.db.models import F, Q, QuerySet

from engine.errors import MatchOver, SeatLeft
from games.match.clocks import ClockRules
from games.match.commands import annul, forfeit
from games.match.match_log import match_log
from games.match.opening import Dealing, NewMatch, open_matches
from games.match.results import ABANDONED, MatchResult, deal_points, results_of
from games.match.watching import withheld
from games.models import Match, Player, Seat
from games.store import eventstore
from games.store.actors import SYSTEM_ACTOR
from tournaments.core.anchors import Anchor
from tournaments.domain.round_commands import RecordResults, ReportedResult
from tournaments.domain.settings import match_overrides, match_rules
from tournaments.domain.state import GONE, Phase, State
from tournaments.models import Entrant, Member, Pairing, Seating, SupersededMatch
from tournaments.store.decks import board_of
from tournaments.store.tournament_log import run

UNFINISHED = (Match.Status.WAITING, Match.Status.PLAYING)
# So many matches are opened before the results of others are looked for; in no order, so that two
# workers that open the matches of a round share them out.
SEATED_AT_ONCE = 50
# So many of them are opened in one transaction: with more, two workers would more often meet.
OPENED_TOGETHER = 10
# So many finished matches are recorded by one command.
AT_ONCE = 200
# Finished otherwise than by being taken back.
HAS_RESULT = Q(match__status=Match.Status.FINISHED) & (
    Q(match__winner__isnull=False) | Q(match__reason=ABANDONED)
)
# The reason of a match that is annulled; a director's own words stand in the tournament alone.
TAKEN_BACK = "taken back"

Clock = Callable[[], datetime]


def play(tournament_id: UUID, state: State, now: Clock) -> bool:
    """Opens matches that do not exist yet, gives up seats of who left, records what has finished;
    whether there was any to open or to record.
    """
    open_ = Pairing.objects.filter(tournament=tournament_id, decided=False, starts_at__lte=now())
    unseated = []
    if state.phase is Phase.RUNNING:  # a pause lets what is being played go on
        new = open_.filter(match__status__isnull=True)
        unseated = list(new.order_by("?")[:SEATED_AT_ONCE])
    for first in range(0, len(unseated), OPENED_TOGETHER):
        open_matches_of(state, unseated[first : first + OPENED_TOGETHER], now())
    if any(entrant.standing in GONE for entrant in state.entrants.values()):
        _give_up_seats(tournament_id, now)
    finished = open_.filter(HAS_RESULT).select_related("match")
    matches = _told([match for pairing in finished if (match := pairing.match)], now())[:AT_ONCE]
    results = _results(matches)
    if results:
        _record(tournament_id, results, now)
    return bool(unseated or results)


def _told(matches: Sequence[Match], now: datetime) -> list[Match]:
    """Those whose end anybody may see by now: an event knows no result before."""
    later = withheld(matches, now)
    return [match for match in matches if match.pk not in later]


def open_matches_of(state: State, pairings: Sequence[Pairing], now: datetime) -> None:
    """Opens the matches of pairings, each once, since the pairing named it."""
    players = players_of(pairings)
    new = [
        _new_match(state, pairing, pairing.match_id, players[pairing.pk])
        for pairing in pairings
        if pairing.match_id is not None
    ]
    open_matches(new, now)


def _new_match(
    state: State, pairing: Pairing, match_id: UUID, players: Sequence[Player]
) -> NewMatch:
    settings, format_ = state.settings, state.stages[pairing.stage - 1].stage.format
    return NewMatch(
        match_id,
        ruleset=settings.ruleset,
        overrides=match_overrides(settings, format_),
        rules=match_rules(settings, format_),
        players=players,
        clock=ClockRules(
            turn_seconds=settings.turn_seconds,
            bank_seconds=settings.bank_seconds,
            bot_pace_ms=settings.bot_pace_ms,
        ),
        dealing=_dealing(state, pairing),
        mirrored=settings.mirrored,
    )


def players_of(pairings: Sequence[Pairing]) -> dict[int, list[Player]]:
    """Who plays in each pairing, by seat: the first members of all sides sit down before the
    second ones, so partners sit opposite.
    """
    seatings = list(
        Seating.objects.filter(pairing__in=pairings).order_by("pairing", "side", "position")
    )
    members: dict[UUID, list[Player]] = {}
    entrants = {seating.entrant_id for seating in seatings}
    rows = Member.objects.filter(entrant__in=entrants, plays=True).select_related("player")
    for row in rows.order_by("position"):
        members.setdefault(row.entrant_id, []).append(row.player)
    sides: dict[int, dict[int, list[Player]]] = {}
    for seating in seatings:
        side = sides.setdefault(seating.pairing_id, {}).setdefault(seating.side, [])
        side.extend(members[seating.entrant_id])
    return {
        pairing: [player for row in zip(*of.values(), strict=True) for player in row]
        for pairing, of in sides.items()
    }


def _dealing(state: State, pairing: Pairing) -> Dealing | None:
    """The cards of the round, where all its tables play the same."""
    board = board_of(state, pairing.stage, pairing.round, pairing.number)
    return None if board is None else Dealing(*board)


def annul_superseded(tournament_id: UUID, now: Clock) -> None:
    """Ends the matches whose pairings were decided or taken back without them."""
    superseded = SupersededMatch.objects.filter(
        tournament=tournament_id, match__status__in=UNFINISHED
    )
    for row in superseded:
        with suppress(MatchOver):  # it has just ended by itself
            annul(row.match_id, actor=SYSTEM_ACTOR, reason=TAKEN_BACK, now=now())


def tournaments_with_leavers() -> set[UUID]:
    """Tournaments where somebody who is gone still has a seat at a running table."""
    return set(_seats_of_leavers().values_list("match__pairing__tournament_id", flat=True))


def _seats_of_leavers() -> QuerySet[Seat]:
    """Seats at running tables of more than two sides whose entrant is gone; the others play on."""
    return Seat.objects.filter(
        left_reason="",
        match__status__in=UNFINISHED,
        match__pairing__decided=False,
        player__entries__plays=True,
        player__entries__entrant__state__in=Entrant.GONE,
        player__entries__entrant__seatings__pairing=F("match__pairing"),
    ).distinct()


def _give_up_seats(tournament_id: UUID, now: Clock) -> None:
    seats = _seats_of_leavers().filter(match__pairing__tournament=tournament_id)
    for seat_ in seats.select_related("player"):
        with suppress(MatchOver, SeatLeft):
            forfeit(seat_.match_id, seat_.player, actor=SYSTEM_ACTOR, now=now())


def _record(tournament_id: UUID, results: list[ReportedResult], now: Clock) -> None:
    def plan(state: State) -> RecordResults | None:
        current = state.current
        awaited = {
            pairing.match
            for round_ in (current.open_rounds if current else ())
            for pairing in round_.pairings.values()
            if not pairing.decided
        }
        due = tuple(result for result in results if result.match in awaited)
        return RecordResults(due, now()) if due else None

    run(tournament_id, plan, actor=SYSTEM_ACTOR, now=now())


def _results(matches: Sequence[Match]) -> list[ReportedResult]:
    """What these finished matches came to, each with its last fact's hash."""
    results = results_of([match.pk for match in matches])
    streams = {match.pk: match_log.stream_of(match.pk) for match in matches}
    hashes = eventstore.hashes_at({streams[match.pk]: match.version for match in matches})
    return [
        _reported(match, results[match.pk], Anchor(stream, match.version, hashes[stream]))
        for match in matches
        if (stream := streams[match.pk])
    ]


def _reported(match: Match, found: MatchResult, anchor: Anchor) -> ReportedResult:
    return ReportedResult(
        match=match.pk.hex,
        places=found.places,
        points=found.points,
        came=tuple(any(found.came[seat] for seat in side) for side in found.sides),
        reason=match.reason,
        anchor=anchor,
        deals=tuple(deal_points(match.pk)) if match.board else (),
    )
