"""Hints of one person on two seats: what players of one event have in common.

They are made when staff ask, of the sessions that players have open: nothing is kept for them, and
no address is shown. They prove nothing: a household or a hall has one address.
"""

from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations
from uuid import UUID

from allauth.usersessions.models import UserSession

from games.models import Player, Seat
from tournaments.models import Member, Pairing, Tournament

# With more behind one address it is a hall, and says nothing of any two.
MOST_OF_AN_ADDRESS = 12


@dataclass(frozen=True, slots=True)
class Hint:
    """Two players of an event: whether they have signed in from one browser, not only from one
    address; at how many tables of it they have met, and how many of these one of them gave up.
    """

    players: tuple[Player, Player]
    same_browser: bool
    met: int
    given_up: int


def hints_of(tournament: Tournament) -> list[Hint]:
    """Of every two players who have signed in from one address, the strongest first."""
    members = Member.objects.filter(tournament=tournament).exclude(player__kind=Player.Kind.BOT)
    players = Player.objects.in_bulk(members.values_list("player", flat=True))
    behind: dict[str, dict[UUID, set[str]]] = defaultdict(lambda: defaultdict(set))
    sessions = UserSession.objects.filter(user__in=list(players))
    for user, address, browser in sessions.values_list("user", "ip", "user_agent"):
        behind[address][user].add(browser)
    shared: dict[frozenset[UUID], bool] = {}
    for users in behind.values():
        if len(users) <= MOST_OF_AN_ADDRESS:
            for one, other in combinations(users, 2):
                pair = frozenset((one, other))
                shared[pair] = shared.get(pair, False) or bool(users[one] & users[other])
    tables = _tables(tournament)
    found = []
    for pair, same_browser in shared.items():
        first, second = sorted((players[one] for one in pair), key=lambda player: player.handle)
        together = [seats for seats in tables if pair <= seats.keys()]
        given_up = sum(any(seats[one] for one in pair) for seats in together)
        found.append(Hint((first, second), same_browser, len(together), given_up))
    return sorted(found, key=lambda hint: (-hint.same_browser, -hint.given_up, -hint.met))


def _tables(tournament: Tournament) -> list[dict[UUID, str]]:
    """Of each match of the event, by player how they left it; "" for who stayed."""
    matches = Pairing.objects.filter(tournament=tournament, match__isnull=False).values("match")
    tables: dict[UUID, dict[UUID, str]] = defaultdict(dict)
    for match, player, left in Seat.objects.filter(match__in=matches).values_list(
        "match", "player", "left_reason"
    ):
        tables[match][player] = left
    return list(tables.values())
