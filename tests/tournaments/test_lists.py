"""Lists filter, search and go on: tournaments, players, what somebody played; and crosstables."""

from typing import Any
from uuid import UUID

import pytest
from rest_framework.test import APIClient

from games.casual import tables
from games.casual.wishes import wish_in
from games.match import commands
from games.models import Match, Player
from tests.api import code_of, signed_in
from tests.long import SQLITE_FIRST
from tests.noon import NOON, at_noon
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.factories import (
    finish_matches,
    made,
    opened,
    play_to_the_end,
    players_of,
    running,
)
from tournaments.domain.settings import StageSettings
from tournaments.models import Entrant, Pairing, Tournament
from tournaments.progress import advance

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]
API = "/api/v1/"


def names(query: str) -> list[str]:
    answer = APIClient().get(f"{API}tournaments/{query}")
    assert answer.status_code == 200, answer.content
    return [one["name"] for one in answer.json()["results"]]


def all_of(address: str, client: APIClient | None = None) -> list[Any]:
    found, following = [], address
    while following:
        page = (client or APIClient()).get(following).json()
        found += page["results"]
        following = page["next"]
    return found


def test_tournaments_are_found_by_format_organiser_text_and_date(olga: Player, ann: Player) -> None:
    made(olga, name="Winter Swiss", stages=(StageSettings("swiss"),))
    made(ann, name="Spring cup")

    assert names("") == ["Spring cup", "Winter Swiss"]
    assert names("?format=swiss") == ["Winter Swiss"]
    assert names("?organiser=ANN") == ["Spring cup"]
    assert names("?q=winter") == names("?q=OLG") == ["Winter Swiss"]
    assert names("?since=2026-11-21T00:00:00Z") == []
    assert names("?state=draft&q=cup&organiser=ann") == ["Spring cup"]
    assert names("?q=%25") == []


def test_of_each_result_only_the_fields_that_are_asked_for_are_answered(olga: Player) -> None:
    made(olga)
    path = f"{API}tournaments/?fields="
    assert APIClient().get(path + "name,state").json()["results"] == [
        {"name": "Friday night", "state": "draft"}
    ]
    refused = APIClient().get(path + "name,nonsense")
    assert code_of(refused) == (400, "invalid")
    assert "nonsense" in refused.json()["params"]["fields"]["fields"][0]


def test_what_is_added_while_somebody_turns_pages_moves_nothing(olga: Player) -> None:
    for number in range(4):
        made(olga, name=f"T{number}")
    first = APIClient().get(f"{API}tournaments/?limit=2").json()
    made(olga, name="T4")
    second = APIClient().get(first["next"]).json()
    shown = [one["name"] for one in first["results"] + second["results"]]
    assert shown == ["T3", "T2", "T1", "T0"]


def test_players_are_found_by_how_their_handles_begin(olga: Player, people: NewPlayers) -> None:
    people(5)
    found = all_of(f"{API}players/?q=P&limit=2")
    assert [one["handle"] for one in found] == ["p1", "p2", "p3", "p4", "p5"]
    assert [one["handle"] for one in all_of(f"{API}players/?q=olg")] == ["olga"]
    assert all_of(f"{API}players/?kind=guest") == []
    assert APIClient().get(f"{API}players/OLGA/").json()["handle"] == "olga"
    assert code_of(APIClient().get(f"{API}players/nobody/")) == (404, "unknown_player")


def test_a_player_has_matches_events_and_titles(olga: Player, people: NewPlayers) -> None:
    players = people(4)
    event = running(olga, players)
    play_to_the_end(event)
    tables.create(players[0], wish_in({"opponents": ["greedy"]}), NOON)

    matches = all_of(f"{API}players/p1/matches/?limit=1")
    assert [one["tournament"] and one["round"] for one in matches] == [None, 2, 1]
    assert matches[1]["tournament"]["slug"] == event.slug
    assert matches[1]["winner"] == 0
    assert {seat["player"]["handle"] for seat in matches[1]["seats"]} == {"p1", "p2"}
    over = all_of(f"{API}players/p1/matches/?status=finished")
    assert over == matches[1:]
    assert all_of(f"{API}me/matches/", signed_in(players[0])) == matches

    (entered,) = all_of(f"{API}players/p2/events/")
    assert (entered["tournament"]["state"], entered["place"]) == ("completed", 2)
    assert all_of(f"{API}me/events/?state=running", signed_in(players[1])) == []
    (title,) = all_of(f"{API}players/p1/titles/")
    assert (title["tournament"]["slug"], title["shared"]) == (event.slug, False)
    assert all_of(f"{API}players/p2/titles/") == []
    for own in ("me/matches/", "me/events/"):
        assert APIClient().get(API + own).status_code == 401

    Tournament.objects.filter(pk=event.pk).update(hidden=True)
    assert len(all_of(f"{API}players/p1/matches/")) == 1
    assert all_of(f"{API}players/p1/events/") == all_of(f"{API}players/p1/titles/") == []


def test_a_hidden_event_has_no_standings_either(olga: Player, people: NewPlayers) -> None:
    event = running(olga, people(4))
    Tournament.objects.filter(pk=event.pk).update(hidden=True)
    for part in ("standings/", "ranking/", "rounds/", "matches/", "bracket/", "events/"):
        address = f"{API}tournaments/{event.slug}/{part}"
        assert code_of(APIClient().get(address)) == (404, "tournament_hidden")


@pytest.mark.parametrize("format_", ["swiss", "round_robin"])
def test_the_crosstable_says_who_met_whom_with_what_result(
    olga: Player, people: NewPlayers, format_: str
) -> None:
    event = running(olga, people(4), stages=(StageSettings(format_),))
    play_to_the_end(event)
    rows = all_of(f"{API}tournaments/{event.slug}/crosstable/?limit=3")
    assert [row["position"] for row in rows] == [1, 2, 3, 4]
    for row in rows:
        for at, cell in enumerate(row["cells"]):
            (opponent,) = cell["opponents"]
            other = rows[opponent - 1]["cells"][at]
            assert other["opponents"] == [row["position"]]
            assert {cell["text"], other["text"]} == {"1", "0"}


def test_a_bracket_has_no_crosstable(olga: Player, people: NewPlayers) -> None:
    event = running(olga, people(4))
    address = f"{API}tournaments/{event.slug}/crosstable/"
    assert code_of(APIClient().get(address)) == (404, "no_crosstable")


def test_rounds_and_tables_are_those_of_an_entrant_a_round_or_since_a_version(
    olga: Player, people: NewPlayers
) -> None:
    event = running(olga, people(8), stages=(StageSettings("swiss", {"rounds": 3}),))
    finish_matches(event)
    advance.advance(event.pk, at_noon)
    entrant = Entrant.objects.filter(tournament=event)[0]
    address = f"{API}tournaments/{event.slug}/"

    own = all_of(f"{address}rounds/?entrant={entrant.pk.hex}")
    assert [len(one["pairings"]) for one in own] == [1, 1]
    (second,) = all_of(f"{address}rounds/?round=2")
    assert (second["round"], len(second["pairings"])) == (2, 4)
    assert len(all_of(f"{address}matches/?entrant={entrant.pk.hex}")) == 2
    assert len(all_of(f"{address}matches/?round=2&status=waiting")) == 4
    assert code_of(APIClient().get(f"{address}rounds/?entrant=nobody")) == (404, "unknown_entrant")

    before = APIClient().get(f"{address}rounds/").json()["version"]
    assert all_of(f"{address}rounds/?since={before}") == []
    table = Pairing.objects.filter(tournament=event, round=2).order_by("number")[0]
    finish_matches_of(table)
    advance.advance(event.pk, at_noon)
    (changed,) = all_of(f"{address}rounds/?since={before}")
    assert [one["pairing"] for one in changed["pairings"]] == [1]


def finish_matches_of(table: Pairing) -> None:
    assert table.match_id is not None
    for player in players_of(table):
        commands.cut(table.match_id, player, bytes(16), now=NOON)
    commands.resign(table.match_id, players_of(table)[1], command_id="resign", now=NOON)


def test_an_etag_changes_as_soon_as_a_match_is_being_played(
    olga: Player, people: NewPlayers
) -> None:
    """No fact of the event says so."""
    event = running(olga, people(2))
    address = f"{API}tournaments/{event.slug}/"
    parts = ("rounds/", "matches/", "bracket/")
    before = {part: APIClient().get(address + part)["ETag"] for part in parts}
    pairing = Pairing.objects.get(tournament=event)
    version = Tournament.objects.get(pk=event.pk).version
    assert pairing.match_id is not None
    for player in players_of(pairing):
        commands.cut(pairing.match_id, player, bytes(16), now=NOON)
    assert Tournament.objects.get(pk=event.pk).version == version
    for part in parts:
        answer = APIClient().get(address + part, headers={"If-None-Match": before[part]})
        assert answer.status_code == 200


def test_a_table_is_listed_as_soon_as_its_match_is_there_and_not_before(
    olga: Player, people: NewPlayers
) -> None:
    """No fact of the event says when that comes, a moment after the pairing."""
    event = running(olga, people(2))
    address = f"{API}tournaments/{event.slug}/matches/"
    there = Pairing.objects.get(tournament=event).match_id
    Pairing.objects.filter(tournament=event).update(match_id=UUID(int=5))
    assert all_of(address) == []

    match = Match.objects.get(pk=there)
    match.pk = UUID(int=5)
    match.save(force_insert=True)
    (table,) = all_of(address)
    assert table["version"] > 0


def test_tables_that_are_played_at_are_those_of_now(olga: Player, people: NewPlayers) -> None:
    event = running(olga, people(2))
    address = f"{API}tournaments/{event.slug}/matches/?status=playing"
    assert all_of(address) == []
    pairing = Pairing.objects.get(tournament=event)
    assert pairing.match_id is not None
    for player in players_of(pairing):
        commands.cut(pairing.match_id, player, bytes(16), now=NOON)
    (table,) = all_of(address)
    assert table["status"] == "playing"


def test_the_index_leads_to_everything_that_needs_no_name(olga: Player) -> None:
    links = APIClient().get(API).json()["links"]
    assert {"tournaments", "players", "ratings", "schema", "me/matches"} <= set(links)
    assert links["tournaments"].endswith("/api/v1/tournaments/")
    # There is no arena before there are bots; streams go on, which only the product's server does.
    answers = {"arena": 404, "me/stream": 421}
    for name, address in links.items():
        assert signed_in(olga).get(address).status_code == answers.get(name, 200), name


def test_entrants_are_found_by_state_and_text(olga: Player, people: NewPlayers) -> None:
    event = opened(olga, *people(12))
    address = f"{API}tournaments/{event.slug}/entrants/"
    assert len(APIClient().get(f"{address}?q=P1").json()["results"]) == 4
    assert APIClient().get(f"{address}?state=withdrawn").json()["results"] == []
    page = APIClient().get(f"{address}?limit=5&fields=number")
    assert page.json() == {"results": [{"number": n} for n in range(1, 6)], "next": 5}
    assert "after=5&" in page["Link"]
