"""The largest events of each format, as rows alone: no fact was ever written of them, so whatever
folds one to answer a question finds nothing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import islice

from cattrs import unstructure

from games.models import Match, Player, Seat
from games.paging import encoded
from tests.noon import NOON
from tournaments.domain.policies import completed
from tournaments.domain.settings import Settings, StageSettings, complete
from tournaments.formats import FORMATS
from tournaments.models import (
    Entrant,
    Member,
    Pairing,
    Round,
    Seating,
    Stage,
    StandingsEdition,
    StandingsPage,
    Tournament,
)
from tournaments.store.entrant_views import entrant_documents
from tournaments.store.standings_snapshots import LINES_OF_A_PAGE

# What takes the most bytes as JSON.
LONG_NAME = "ø" * 40 + "名" * 34
LONG_CLUB = "名" * 40


@dataclass(frozen=True, slots=True)
class Size:
    """So many entrants and rounds, of so many tables each (or as many as there is room for), of so
    many sides.
    """

    format: str
    entrants: int
    rounds: int
    tables: int
    sides: int = 2


LARGEST = (
    Size("single_elimination", 4096, 1, 2048),
    Size("double_elimination", 1024, 1, 512),
    Size("round_robin", 64, 63, 32),
    Size("swiss", 1000, 2, 500),
    Size("table_swiss", 1000, 1, 250, sides=4),
    Size("heats", 800, 1, 200, sides=4),
    Size("rotating_partners", 400, 5, 100, sides=4),
    Size("arena", 8, 1000, 2),
)


def event_of(size: Size, organiser: Player) -> Tournament:
    """The event as it goes on, its first rounds over and the last one being played."""
    stage = StageSettings(size.format, completed(FORMATS[size.format].options, {}, "options"))
    settings = complete(Settings(size.format, capacity=size.entrants, stages=(stage,)))
    event = Tournament.objects.create(
        slug=f"large-{size.format}".replace("_", "-"),
        name=size.format,
        state=Tournament.State.RUNNING,
        version=100_000,
        organiser=organiser,
        format=size.format,
        ruleset="classic",
        settings=unstructure(settings),
        capacity=size.entrants,
        entered=size.entrants,
        stage=1,
        round=size.rounds,
        created_at=NOON,
        started_at=NOON,
    )
    Stage.objects.create(
        tournament=event, number=1, format=size.format, options=dict(stage.options),
        rounds=None, entrants=size.entrants, changed=event.version, edition=event.version,
    )  # fmt: skip
    entrants = _entered(event, size)
    _played(event, size, entrants)
    _ranked(event, entrants)
    return event


def _entered(event: Tournament, size: Size) -> list[Entrant]:
    players = Player.objects.bulk_create(
        Player(handle=f"{size.format[:12]}-{number:09d}", password="!")
        for number in range(size.entrants)
    )
    entrants = Entrant.objects.bulk_create(
        Entrant(
            tournament=event, number=number, seed=number, name=f"{LONG_NAME}{number:06d}",
            club=LONG_CLUB, state=Entrant.State.ACTIVE,
        )
        for number in range(1, size.entrants + 1)
    )  # fmt: skip
    Member.objects.bulk_create(
        Member(tournament=event, entrant=entrant, player=player, position=0)
        for entrant, player in zip(entrants, players, strict=True)
    )
    return entrants


def _played(event: Tournament, size: Size, entrants: Sequence[Entrant]) -> None:
    matches, pairings = [], []
    for number in range(1, size.rounds + 1):
        over = number < size.rounds
        Round.objects.create(
            tournament=event, stage=1, number=number, expected=size.tables, engine="swiss/2",
            inputs="ab" * 32, state=Round.State.CLOSED if over else Round.State.PUBLISHED,
            starts_at=NOON + timedelta(minutes=number),
        )  # fmt: skip
        for table in range(1, size.tables + 1):
            match = Match(
                ruleset="classic", status=Match.Status.FINISHED if over else Match.Status.PLAYING,
                version=200, turn_seconds=30, scores=[21, 9], created_at=NOON,
            )  # fmt: skip
            matches.append(match)
            pairings.append(
                Pairing(
                    tournament=event, stage=1, round=number, number=table, match_id=match.pk,
                    starts_at=NOON, decided=over, reason="名" * 100 if over else "",
                )
            )  # fmt: skip
    Match.objects.bulk_create(matches)
    Pairing.objects.bulk_create(pairings)
    Seating.objects.bulk_create(_seatings(size, pairings, entrants))
    members = dict(Member.objects.filter(tournament=event).values_list("entrant", "player"))
    Seat.objects.bulk_create(
        Seat(match_id=one.pairing.match_id, number=one.side, player_id=members[one.entrant_id])
        for one in _seatings(size, pairings, entrants)
    )


def _seatings(
    size: Size, pairings: Sequence[Pairing], entrants: Sequence[Entrant]
) -> Iterator[Seating]:
    for at, pairing in enumerate(pairings):
        for side in range(size.sides):
            entrant = entrants[(at * size.sides + side) % size.entrants]
            yield Seating(
                pairing=pairing, entrant=entrant, side=side, position=0,
                **({"place": side + 1, "points": 21, "score": 60, "status": "played"}
                   if pairing.decided else {}),
            )  # fmt: skip


def _ranked(event: Tournament, entrants: Sequence[Entrant]) -> None:
    edition = StandingsEdition.objects.create(
        tournament=event, stage=1, version=event.version, rounds_closed=1, count=len(entrants),
        order=b"".join(one.pk.bytes for one in entrants),
    )  # fmt: skip
    documents = entrant_documents(event.pk)
    lines = iter(
        [
            {
                "position": at, "rank": at, "entrant": documents[one.pk.hex], "score": 600,
                "played": 10, "wins": 5, "ties": 0, "losses": 5, "points_for": 100,
                "points_against": 100, "group": 0, "eliminated_in": None,
                "tie_breaks": [{"key": f"tie_{n}", "value": 100, "unit": 60} for n in range(6)],
            }
            for at, one in enumerate(entrants, 1)
        ]
    )  # fmt: skip
    for number in range(1, -(-len(entrants) // LINES_OF_A_PAGE) + 1):
        page = encoded(list(islice(lines, LINES_OF_A_PAGE))).decode()
        StandingsPage.objects.create(edition=edition, number=number, lines=page)
