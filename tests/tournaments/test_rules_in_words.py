"""Everybody sees the rules they play by: pages without any script, embeds, REST, and the match."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Match, Player
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.factories import opened, running

pytestmark = pytest.mark.django_db

OVERRIDES = {"first_to": 11, "no_trail": "owner", "points": {"ace": 2}}
SENTENCES = [
    "The match goes to 11 points.",
    "Only who added last to a build may not trail while it stands.",
    "Each ace scores 2 points.",
]


@pytest.mark.parametrize("page", ["tournament", "tournament-embed", "tournament-screen"])
def test_an_event_names_every_override_on_its_pages(
    client: Client, olga: Player, people: NewPlayers, page: str
) -> None:
    tournament = running(olga, people(2), overrides=OVERRIDES)
    answer = client.get(reverse(page, args=[tournament.slug])).content.decode()
    assert all(sentence in answer for sentence in SENTENCES)


@pytest.mark.parametrize("page", ["tournament", "tournament-embed"])
def test_an_event_that_plays_its_ruleset_says_nothing_more(
    client: Client, olga: Player, page: str
) -> None:
    tournament = opened(olga)
    answer = client.get(reverse(page, args=[tournament.slug])).content.decode()
    assert "rules, except:" not in answer
    assert 'class="rules"' not in answer


def test_an_event_and_its_match_name_their_overrides_over_rest(
    client: Client, olga: Player, people: NewPlayers
) -> None:
    tournament = running(olga, people(2), overrides=OVERRIDES)
    told = client.get(f"/api/v1/tournaments/{tournament.pk.hex}/").json()["ruleset"]
    assert told["words"] == SENTENCES
    assert (told["overrides"], told["rules"]["first_to"]) == (OVERRIDES, 11)
    match = client.get(f"/api/v1/matches/{Match.objects.get().pk.hex}/").json()["ruleset"]
    assert match["words"] == SENTENCES
    assert match["rules"]["points"]["ace"] == 2


def test_the_page_of_a_match_names_what_it_plays_otherwise(
    client: Client, olga: Player, people: NewPlayers
) -> None:
    running(olga, people(2), overrides=OVERRIDES)
    page = client.get(reverse("match", args=[Match.objects.get().pk])).content.decode()
    assert all(sentence in page for sentence in SENTENCES)


def test_the_page_of_a_match_by_deals_names_no_target(
    client: Client, olga: Player, people: NewPlayers
) -> None:
    running(olga, people(2), ruleset="california")
    page = client.get(reverse("match", args=[Match.objects.get().pk])).content.decode()
    assert "None points" not in page
    assert "rules, except:" not in page
