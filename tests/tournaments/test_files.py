"""Entrants come in from a CSV file, all or none; standings, pairings and entrants go out as one."""

import csv
import io

import pytest
from django.test import Client
from rest_framework.response import Response

from games.models import Event, Player
from tests.api import code_of, signed_in
from tests.long import SQLITE_FIRST
from tests.noon import NOON
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.factories import opened, play_to_the_end
from tournaments.actions import services
from tournaments.models import Entrant, Tournament

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]
API = "/api/v1/tournaments/"


def sent(by: Player, tournament: Tournament, text: str | bytes) -> Response:
    address = f"{API}{tournament.slug}/entrants/"
    return signed_in(by).post(address, text, content_type="text/csv")


def refused_rows(answer: Response) -> list[str]:
    assert code_of(answer) == (409, "bad_csv")
    found = answer.json()["params"]["rows"]
    assert isinstance(found, list)
    return found


def read(tournament: Tournament, file: str) -> list[dict[str, str]]:
    answer = Client().get(f"{API}{tournament.slug}/{file}.csv")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    text = b"".join(answer.streaming_content).decode()  # type: ignore[attr-defined]
    return list(csv.DictReader(io.StringIO(text)))


def test_everybody_in_the_file_enters(olga: Player, people: NewPlayers) -> None:
    people(3)
    tournament = opened(olga)

    answer = sent(olga, tournament, 'handle,name,club\np1,,North\nP2,"Aces, two",\np3,,\n')

    assert answer.status_code == 201
    entered = answer.json()["results"]
    assert [one["name"] for one in entered] == ["p1", "Aces, two", "p3"]
    assert [one["club"] for one in entered] == ["North", "", ""]


def test_pairs_enter_with_their_partners(olga: Player, people: NewPlayers) -> None:
    people(4)
    tournament = opened(olga, team=2)

    answer = sent(olga, tournament, "handle,partner\np1,p2\np3,p4\n")

    assert [one["name"] for one in answer.json()["results"]] == ["p1 & p2", "p3 & p4"]


def test_one_wrong_row_and_nobody_enters(olga: Player, people: NewPlayers) -> None:
    p1, *_ = people(3)
    tournament = opened(olga, p1)
    facts = Event.objects.count()

    answer = sent(olga, tournament, f"handle,name\np2,\nnobody,\np2,\np1,\np3,{'x' * 81}\n")

    assert refused_rows(answer) == [
        "row 3: nobody has the handle nobody",
        "row 4: p2 stands in row 2 too",
        "row 5: p1 has entered already",
        "row 6, name: it takes 1 to 80 characters.",
    ]
    assert Event.objects.count() == facts


def test_a_partner_is_another_player_and_stands_where_pairs_play(
    olga: Player, people: NewPlayers
) -> None:
    people(2)
    pairs, singles = opened(olga, team=2), opened(olga)

    assert refused_rows(sent(olga, pairs, "handle,partner\np1,P1\n")) == [
        "row 2: P1 stands in row 2 too"
    ]
    assert refused_rows(sent(olga, pairs, "handle\np1\n")) == [
        "row 2, members: an entrant has 2 of them here."
    ]
    assert refused_rows(sent(olga, singles, "handle,partner\np1,p2\n")) == [
        "row 2, members: an entrant has 1 of them here."
    ]


def test_nobody_enters_when_the_places_are_too_few(olga: Player, people: NewPlayers) -> None:
    p1, *_ = people(4)
    tournament = opened(olga, p1, capacity=3)

    answer = sent(olga, tournament, "handle\np2\np3\np4\n")

    assert refused_rows(answer) == ["row 4: no place is free for it"]
    assert Entrant.objects.filter(tournament=tournament).count() == 1


def test_only_who_runs_the_event_enters_others(olga: Player, people: NewPlayers) -> None:
    p1, *_ = people(2)
    tournament = opened(olga)

    assert code_of(sent(p1, tournament, "handle\np2\n")) == (403, "not_organiser")


def test_ten_megabytes_and_what_is_no_text_are_refused(olga: Player) -> None:
    tournament = opened(olga)

    assert code_of(sent(olga, tournament, b"x" * 10_000_000)) == (413, "body_too_large")
    assert code_of(sent(olga, tournament, b"handle\n\xff\xfe\n")) == (400, "malformed_csv")


def test_a_played_event_is_read_as_files(olga: Player, people: NewPlayers) -> None:
    players = people(4)
    tournament = opened(olga, *players)
    services.start(tournament, olga, now=NOON)
    play_to_the_end(tournament)

    standings = read(tournament, "standings")
    assert [line["rank"] for line in standings] == ["1", "2", "3", "3"]
    assert {line["members"] for line in standings} == {"p1", "p2", "p3", "p4"}
    assert [line["wins"] for line in standings][:2] == ["2", "1"]
    pairings = read(tournament, "pairings")
    assert [line["table"] for line in pairings] == ["1", "1", "2", "2", "1", "1"]
    assert [line["place"] for line in pairings] == ["1", "2"] * 3
    assert [line["handle"] for line in read(tournament, "entrants")] == ["p1", "p2", "p3", "p4"]


def test_what_a_spreadsheet_would_reckon_stays_a_text(olga: Player, people: NewPlayers) -> None:
    p1, p2 = people(2)
    tournament = opened(olga)
    services.enter(tournament, p1, name="=1+1", club="@home", now=NOON)
    services.enter(tournament, p2, name='"quoted", twice', now=NOON)

    first, second = read(tournament, "entrants")

    assert (first["name"], first["club"]) == ("'=1+1", "'@home")
    assert second["name"] == '"quoted", twice'


def test_formats_policies_and_settings_are_listed_with_their_defaults() -> None:
    formats = Client().get("/api/v1/formats/").json()["results"]
    swiss = next(one for one in formats if one["key"] == "swiss")
    rounds = next(one for one in swiss["options"] if one["name"] == "rounds")
    assert (rounds["kind"], rounds["default"], rounds["least"]) == ("whole", None, 1)
    assert {one["key"] for one in formats} >= {"heats", "arena", "round_robin"}
    policies = Client().get("/api/v1/policies/").json()["results"]
    assert {"name": "seeding", "default": "entry"}.items() <= policies[0].items()
    settings = {one["name"]: one for one in Client().get("/api/v1/settings/").json()["results"]}
    assert settings["capacity"]["most"] == 16_384
