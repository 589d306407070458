"""Ratings over REST: leaderboards, histories, and what reading them costs."""

from typing import Any
from uuid import UUID

import pytest
from rest_framework.test import APIClient

from games.models import Player
from tests.api import code_of
from tests.noon import NOON
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.ladders import match_id, recorded, result
from tournaments.ladders.ladder import LADDERS
from tournaments.models.ratings import Ladder, RatedMatch, Rating, ladder_id
from tournaments.ratings import queries
from tournaments.ratings.services import rate

pytestmark = [pytest.mark.store, pytest.mark.django_db]
API = "/api/v1/"


def get(path: str, **headers: Any) -> Any:
    return APIClient().get(API + path, headers=headers)


def test_all_ladders_are_named_before_anybody_has_played(people: NewPlayers) -> None:
    empty = get("ratings/").json()
    assert empty == {
        "results": [{"ladder": key, "players": 0, "version": 0} for key in LADDERS],
        "next": None,
    }
    assert get("ratings/table/").json() == {
        "ladder": "table",
        "version": 0,
        "results": [],
        "next": None,
    }
    rate([result(recorded(), "m", *people(2))], NOON)
    assert get("ratings/").json()["results"][0] == {"ladder": "duel", "players": 2, "version": 2}


def test_the_leaderboard_shows_everybody_with_their_rating(people: NewPlayers) -> None:
    ann, bob = people(2)
    rate([result(recorded(), "m", ann, bob)], NOON)
    first, second = get("ratings/duel/").json()["results"]
    assert first == {
        "rank": None,
        "player": {"id": ann.pk.hex, "handle": "p1", "kind": "person", "bot": None},
        "rating": 1583,
        "deviation": 328,
        "provisional": True,
        "matches": 1,
    }
    assert second["player"]["handle"] == "p2"


def on_the_ladder(players: list[Player], *ratings: tuple[float, bool]) -> None:
    ladder, _ = Ladder.objects.get_or_create(id=ladder_id("duel"), key="duel", version=9)
    Rating.objects.bulk_create(
        Rating(
            ladder=ladder,
            player=player,
            mu=mu,
            sigma=7 if provisional else 3,
            provisional=provisional,
            matches=50,
        )
        for player, (mu, provisional) in zip(players, ratings, strict=True)
    )


def test_settled_ratings_are_ranked_and_provisional_ones_follow_without_a_rank(
    people: NewPlayers,
) -> None:
    settled, new = False, True
    on_the_ladder(
        people(6), (30, settled), (40, new), (28, settled), (30, settled), (32, settled), (27, new)
    )
    lines = get("ratings/duel/").json()["results"]
    assert [(line["rank"], line["player"]["handle"]) for line in lines] == [
        (1, "p5"),
        (2, "p1"),
        (2, "p4"),
        (4, "p3"),
        (None, "p2"),
        (None, "p6"),
    ]


def test_a_long_leaderboard_comes_page_by_page_with_ranks_that_go_on(people: NewPlayers) -> None:
    players = people(120)
    on_the_ladder(players, *[(40 - n // 2 / 10, False) for n in range(120)])
    found, address = [], "ratings/duel/"
    while address:
        page = get(address).json()
        assert len(page["results"]) <= 50
        found += page["results"]
        address = page["next"] and page["next"].partition(API)[2]
    assert {line["player"]["handle"] for line in found} == {player.handle for player in players}
    assert [line["rank"] for line in found] == [1 + n // 2 * 2 for n in range(120)]


def test_an_unchanged_leaderboard_is_answered_by_304(
    people: NewPlayers, django_assert_num_queries: Any
) -> None:
    ann, bob = people(2)
    tournament = recorded()
    rate([result(tournament, "m1", ann, bob)], NOON)
    first = get("ratings/duel/")
    with django_assert_num_queries(1):
        again = get("ratings/duel/", **{"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    rate([result(tournament, "m2", ann, bob, revision=2)], NOON)
    changed = get("ratings/duel/", **{"If-None-Match": first["ETag"]})
    assert changed.status_code == 200
    assert changed["ETag"] != first["ETag"]


def test_a_player_sees_how_a_rating_came_about(people: NewPlayers) -> None:
    ann, bob, cem = people(3)
    tournament = recorded()
    rate(
        [
            result(tournament, "m1", ann, bob),
            result(tournament, "m2", bob, ann, revision=2),
            result(tournament, "m3", cem, bob, ann, revision=3),
        ],
        NOON,
    )
    found = get("players/P1/ratings/").json()
    assert found["player"]["handle"] == "p1"
    duel, table = found["results"]
    assert (duel["ladder"], duel["matches"], table["ladder"]) == ("duel", 2, "table")
    first, second = duel["history"]
    assert first == {
        "version": 2,
        "match": match_id("m1").hex,
        "tournament": tournament.hex,
        "teams": [[ann.pk.hex], [bob.pk.hex]],
        "place": 1,
        "before": 1500,
        "after": 1583,
        "at": "2026-11-20T12:00:00.000Z",
    }
    assert (second["place"], second["before"], second["after"]) == (2, 1583, duel["rating"])
    assert table["history"][0]["place"] == 3


def test_a_match_that_is_just_being_taken_out_of_a_ladder_is_in_nobodys_history(
    people: NewPlayers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The changes and their matches are read one after the other, and a correction fits between."""
    ann, bob = people(2)
    tournament = recorded()
    rate([result(tournament, "m1", ann, bob), result(tournament, "m2", bob, ann)], NOON)
    read = queries._matches

    def after_a_correction(ladder: UUID, versions: list[int]) -> dict[int, RatedMatch]:
        RatedMatch.objects.filter(match=match_id("m1")).update(places=None)
        return read(ladder, versions)

    monkeypatch.setattr(queries, "_matches", after_a_correction)
    (duel,) = get("players/p1/ratings/").json()["results"]
    assert [change["match"] for change in duel["history"]] == [match_id("m2").hex]


def test_a_history_is_bounded_and_may_be_that_of_one_ladder(people: NewPlayers) -> None:
    ann, bob = people(2)
    tournament = recorded()
    rate([result(tournament, f"m{n}", ann, bob, revision=n) for n in range(1, 9)], NOON)
    (duel,) = get("players/p1/ratings/?limit=3").json()["results"]
    assert [change["version"] for change in duel["history"]] == [7, 8, 9]
    assert get("players/p1/ratings/?ladder=table").json()["results"] == []
    (duel,) = get("players/p1/ratings/?ladder=duel&limit=0").json()["results"]
    assert duel["history"] == []


def test_reading_costs_the_same_however_many_there_are(
    people: NewPlayers, django_assert_num_queries: Any
) -> None:
    players = people(60)
    tournament = recorded(60)
    for first, last in ((0, 40), (40, 60)):
        rate(
            [
                result(tournament, f"m{n}", players[0], players[n], revision=n + 1)
                for n in range(first or 1, last)
            ],
            NOON,
        )
        with django_assert_num_queries(1):
            get("ratings/")
        with django_assert_num_queries(3):
            get("ratings/duel/")
        with django_assert_num_queries(5):
            get("players/p1/ratings/")


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("ratings/chess/", 404, "unknown_ladder"),
        ("ratings/duel%00/", 404, "unknown_ladder"),
        ("ratings/duel/?page=0", 400, "invalid"),
        ("ratings/duel/?page=99999999999999999999", 400, "invalid"),
        ("ratings/duel/?page=x", 400, "invalid"),
        ("players/nobody/ratings/", 404, "unknown_player"),
        ("players/no%00body/ratings/", 404, "unknown_player"),
        (f"players/{'x' * 300}/ratings/", 404, "unknown_player"),
        ("players/p1/ratings/?ladder=chess", 400, "invalid"),
        ("players/p1/ratings/?limit=501", 400, "invalid"),
        ("players/p1/ratings/?limit=-1", 400, "invalid"),
    ],
)
def test_what_is_not_there_is_refused(
    people: NewPlayers, path: str, status: int, code: str
) -> None:
    people(1)
    assert code_of(get(path)) == (status, code)


def test_ratings_are_only_read(people: NewPlayers) -> None:
    (ann,) = people(1)
    client = APIClient()
    client.force_authenticate(ann)
    for path in ("ratings/", "ratings/duel/", "players/p1/ratings/"):
        assert code_of(client.post(API + path)) == (405, "method_not_allowed")
