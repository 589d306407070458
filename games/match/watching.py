"""What who looks on at a match may see of it now: a version of its stream, and nothing after it.

There is one rule, and every door asks it: REST, sockets, pages, exports and lists of tables. Seats
always see their match live. A delay is a version that moves, so it costs nothing to wait.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from uuid import UUID

from django.db.models import Max
from django.utils import timezone

from games.match.boards import is_closed
from games.match.match_log import match_log
from games.models import Event, Match, Player


class Kind(StrEnum):
    """How much later than its seats others see a match."""

    LIVE = "live"
    PLAYS = "plays"
    SECONDS = "seconds"
    DEAL = "deal"
    MATCH = "match"
    ROUND = "round"


@dataclass(frozen=True, slots=True)
class Policy:
    """A kind, by how many plays or seconds, and whether what it waits for elsewhere (the end of the
    round) has come.
    """

    kind: Kind = Kind.LIVE
    by: int = 0
    is_over: bool = False


LIVE = Policy()
# A play is followed by at most so many facts: a card drawn, a packet or the end of a deal and the
# beginning of the next.
FACTS_OF_A_PLAY = 4
FACTS_BESIDE = 16

FindPolicies = Callable[[Collection[UUID]], Mapping[UUID, Policy]]
MayLook = Callable[[UUID, Player], bool]
_finders: list[FindPolicies] = []
_lookers: list[MayLook] = []


def register_policies(find: FindPolicies) -> None:
    """An app above says by which policies these matches are watched; live are all others."""
    _finders.append(find)


def register_lookers(may: MayLook) -> None:
    """An app above says who may look at a match live, who has no seat there."""
    _lookers.append(may)


def policies_of(match_ids: Collection[UUID]) -> dict[UUID, Policy]:
    """Those of these matches that are not simply live."""
    return {
        id_: policy
        for find in _finders
        for id_, policy in find(match_ids).items()
        if policy.kind is not Kind.LIVE
    }


def looks_live(match_id: UUID, player: Player | None) -> bool:
    """Whether the player, who has no seat there, may see the match as its seats' table is now."""
    return player is not None and any(may(match_id, player) for may in _lookers)


def shown_to_all(matches: Iterable[Match], now: datetime | None = None) -> dict[UUID, int]:
    """Of the matches that are not shown whole, the version up to which anybody may see them; 0:
    nothing at all as yet.
    """
    rows = list(matches)
    found = withheld(rows, now)
    return found | {row.pk: 0 for row in rows if row.board and is_closed(row)}


def withheld(matches: Iterable[Match], now: datetime | None = None) -> dict[UUID, int]:
    """The same by the policies alone: what may be told of a result waits for no other table."""
    now = now or timezone.now()
    rows = {row.pk: row for row in matches}
    policies = policies_of(rows.keys()) if rows else {}
    found: dict[UUID, int] = {}
    for kind, by in sorted({(policy.kind, policy.by) for policy in policies.values()}):
        some = [rows[id_] for id_, one in policies.items() if (one.kind, one.by) == (kind, by)]
        over = {id_ for id_, policy in policies.items() if policy.is_over}
        found |= _withheld(Kind(kind), by, [row for row in some if row.pk not in over], now)
    return found


def _withheld(kind: Kind, by: int, rows: list[Match], now: datetime) -> dict[UUID, int]:
    if kind is Kind.ROUND:
        return {row.pk: 0 for row in rows}
    if kind is Kind.SECONDS:
        return _by_time(rows, now - timedelta(seconds=by))
    unfinished = [row for row in rows if row.status != Match.Status.FINISHED]
    if kind is Kind.MATCH:
        return {row.pk: 0 for row in unfinished}
    if kind is Kind.DEAL:
        return _by_deal(unfinished)
    return _by_plays(unfinished, by)


def _by_time(rows: list[Match], until: datetime) -> dict[UUID, int]:
    """What was recorded by then."""
    late = [row for row in rows if row.finished_at is None or row.finished_at > until]
    facts = Event.objects.filter(stream__in=_streams(late), recorded_at__lte=until)
    newest = dict(facts.order_by().values_list("stream").annotate(Max("version")))
    return {row.pk: newest.get(match_log.stream_of(row.pk), 0) for row in late}


def _by_deal(rows: list[Match]) -> dict[UUID, int]:
    """The end of the last deal, or all before the first one."""
    facts = Event.objects.filter(stream__in=_streams(rows)).order_by()
    ends = dict(facts.filter(type="deal_scored").values_list("stream").annotate(Max("version")))
    # A stream has a handful of deals.
    begun: dict[str, int] = {}
    for stream, version in facts.filter(type="deal_started").values_list("stream", "version"):
        begun[stream] = min(version, begun.get(stream, version))
    streams = {row.pk: match_log.stream_of(row.pk) for row in rows}
    return {
        row.pk: ends.get(streams[row.pk], begun.get(streams[row.pk], row.version + 1) - 1)
        for row in rows
    }


def _by_plays(rows: list[Match], plays: int) -> dict[UUID, int]:
    """All before the last so many plays."""
    found: dict[UUID, int] = {}
    least = FACTS_OF_A_PLAY * plays + FACTS_BESIDE
    played: dict[str, list[int]] = {}
    # Of each stream its last facts alone.
    for first in range(0, len(rows), _AT_ONCE):
        some = rows[first : first + _AT_ONCE]
        facts = Event.objects.filter(stream__in=_streams(some), type="card_played").order_by()
        lowest = min(row.version for row in some) - least
        for stream, version in facts.filter(version__gt=lowest).values_list("stream", "version"):
            played.setdefault(stream, []).append(version)
    for row in rows:
        versions = sorted(played.get(match_log.stream_of(row.pk), ()))
        found[row.pk] = versions[-min(plays, len(versions))] - 1 if versions else row.version
    return found


_AT_ONCE = 100


def _streams(rows: list[Match]) -> list[str]:
    return [match_log.stream_of(row.pk) for row in rows]
