"""What is read of a tournament: bracket, standings, tables, facts; and what reading costs."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from games.match import commands
from games.models import Match, Player
from tests.api import code_of, signed_in
from tests.long import SQLITE_FIRST
from tests.noon import NOON, at_noon
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.factories import finish_matches, opened, play_to_the_end, players_of, running
from tournaments.actions import services
from tournaments.models import Pairing
from tournaments.progress import advance
from tournaments.read import queries, summaries
from tournaments.read.tables import tables_now

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]
API = "/api/v1/tournaments/"


def named(side: dict[str, Any]) -> list[str]:
    return [entrant["name"] for entrant in side["entrants"]]


def test_the_rounds_show_who_meets_whom_and_who_is_through(
    olga: Player, people: NewPlayers
) -> None:
    tournament = running(olga, people(3))
    path = f"{API}{tournament.slug}/rounds/"

    (round_,) = APIClient().get(path).json()["results"]
    assert (round_["stage"], round_["round"], round_["name"], round_["state"]) == (
        1,
        1,
        "Semi-finals",
        "running",
    )
    bye, table = round_["pairings"]
    assert (bye["state"], bye["match"], bye["winner"]) == ("bye", None, 0)
    assert [named(side) for side in bye["sides"]] == [["p1"]]
    assert bye["sides"][0]["status"] == "bye_allocated"
    assert (table["state"], table["match"]) == ("waiting", Match.objects.get().pk.hex)

    play_to_the_end(tournament, wins=lambda pairing: 1)

    _, last = APIClient().get(path).json()["results"]
    (final,) = last["pairings"]
    assert (last["name"], last["state"]) == ("Final", "closed")
    assert [named(side) for side in final["sides"]] == [["p1"], ["p3"]]
    assert (final["state"], final["reason"], final["winner"]) == ("finished", "resigned", 1)
    assert [side["place"] for side in final["sides"]] == [2, 1]
    champion = APIClient().get(f"{API}{tournament.slug}/").json()["champion"]
    assert champion["id"] == final["sides"][1]["entrants"][0]["id"]


def test_bracket_and_standings_are_empty_before_the_start(olga: Player, ann: Player) -> None:
    tournament = opened(olga, ann)

    bracket = APIClient().get(f"{API}{tournament.slug}/bracket/").json()
    assert (bracket["version"], bracket["stage"], bracket["rounds"]) == (3, 0, [])
    assert APIClient().get(f"{API}{tournament.slug}/standings/").json() == {
        "version": 3,
        "stage": 0,
        "state": "registration",
        "count": 0,
        "next": None,
        "results": [],
    }


def test_the_standings_follow_the_results(olga: Player, people: NewPlayers) -> None:
    tournament = running(olga, people(4))
    play_to_the_end(tournament)

    standings = APIClient().get(f"{API}{tournament.slug}/standings/").json()

    assert standings["state"] == "completed"
    lines = [
        (line["rank"], line["entrant"]["name"], line["wins"], line["losses"])
        for line in standings["results"]
    ]
    assert lines == [(1, "p1", 2, 0), (2, "p2", 1, 1), (3, "p3", 0, 1), (3, "p4", 0, 1)]
    assert [line["eliminated_in"] for line in standings["results"]] == [None, 2, 1, 1]


def test_the_tables_say_who_sits_where_and_how_it_stands(olga: Player, people: NewPlayers) -> None:
    tournament = running(olga, people(4))
    finish_matches(tournament)
    path = f"{API}{tournament.slug}/matches/"

    first, second = APIClient().get(path).json()["results"]
    assert (first["round"], first["pairing"], first["status"]) == (1, 1, "finished")
    assert [seat["player"]["handle"] for seat in first["seats"]] == ["p1", "p4"]
    assert [seat["seat"] for seat in second["seats"]] == [0, 1]
    match = Match.objects.get(id=first["id"])
    assert first["version"] == match.version
    assert [seat["score"] for seat in first["seats"]] == match.scores

    advance.advance(tournament.pk, at_noon)
    rounds = [table["round"] for table in APIClient().get(path).json()["results"]]
    assert rounds == [2, 1, 1]


def test_the_first_page_of_the_standings_is_one_query_and_says_what_the_long_way_says(
    olga: Player, people: NewPlayers, django_assert_num_queries: Any
) -> None:
    tournament = running(olga, people(4))
    path = f"{API}{tournament.slug}/standings/"
    for _ in range(2):
        long_way = APIClient().get(f"{path}?page=1")
        for name in (tournament.slug, tournament.pk.hex):
            APIClient().get(f"{API}{name}/standings/")
            with django_assert_num_queries(1):
                first = APIClient().get(f"{API}{name}/standings/")
            assert (first.content, first["ETag"]) == (long_way.content, long_way["ETag"])
            assert first["Content-Type"] == long_way["Content-Type"]
        play_to_the_end(tournament)
    assert first.json()["state"] == "completed"


def test_the_first_page_of_the_standings_refuses_a_token_that_is_none(
    olga: Player, people: NewPlayers
) -> None:
    path = f"{API}{running(olga, people(4)).slug}/standings/"

    assert APIClient().get(path).status_code == 200
    assert APIClient().get(path, headers={"Authorization": "Token no"}).status_code == 401


def test_while_a_big_event_goes_on_the_sweep_makes_its_standings(
    olga: Player, people: NewPlayers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advance, "MANY", 3)
    tournament = running(olga, people(4), starts="rounds")
    path = f"{API}{tournament.slug}/standings/"
    advance.advance_all(at_noon)
    before = APIClient().get(path).json()["version"]

    first = Pairing.objects.order_by("number")[0]
    assert first.match_id is not None
    winner, loser = players_of(first)
    for player in (winner, loser):
        commands.cut(first.match_id, player, bytes(16), now=NOON)
    commands.resign(first.match_id, loser, command_id="resign", now=NOON)
    advance.advance(tournament.pk, at_noon)
    assert APIClient().get(path).json()["version"] == before
    assert tournament.pk in advance.due_tournaments(NOON)

    advance.advance_all(at_noon)
    amid = APIClient().get(path).json()
    assert (amid["version"] > before, amid["results"][0]["score"]) == (True, 60)

    play_to_the_end(tournament)
    over = APIClient().get(path).json()
    assert (over["state"], over["version"] > amid["version"]) == ("completed", True)


@pytest.mark.parametrize(
    ("document", "queries"),
    # Of what shows whether a match is being played, the matches that are open are looked at.
    [("standings/", 1), ("ranking/", 2), ("bracket/", 2), ("rounds/", 2), ("matches/", 2)],
)
def test_an_unchanged_document_is_answered_by_304(
    olga: Player, people: NewPlayers, document: str, queries: int, django_assert_num_queries: Any
) -> None:
    tournament = running(olga, people(4))
    path = f"{API}{tournament.slug}/{document}"
    first = APIClient().get(path)
    assert not first["ETag"].startswith("W/")

    with django_assert_num_queries(queries):
        again = APIClient().get(path, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"]

    play_to_the_end(tournament)
    changed = APIClient().get(path, headers={"If-None-Match": first["ETag"]})
    assert changed.status_code == 200
    assert changed["ETag"] != first["ETag"]


def test_the_facts_are_read_after_a_version(olga: Player, ann: Player) -> None:
    tournament = opened(olga, ann)
    path = f"{API}{tournament.slug}/events/"

    everything = APIClient().get(path).json()
    news = APIClient().get(path + "?after=2").json()

    assert everything["version"] == news["version"] == 3
    assert [fact["type"] for fact in everything["results"]] == [
        "tournament_created",
        "registration_opened",
        "entrant_registered",
    ]
    assert news["results"] == everything["results"][2:]
    assert news["results"][0]["at"] == "2026-11-20T12:00:00.000Z"
    assert (
        APIClient().get(path + "?after=1&limit=1").json()["results"] == (everything["results"][1:2])
    )
    for wrong in ("?after=-1", "?after=x", "?limit=0", "?after=99999999999"):
        assert code_of(APIClient().get(path + wrong)) == (400, "invalid")


@pytest.mark.parametrize("document", ["bracket/", "rounds/", "standings/", "matches/", "entrants/"])
def test_a_large_event_takes_as_many_queries_as_a_small_one(olga: Player, document: str) -> None:
    queries_of = {}
    for count in (4, 64):
        tournament = opened(olga, capacity=count, name=f"Of {count}")
        services.enter_bots(tournament, olga, "greedy", count, now=NOON)
        services.start(tournament, olga, now=NOON)
        advance.advance(tournament.pk, at_noon)
        APIClient().get(f"{API}{tournament.slug}/{document}")
        with CaptureQueriesContext(connection) as asked:
            answer = APIClient().get(f"{API}{tournament.slug}/{document}")
        assert answer.status_code == 200
        queries_of[count] = len(asked)

    assert queries_of[4] == queries_of[64] <= 9


def test_the_live_tables_are_those_that_are_playing(olga: Player, people: NewPlayers) -> None:
    tournament = running(olga, people(4))
    first, second = Match.objects.order_by("pairing__number")
    for number in (1, 4):
        commands.cut(first.pk, Player.objects.get(handle=f"p{number}"), bytes(16), now=NOON)

    live = tables_now(tournament, "playing")

    assert [table["id"] for table in live] == [first.pk.hex]
    assert second.status == "waiting"


def test_a_player_finds_their_own_entry(olga: Player, ann: Player) -> None:
    tournament = opened(olga, ann)

    own = queries.entry_of(tournament, ann)
    assert own is not None
    assert (own["number"], own["player"]["handle"]) == (1, "ann")
    assert queries.entry_of(tournament, olga) is None
    signed_in(ann).delete(API + "friday-night/entrants/")
    assert queries.entry_of(tournament, ann) is None


def test_a_list_takes_as_many_queries_however_long(
    olga: Player, people: NewPlayers, django_assert_num_queries: Any
) -> None:
    players = people(2)
    for _ in range(3):
        play_to_the_end(running(olga, players))

    with django_assert_num_queries(4):
        listed = summaries.listing("completed")
    assert [summary["champion"]["player"]["handle"] for summary in listed] == ["p1"] * 3
