"""The last casual matches of a player, as people read them."""

from datetime import datetime
from typing import TypedDict

from games.casual.models import Table
from games.models import Match, Player, Seat


class LastMatch(TypedDict):
    match: str
    at: datetime | None
    others: list[str]
    points: str
    won: bool | None
    reason: str


def last_casual(player: Player, limit: int) -> list[LastMatch]:
    """The newest first; `won` is None of a match that nobody has won, and `reason` says why."""
    seats = (
        Seat.objects.filter(player=player, match__status=Match.Status.FINISHED)
        .filter(match__in=Table.objects.values("pk"))
        .select_related("match")
        .prefetch_related("match__seats__player")
        .order_by("-match__finished_at")
    )
    return [_line(seat) for seat in seats[:limit]]


def _line(own: Seat) -> LastMatch:
    match = own.match
    sides = len(match.scores) or 2
    side = own.number % sides
    others = [seat.player.handle for seat in match.seats.all() if seat.number % sides != side]
    points = [match.scores[side], *(match.scores[n] for n in range(sides) if n != side)]
    return {
        "match": match.pk.hex,
        "at": match.finished_at,
        "others": others,
        "points": " : ".join(map(str, points)),
        "won": None if match.winner is None else match.winner == side,
        "reason": match.reason,
    }
