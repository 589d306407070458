"""What is worth looking at again of a player: the largest sweeps and the closest matches.

It is read from the last matches of the player, so that it never takes longer.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from uuid import UUID

from games.match.match_log import match_log
from games.models import Event, Match, Player
from games.replays.moments import Moment
from games.replays.seen_together import seen_now
from tournaments.read.archive import Wanted, match_rows

LOOKED_AT, SHOWN, KEPT = 60, 10, 256
SIDES_AT_LEAST = 2


@dataclass(frozen=True, slots=True)
class Sweep:
    """A sweep of the player: the cards that it took, the played one among them."""

    match: UUID
    at: datetime | None
    others: tuple[str, ...]
    moment: Moment
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CloseMatch:
    """A match whose first two sides ended so near; `points` begin with the player's own."""

    match: UUID
    at: datetime | None
    others: tuple[str, ...]
    points: tuple[int, ...]
    won: bool
    margin: int


@dataclass(frozen=True, slots=True)
class Highlights:
    sweeps: tuple[Sweep, ...]
    closest: tuple[CloseMatch, ...]
    looked_at: int


def highlights_of(player: Player) -> Highlights:
    """Of the last matches that everybody may see; kept until the player has ended another."""
    matches = seen_now(match_rows(Wanted(player=player.handle), LOOKED_AT))
    seats = {match.pk: _seat_of(match, player) for match in matches}
    return Highlights(
        tuple(_largest(_sweeps(matches, seats, player))),
        tuple(_closest(matches, seats, player)),
        len(matches),
    )


def _seat_of(match: Match, player: Player) -> int:
    return next(seat.number for seat in match.seats.all() if seat.player_id == player.pk)


def _others(match: Match, player: Player) -> tuple[str, ...]:
    seats = match.seats.all()
    return tuple(seat.player.handle for seat in seats if seat.player_id != player.pk)


def _largest(sweeps: Iterable[Sweep]) -> list[Sweep]:
    """Those of most cards first, and of equals the newest."""
    return sorted(sweeps, key=lambda one: (len(one.cards), one.match), reverse=True)[:SHOWN]


def _sweeps(matches: list[Match], seats: dict[UUID, int], player: Player) -> Iterable[Sweep]:
    for match in matches:
        for moment, seat, cards in sweeps_in(match.pk, match.version):
            if seat == seats[match.pk]:
                yield Sweep(match.pk, match.finished_at, _others(match, player), moment, cards)


@lru_cache(maxsize=KEPT)
def sweeps_in(match_id: UUID, version: int) -> tuple[tuple[Moment, int, tuple[str, ...]], ...]:
    """Each sweep of a finished match: the moment, the seat, and the cards that it took."""
    facts = Event.objects.filter(
        stream=match_log.stream_of(match_id), type__in=("deal_started", "card_played")
    )
    found, moment = [], Moment(0)
    for type_, data in facts.order_by("version").values_list("type", "data"):
        if type_ == "deal_started":
            moment = Moment(data["deal"])
            continue
        moment = Moment(moment.deal, moment.play + 1)
        if data["sweep"]:
            found.append((moment, data["seat"], tuple(data["captured"])))
    return tuple(found)


def _closest(matches: list[Match], seats: dict[UUID, int], player: Player) -> list[CloseMatch]:
    found = []
    for match in matches:
        scores, own = match.scores, seats[match.pk]
        if match.winner is None or match.reason != "score" or len(scores) < SIDES_AT_LEAST:
            continue
        side = own % len(scores)
        best, second = sorted(scores, reverse=True)[:2]
        points = (scores[side], *(score for at, score in enumerate(scores) if at != side))
        others = _others(match, player)
        won = match.winner == side
        found.append(CloseMatch(match.pk, match.finished_at, others, points, won, best - second))
    return sorted(found, key=lambda one: (one.margin, -one.match.int))[:SHOWN]
