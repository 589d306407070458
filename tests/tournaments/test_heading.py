"""What the head of an event and lists of events say: its round by name, and who has won."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from games.models import Player
from tests.long import SQLITE_FIRST
from tests.noon import at_noon
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.consoles import browser, text_of
from tests.tournaments.factories import finish_matches, running
from tests.tournaments.test_numbers_of_queries import queries_of
from tournaments.domain.settings import StageSettings
from tournaments.models import Entrant, Tournament
from tournaments.progress import advance
from tournaments.text.few import few_of

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]
ONE_ROUND = (StageSettings("swiss", {"rounds": 1, "tie_breaks": ["wins"]}),)


def told(tournament: Tournament) -> dict[str, Any]:
    found: dict[str, Any] = APIClient().get(f"/api/v1/tournaments/{tournament.pk.hex}/").json()
    return found


def play_a_round(tournament: Tournament) -> None:
    finish_matches(tournament)
    advance.advance(tournament.pk, at_noon)
    tournament.refresh_from_db()


def test_an_event_says_the_name_of_its_round(olga: Player, people: NewPlayers) -> None:
    tournament = running(olga, people(8))
    for name in ("Quarter-finals", "Semi-finals", "Final"):
        assert told(tournament)["round_name"] == name
        for page in ("/tournaments/", f"/tournaments/{tournament.slug}/"):
            assert f"being played: {name}" in text_of(browser(olga).get(page))
        play_a_round(tournament)


def test_a_play_off_that_no_settings_know_has_its_name(olga: Player, people: NewPlayers) -> None:
    tournament = running(olga, people(4), stages=ONE_ROUND, policies={"first_place": "play_off"})
    assert told(tournament)["round_name"] == "Round 1"

    play_a_round(tournament)

    assert (told(tournament)["stage"], told(tournament)["round_name"]) == (2, "Final")


def test_an_event_without_a_round_has_no_name_of_one(olga: Player, people: NewPlayers) -> None:
    tournament = running(olga, people(4))
    Tournament.objects.update(round=0)

    assert told(tournament)["round_name"] is None


def test_a_list_of_many_events_asks_no_more_than_one_of_few(
    olga: Player, people: NewPlayers
) -> None:
    players = people(2)
    running(olga, players)
    client = APIClient()
    few = queries_of(lambda: client.get("/api/v1/tournaments/"))
    for _ in range(4):
        running(olga, players)

    assert queries_of(lambda: client.get("/api/v1/tournaments/")) == few


def test_of_many_who_share_the_title_the_first_are_named_with_how_many_there_are(
    olga: Player, people: NewPlayers
) -> None:
    tournament = running(
        olga, people(44), stages=ONE_ROUND, capacity=44, policies={"first_place": "shared"}
    )
    play_a_round(tournament)

    found = told(tournament)
    numbers = [one["number"] for one in found["champions"]]
    assert (found["decided"], len(numbers), found["champions_count"]) == ("shared", 20, 22)
    assert numbers == sorted(Entrant.objects.filter(place=1).values_list("number", flat=True))[:20]
    first = ", ".join(one["name"] for one in found["champions"][:3])
    for page in ("", "ranking/"):
        said = text_of(browser(olga).get(f"/tournaments/{tournament.slug}/{page}"))
        assert f"{first} and 19 others share the title" in said
    assert f"won by {first} and 19 others" in text_of(browser(olga).get("/tournaments/"))


def test_few_are_all_named() -> None:
    assert few_of(["ann", "bob", "cy", "dot"]) == "ann & bob & cy & dot"
    assert few_of(["ann", "bob", "cy", "dot", "eve"]) == "ann, bob, cy and 2 others"
