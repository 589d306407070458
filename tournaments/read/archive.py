"""The archive: what has been played, newest first, by month, player, ruleset, format and result.

Ids are sortable in time. So a page begins after the id that the page before ended with, a month is
a range of ids, and no list is counted.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeVar
from uuid import UUID

from django.db import models
from django.db.models import (
    Exists,
    F,
    Func,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    prefetch_related_objects,
)
from django.db.models.functions import Mod, NullIf

from games.casual.models import Table
from games.models import Match, Player, Seat
from games.replays.seen_together import seen_now
from tournaments.models import Member, Pairing, Tournament
from tournaments.read.queries import rows

Row = TypeVar("Row", bound=models.Model)
ON_A_PAGE, MOST_NAMED = 40, 50
CASUAL = "casual"
WON, LOST = "won", "lost"
REASONS = ("score", "resigned", "timeouts", "forfeited", "abandoned", "annulled")
OVER = (Tournament.State.COMPLETED, Tournament.State.CANCELLED)
_MILLISECONDS_AT = 80


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody looks for; "" and None take all. `before`: older than the one with this id."""

    month: str = ""
    player: str = ""
    ruleset: str = ""
    format: str = ""
    result: str = ""
    text: str = ""
    before: UUID | None = None
    event: UUID | None = None


@dataclass(frozen=True, slots=True)
class ArchivedMatch:
    """`sides` have the handles and the score of each side."""

    id: UUID
    at: datetime | None
    sides: tuple[tuple[str, int], ...]
    winner: int | None
    reason: str
    ruleset: str
    tournament: str
    slug: str


def matches(wanted: Wanted, limit: int = ON_A_PAGE) -> tuple[list[ArchivedMatch], UUID | None]:
    """At most so many matches, and after which id there are more. Those that not everybody may see
    as yet are left out.
    """
    found = match_rows(wanted, limit + 1)
    shown = seen_now(found[:limit])
    pairings = Pairing.objects.filter(match__in=[match.pk for match in shown])
    events = {
        match: (name, slug)
        for match, name, slug in pairings.values_list(
            "match_id", "tournament__name", "tournament__slug"
        )
    }
    more = found[limit - 1].pk if len(found) > limit else None
    return [_shown(match, *events.get(match.pk, ("", ""))) for match in shown], more


def match_rows(wanted: Wanted, limit: int) -> list[Match]:
    """Finished matches of events that everybody may see, and casual ones; none of exhibitions."""
    kinds = [_in_events(wanted), _casual(wanted)]
    if wanted.format == CASUAL:
        kinds = kinds[1:]
    elif wanted.format or wanted.text or wanted.event:
        kinds = kinds[:1]
    # Each for itself: a database that is asked for both at once looks at every match there is.
    several = [match for kind in kinds for match in kind[:limit]]
    found = sorted(several, key=lambda match: match.pk, reverse=True)[:limit]
    prefetch_related_objects(found, Prefetch("seats", Seat.objects.select_related("player")))
    return found


def _in_events(wanted: Wanted) -> QuerySet[Match]:
    events = Pairing.objects.filter(match=OuterRef("pk"), tournament__hidden=False)
    if wanted.event is not None:
        events = events.filter(tournament=wanted.event)
    if wanted.text:
        named = rows().filter(name__icontains=wanted.text).values_list("pk", flat=True)
        events = events.filter(tournament__in=list(named[:MOST_NAMED]))
    if wanted.format:
        events = events.filter(tournament__format=wanted.format)
    return _finished(wanted).filter(Exists(events))


def _casual(wanted: Wanted) -> QuerySet[Match]:
    return _finished(wanted).filter(Exists(Table.objects.filter(pk=OuterRef("pk"))))


def _finished(wanted: Wanted) -> QuerySet[Match]:
    found = Match.objects.filter(status=Match.Status.FINISHED).order_by("-id")
    if wanted.ruleset:
        found = found.filter(ruleset=wanted.ruleset)
    if wanted.player:
        found = _of_player(found, wanted)
    if wanted.result in REASONS:
        found = found.filter(reason=wanted.result)
    return _in_time(found, wanted)


def _of_player(found: QuerySet[Match], wanted: Wanted) -> QuerySet[Match]:
    player = player_called(wanted.player)
    if player is None:
        return found.none()
    found = found.filter(seats__player=player)
    if wanted.result not in (WON, LOST):
        return found
    sides = NullIf(_Length("scores"), 0)
    own = found.alias(side=Mod(F("seats__number"), sides, output_field=models.IntegerField()))
    own = own.filter(winner__isnull=False)
    return own.filter(winner=F("side")) if wanted.result == WON else own.exclude(winner=F("side"))


class _Length(Func):
    """How many items a list in a JSON column has."""

    function = "JSON_ARRAY_LENGTH"
    output_field = models.IntegerField()

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        return self.as_sql(compiler, connection, function="JSONB_ARRAY_LENGTH", **context)


def player_called(handle: str) -> Player | None:
    return Player.objects.filter(handle__iexact=handle).exclude(kind=Player.Kind.FORMER).first()


def events(wanted: Wanted, limit: int = ON_A_PAGE) -> tuple[list[Tournament], UUID | None]:
    """Events that are over, at most so many, and after which id there are more."""
    found = rows().filter(state__in=OVER)
    if wanted.text:
        text = Q(name__icontains=wanted.text) | Q(organiser__handle__icontains=wanted.text)
        found = found.filter(text)
    if wanted.ruleset:
        found = found.filter(ruleset=wanted.ruleset)
    if wanted.format:
        found = found.filter(format=wanted.format)
    if wanted.result in OVER:
        found = found.filter(state=wanted.result)
    if wanted.player:
        player = player_called(wanted.player)
        if player is None:
            return [], None
        entered = Member.objects.filter(player=player).values("tournament")
        found = found.filter(pk__in=entered)
        if wanted.result == WON:
            found = found.filter(
                state=Tournament.State.COMPLETED,
                entrants__place=1,
                entrants__members__player=player,
                entrants__members__plays=True,
            )
    several = list(_in_time(found, wanted)[: limit + 1])
    shown = several[:limit]
    return shown, shown[-1].pk if len(several) > limit else None


def _in_time(found: QuerySet[Row], wanted: Wanted) -> QuerySet[Row]:
    if wanted.before is not None:
        found = found.filter(id__lt=wanted.before)
    bounds = bounds_of(wanted.month)
    if bounds is not None:
        found = found.filter(id__gte=bounds[0], id__lt=bounds[1])
    return found


def bounds_of(month: str) -> tuple[UUID, UUID] | None:
    """The first id of a month as 2026-11, and the first of the next; None for what is no month."""
    year, _, number = month.partition("-")
    digits = (year + number).isascii() and (year + number).isdigit()
    if not digits or (len(year), len(number)) != (4, 2) or not 1 <= int(number) <= 12:
        return None
    if not 1971 <= int(year) < 9999:
        return None
    first = datetime(int(year), int(number), 1, tzinfo=UTC)
    after = datetime(int(year) + int(number) // 12, int(number) % 12 + 1, 1, tzinfo=UTC)
    return first_id(first), first_id(after)


def first_id(moment: datetime) -> UUID:
    """The lowest id that was given at this moment (UUIDv7 begins with the milliseconds)."""
    return UUID(int=int(moment.timestamp() * 1000) << _MILLISECONDS_AT)


def months() -> Sequence[str]:
    """The months from the first match or event until the last, newest first; at most ten years."""
    ends = [
        row
        for model in (Match, Tournament)
        for ascending in ("id", "-id")
        for row in model._default_manager.order_by(ascending).values_list("pk", flat=True)[:1]
    ]
    if not ends:
        return []
    first, last = (_month_of(end) for end in (min(ends), max(ends)))
    every = range(first, last + 1)
    return [f"{number // 12:04}-{number % 12 + 1:02}" for number in reversed(every[-120:])]


def _month_of(id_: UUID) -> int:
    at = datetime.fromtimestamp((id_.int >> _MILLISECONDS_AT) / 1000, UTC)
    return at.year * 12 + at.month - 1


def _shown(match: Match, tournament: str, slug: str) -> ArchivedMatch:
    seats, scores = list(match.seats.all()), match.scores
    count = len(scores) or len(seats)
    return ArchivedMatch(
        id=match.pk,
        at=match.finished_at,
        sides=tuple(
            (
                " + ".join(seat.player.handle for seat in seats if seat.number % count == side),
                scores[side] if scores else 0,
            )
            for side in range(count)
        ),
        winner=match.winner,
        reason=match.reason,
        ruleset=match.ruleset,
        tournament=tournament,
        slug=slug,
    )
