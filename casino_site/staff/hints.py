"""Hints of one person on two seats: what players of one event have in common.

They are made when staff ask, of traces (`traces`) and of the log, and no address is shown. They
prove nothing: a household or a hall has one address.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations, pairwise
from statistics import median
from uuid import UUID

from casino_site.staff.models import Trace
from games.match.match_log import match_log
from games.models import Event, Match, Player, Seat
from games.store.actors import player_actor
from tournaments.models import Member, Pairing, Tournament

# With more behind one address it is a hall, and says nothing of any two.
MOST_OF_AN_ADDRESS = 12


@dataclass(frozen=True, slots=True)
class Hint:
    """Two players of an event: whether they have signed in from one browser, not only from one
    address; at how many tables of it they have met, how many of these one of them gave up, and the
    points that each made there.

    `answers` is how many seconds it takes one of them to play after the other (a median), and
    `others` how many it takes them after anybody else: who plays for two answers oneself at once.
    None where there is nothing to go by.
    """

    players: tuple[Player, Player]
    same_browser: bool
    met: int
    given_up: int
    points: tuple[int, int]
    answers: float | None
    others: float | None


@dataclass(frozen=True, slots=True)
class _Table:
    """A match of the event: why each player left, or "", and the points of each."""

    left: dict[UUID, str]
    points: dict[UUID, int]
    # Who did something, in order, and when.
    acts: Sequence[tuple[UUID, datetime]]

    @property
    def answers(self) -> list[tuple[UUID, UUID, float]]:
        """Who answered whom, and after how many seconds."""
        return [
            (before, after, (then - at).total_seconds())
            for (before, at), (after, then) in pairwise(self.acts)
            if before != after
        ]


def hints_of(tournament: Tournament) -> list[Hint]:
    """Of every two players who have signed in from one address, the strongest first."""
    members = Member.objects.filter(tournament=tournament).exclude(player__kind=Player.Kind.BOT)
    players = Player.objects.in_bulk(members.values_list("player", flat=True))
    behind: dict[str, dict[UUID, set[str]]] = defaultdict(lambda: defaultdict(set))
    traces = Trace.objects.filter(player__in=list(players))
    for user, address, browser in traces.values_list("player", "address", "browser"):
        behind[address][user].add(browser)
    shared: dict[frozenset[UUID], bool] = {}
    for users in behind.values():
        if len(users) <= MOST_OF_AN_ADDRESS:
            for one, other in combinations(users, 2):
                pair = frozenset((one, other))
                shared[pair] = shared.get(pair, False) or bool(users[one] & users[other])
    tables = _tables(tournament, {player for pair in shared for player in pair})
    found = [
        _hint(sorted(pair, key=lambda one: players[one].handle), same_browser, players, tables)
        for pair, same_browser in shared.items()
    ]
    return sorted(found, key=lambda hint: (-hint.same_browser, -hint.given_up, -hint.met))


def _hint(
    pair: Sequence[UUID], same_browser: bool, players: dict[UUID, Player], tables: list[_Table]
) -> Hint:
    first, second = pair
    together = [table for table in tables if first in table.left and second in table.left]
    answered = [answer for table in tables for answer in table.answers]
    within = [after for one, other, after in answered if {one, other} == {first, second}]
    outside = [
        after for one, other, after in answered if other in pair and {one, other} != {first, second}
    ]
    return Hint(
        players=(players[first], players[second]),
        same_browser=same_browser,
        met=len(together),
        given_up=sum(bool(table.left[first] or table.left[second]) for table in together),
        points=(
            sum(table.points.get(first, 0) for table in together),
            sum(table.points.get(second, 0) for table in together),
        ),
        answers=median(within) if within else None,
        others=median(outside) if outside else None,
    )


def _tables(tournament: Tournament, suspects: set[UUID]) -> list[_Table]:
    """The matches of the event in which any of these sat."""
    of_event = Pairing.objects.filter(tournament=tournament, match__isnull=False).values("match")
    sat = Seat.objects.filter(match__in=of_event, player__in=suspects).values("match")
    tables = []
    for match in Match.objects.filter(pk__in=sat).prefetch_related("seats"):
        seats = match.seats.all()
        sides = len(match.scores) or 1
        tables.append(
            _Table(
                left={seat.player_id: seat.left_reason for seat in seats},
                points={
                    seat.player_id: match.scores[seat.number % sides]
                    for seat in seats
                    if match.scores
                },
                acts=_acts(match.pk, [seat.player_id for seat in seats]),
            )
        )
    return tables


def _acts(match_id: UUID, players: Sequence[UUID]) -> list[tuple[UUID, datetime]]:
    names = {player_actor(player): player for player in players}
    rows = Event.objects.filter(stream=match_log.stream_of(match_id)).order_by("version")
    return [
        (names[actor], at)
        for actor, at in rows.values_list("actor", "recorded_at")
        if actor in names
    ]
