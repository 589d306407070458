"""A format is one file: a toy that nothing else knows runs an event from settings to champion."""

import csv
import io
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from rest_framework.test import APIClient

from games.models import Player
from tests.api import code_of, signed_in
from tests.long import SQLITE_FIRST
from tests.noon import at_noon
from tests.replaying import replay
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.consoles import Console, browser, text_of
from tests.tournaments.factories import facts_of, finish_bot_matches, finish_matches
from tests.tournaments.toy_format import LADDER, Ladder
from tournaments.formats import FORMATS, registered
from tournaments.models import Entrant, Pairing, Tournament
from tournaments.progress import advance

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]
API = "/api/v1/tournaments/"
NEW = "/tournaments/new/"
WISH = {
    "name": "Up the ladder",
    "capacity": 5,
    "stages": [{"format": "ladder", "options": {"challenges": 3}}],
}
PAGES = (
    "", "rounds/", "rounds/?by=name", "standings/", "schedule/", "entrants/", "crosstable/",
    "bracket/", "embed/", "embed/?view=round", "screen/",
)  # fmt: skip


@pytest.fixture(autouse=True)
def ladder() -> Iterator[None]:
    with registered(LADDER):
        yield


def post(client: APIClient, rest: str = "", **body: Any) -> Any:
    answer = client.post(API + rest, body, format="json")
    assert answer.status_code < 300, answer.json()
    return answer.json()


def read(tournament: Tournament, rest: str) -> Any:
    answer = APIClient().get(f"{API}{tournament.slug}/{rest}")
    assert answer.status_code == 200, rest
    return answer.json()


def page(tournament: Tournament, rest: str = "") -> str:
    answer = Client().get(f"/tournaments/{tournament.slug}/{rest}")
    assert answer.status_code == 200, rest
    return text_of(answer)


def file(tournament: Tournament, name: str) -> list[dict[str, str]]:
    answer = Client().get(f"{API}{tournament.slug}/{name}.csv")
    assert answer.status_code == 200
    text = b"".join(answer.streaming_content).decode()  # type: ignore[attr-defined]
    return list(csv.DictReader(io.StringIO(text)))


def lower_wins(pairing: Pairing) -> int:
    return 1


def play_round(tournament: Tournament) -> None:
    """Whoever stands lower wins, and the next round is paired."""
    finish_matches(tournament, lower_wins)
    advance.advance(tournament.pk, at_noon)
    tournament.refresh_from_db()


@pytest.fixture
def started(olga: Player, people: NewPlayers) -> Tournament:
    """Over REST: made, opened, entered by five people, started and paired."""
    organiser = signed_in(olga)
    made = post(organiser, **WISH)
    one = made["id"] + "/"
    post(organiser, one + "open/")
    for person in people(5):
        post(signed_in(person), one + "entrants/")
    post(organiser, one + "start/")
    advance.advance(UUID(made["id"]), at_noon)
    return Tournament.objects.get(pk=made["id"])


def order_of(tournament: Tournament) -> list[str]:
    results = read(tournament, "standings/")["results"]
    return [line["entrant"]["name"] for line in results]


def test_a_toy_is_played_over_rest_from_its_settings_to_its_champion(started: Tournament) -> None:
    assert read(started, "")["stages"][0] == {
        "number": 1, "name": "", "format": "ladder", "options": {"challenges": 3}, "advance": 0,
        "watching": "",
    }  # fmt: skip
    assert read(started, "stages/")["results"][0]["rounds"] == 3
    assert order_of(started) == ["p1", "p2", "p3", "p4", "p5"]

    play_round(started)
    assert order_of(started) == ["p2", "p1", "p4", "p3", "p5"]
    play_round(started)
    assert order_of(started) == ["p2", "p4", "p1", "p5", "p3"]
    play_round(started)

    document = read(started, "")
    assert (document["state"], document["champion"]["name"]) == ("completed", "p4")
    assert order_of(started) == ["p4", "p2", "p5", "p1", "p3"]
    assert facts_of(started)[-2:] == ["stage_completed", "tournament_completed"]
    ranked = [line["entrant"]["id"] for line in read(started, "standings/")["results"]]
    assert [one.pk.hex for one in Entrant.objects.order_by("place")] == ranked


def test_what_a_toy_says_of_its_rounds_is_said_over_rest(started: Tournament) -> None:
    play_round(started)

    first, second = read(started, "rounds/")["results"]
    assert [first["name"], second["name"]] == ["Challenges, round 1", "Challenges, round 2"]
    said = [why["text"] for pairing in first["pairings"] for why in pairing["why"]]
    assert said == [
        "p2 climbs if it beats p1.",
        "p4 climbs if it beats p3.",
        "Has nobody beside it in this round.",
    ]
    assert [len(one["pairings"]) for one in read(started, "bracket/")["rounds"]] == [3, 3]
    line = read(started, "standings/")["results"][0]
    assert line["tie_breaks"] == [{"key": "rung", "value": 4, "unit": 1}]
    explained = read(started, f"standings/{line['entrant']['id']}/")
    assert [one["method"] for one in explained["tie_breaks"]] == ["value"]


def test_every_page_of_a_toy_shows_at_every_point_of_its_life(
    olga: Player, started: Tournament
) -> None:
    console = Console(olga, started)
    while started.state == Tournament.State.RUNNING:
        for rest in PAGES:
            page(started, rest)
        for rest in ("", "entrants/", "rounds/", "settings/", "record/"):
            console.see(rest)
        assert f"Challenges, round {started.round}" in page(started, "rounds/")
        assert f"Challenges, round {started.round}" in console.see("rounds/")
        play_round(started)

    assert "Ladder" in page(started)
    assert "Champion" in page(started)
    assert "p4" in page(started, "embed/?view=standings")
    for rest in PAGES:
        page(started, rest)
    champion = started.champion
    assert champion is not None
    assert "How high on the ladder." in page(started, f"standings/{champion.pk.hex}/")
    assert file(started, "standings")[0]["entrant"] == "p4"
    assert len(file(started, "pairings")) == 3 * 5
    assert len(file(started, "entrants")) == 5


def test_a_toy_can_be_chosen_in_the_form_and_is_played_by_bots(olga: Player) -> None:
    chosen = {"name": "Of bots", "ruleset": "classic", "capacity": "4", "bot_pace_ms": "0"}
    chosen |= {"stages-0-format": "ladder", "overrides-first_to": "5"}
    assert '<option value="ladder">Ladder</option>' in browser(olga).get(NEW).content.decode()
    shown = browser(olga).post(NEW, chosen | {"reshape": "1"})
    assert 'name="stages-0-ladder-challenges"' in shown.content.decode()
    assert "How often neighbours meet." in text_of(shown)

    option = {"stages-0-shown": "ladder", "stages-0-ladder-challenges": "2"}
    made = browser(olga).post(NEW, chosen | option)
    assert made.status_code == 302, text_of(made)
    tournament = Tournament.objects.get(slug=made["Location"].split("/")[2])
    console = Console(olga, tournament)
    console.press("do/open_registration/")
    console.press("bots/", bot="random", count=4)
    console.press("start/")
    for _ in range(2):
        advance.advance(tournament.pk, at_noon)
        finish_bot_matches()
    advance.advance(tournament.pk, at_noon)

    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.COMPLETED
    assert tournament.champion is not None
    assert ": as they should be" in replay("--check")[1]


def test_scripts_find_a_toy_among_the_formats_and_in_the_schema(olga: Player) -> None:
    listed = APIClient().get("/api/v1/formats/").json()["results"]
    toy = next(one for one in listed if one["key"] == "ladder")
    assert (toy["name"], toy["table_sizes"], toy["as_ready"]) == ("Ladder", [2], False)
    assert [option["name"] for option in toy["options"]] == ["challenges"]
    schema = APIClient().get("/api/v1/schema/?format=json").json()
    assert "ladder" in schema["components"]["schemas"]["FormatEnum"]["enum"]


def test_an_option_of_a_toy_is_checked_like_any_other(olga: Player) -> None:
    stages = [{"format": "ladder", "options": {"challenges": 51}}]
    answer = signed_in(olga).post(API, WISH | {"stages": stages}, format="json")
    assert code_of(answer) == (409, "bad_field")
    assert answer.json()["params"]["field"] == "stages.0.options.challenges"


def test_a_format_is_taken_while_it_is_registered_and_refused_afterwards(olga: Player) -> None:
    class Snakes(Ladder):
        key = "snakes"

    stages = [{"format": "snakes"}]
    with registered(Snakes()):
        post(signed_in(olga), **WISH | {"stages": stages})
    answer = signed_in(olga).post(API, WISH | {"stages": stages}, format="json")
    assert code_of(answer) == (409, "bad_field")
    assert answer.json()["params"]["field"] == "stages.0.format"


def test_a_registration_in_the_place_of_another_ends_with_its_block() -> None:
    class Quick(Ladder):
        key = "swiss"

    swiss, keys = FORMATS["swiss"], list(FORMATS)
    with registered(Quick()):
        assert isinstance(FORMATS["swiss"], Quick)
    assert FORMATS["swiss"] is swiss
    assert list(FORMATS) == keys
