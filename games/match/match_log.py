"""Matches as their streams: how they are decided, folded, and written as facts and rows."""

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any
from uuid import UUID

from engine.match.cutters import BY_PLAYER, BY_PLAYER_OPENLY
from engine.match.decide import (
    NEW,
    Annul,
    ChargeClock,
    CommitCut,
    CreateMatch,
    Forfeit,
    GiveTimeBack,
    HandOver,
    MakeCut,
    MatchState,
    PlayMove,
    Resign,
    RunOutClock,
    TakeBack,
    TakeSeat,
    advance,
    decide,
    evolve,
)
from engine.match.decide import Command as MatchCommand
from engine.match.events import (
    CardPlayed,
    ClockCharged,
    ClockRanOut,
    CutCommitted,
    CutMade,
    Event,
    MatchAnnulled,
    MatchCreated,
    SeatForfeited,
    SeatHandedOver,
    SeatResigned,
    SeatTaken,
    SeatTakenBack,
    TimeGivenBack,
)
from engine.rules.shuffle import MOST_DEALS, chain, secret_of_deal
from engine.wire.codec import from_fact, to_fact
from games.match import projections
from games.models import Match
from games.refusals import Busy, UnknownMatch
from games.store.aggregate import Aggregate, Change, Rows
from games.store.eventstore import Recorded
from games.store.group_commit import GroupCommit
from games.store.stream_log import StreamLog

ATTEMPTS = 8
MOST_KEPT = 1024
# A deal's secret is up to a thousand hashes away: those of so many deals are found together.
SECRETS_AT_ONCE = 8


def _event_of(fact: Recorded) -> Event:
    return from_fact(fact.type, fact.schema, fact.data, fact.secret)


@lru_cache(maxsize=1024)
def _secrets_from(seed: bytes, first: int) -> list[bytes]:
    """Those of the deal `first` and the next ones."""
    last = min(first + SECRETS_AT_ONCE - 1, MOST_DEALS)
    return chain(secret_of_deal(seed, last), last - first)


def _secret_of(seed: bytes, deal: int) -> bytes:
    if deal >= MOST_DEALS:  # the seed itself, and what is refused
        return secret_of_deal(seed, deal)
    first = deal - deal % SECRETS_AT_ONCE
    return _secrets_from(seed, first)[deal - first]


def _advance(state: MatchState, command: MatchCommand) -> tuple[tuple[Event, ...], MatchState]:
    return advance(state, command, _secret_of)


def _command_of(state: MatchState, event: Event, at: datetime) -> MatchCommand | None:
    match event:
        case MatchCreated():
            return CreateMatch(
                match=event.match,
                ruleset=event.ruleset,
                overrides=event.overrides,
                seats=event.seats,
                seed=event.seed,
                timeouts=event.timeouts,
                clock=event.clock,
                stand_in=event.stand_in,
                board=event.board,
                mirrored=event.mirrored,
                reveal=event.reveal,
                rules=event.rules,
                bound=event.digests is not None,
            )
        case SeatTaken():
            return TakeSeat(event.seat, event.player, event.bot)
        case CutCommitted():
            return CommitCut(event.seat, event.digest)
        case CutMade(by=by):
            return MakeCut(event.seat, event.cut, BY_PLAYER if by == BY_PLAYER_OPENLY else by)
        case CardPlayed(default=False):
            return PlayMove(event.seat, event.move)
        case ClockRanOut():
            return RunOutClock(event.seat)
        case ClockCharged():
            return ChargeClock(event.seat, event.over_ms, event.lag_ms)
        case TimeGivenBack():
            return GiveTimeBack(event.ms, event.reason)
        case SeatTakenBack():
            return TakeBack(event.seat)
        case SeatResigned():
            return Resign(event.seat)
        case SeatForfeited():
            return Forfeit(event.seat)
        case SeatHandedOver():
            return HandOver(event.seat, event.bot)
        case MatchAnnulled():
            return Annul(event.reason)
    return None


def _write_rows(changes: Sequence[Change[MatchState, Event]]) -> None:
    projections.project(changes)


def _lock(match_id: UUID) -> None:
    Match.objects.select_for_update().filter(id=match_id).first()


def _rows(match_id: UUID) -> Rows:
    """Everything but when a bot is due, which the sweeps put off."""
    found: dict[str, Any] = {}
    for row in Match.objects.filter(id=match_id).prefetch_related("seats"):
        columns = {field.attname: getattr(row, field.attname) for field in Match._meta.fields}
        del columns["bot_due_at"]
        found |= {f"match.{name}": value for name, value in columns.items()}
        for seat in row.seats.all():
            found[f"seat.{seat.number}"] = (seat.player_id, seat.left_reason, seat.came)
    return found


def _remove_rows(match_id: UUID) -> None:
    Match.objects.filter(id=match_id).delete()


def _write_rows_anew(match_id: UUID, history: list[tuple[Recorded, Event, MatchState]]) -> None:
    projections.project_anew(match_id, [(state, fact.recorded_at) for fact, _, state in history])


MATCHES: Aggregate[MatchState, Event, MatchCommand] = Aggregate(
    kind="match",
    new=NEW,
    unknown=UnknownMatch,
    busy=Busy,
    event_of=_event_of,
    fact_of=to_fact,
    decide=decide,
    advance=_advance,
    evolve=evolve,
    opens=projections.turn_opened,
    write_rows=_write_rows,
    command_of=_command_of,
    lock=_lock,
    rows=_rows,
    remove_rows=_remove_rows,
    write_rows_anew=_write_rows_anew,
    attempts=ATTEMPTS,
)

match_log = StreamLog(MATCHES, most=MOST_KEPT)
# For whoever must not wait in a thread of its own: sockets.
match_commits = GroupCommit(match_log)
