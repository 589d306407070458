"""A tournament has a tag, which guards every command on it; what is made says where it is; and what
can change nothing is refused.
"""

from typing import Any

import pytest
from rest_framework.test import APIClient

from games.models import Player
from tests.api import code_of, signed_in
from tests.noon import at_noon
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.factories import facts_of, opened, running
from tournaments.domain.settings import StageSettings
from tournaments.models import Entrant, Tournament
from tournaments.progress import advance

pytestmark = [pytest.mark.django_db]
LIST = "/api/v1/tournaments/"


@pytest.fixture
def organiser(olga: Player) -> APIClient:
    return signed_in(olga)


@pytest.fixture
def event(olga: Player) -> Tournament:
    return opened(olga)


def sent(client: APIClient, method: str, address: str, tag: str, body: Any = None) -> Any:
    return getattr(client, method)(address, body or {}, format="json", headers={"If-Match": tag})


def test_the_tournament_is_sent_once_as_long_as_it_is_the_same(
    organiser: APIClient, event: Tournament
) -> None:
    address = f"{LIST}{event.slug}/"
    tag = organiser.get(address)["ETag"]
    assert organiser.get(address, headers={"If-None-Match": tag}).status_code == 304
    organiser.post(address + "entrants/", {"bot": "greedy"}, format="json")
    assert organiser.get(address, headers={"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize(
    ("method", "rest", "body"),
    [
        ("patch", "", {"turn_seconds": 45}),
        ("put", "", {"name": "Another"}),
        ("delete", "", {}),
        ("post", "start/", {}),
        ("post", "entrants/", {"bot": "greedy", "count": 2}),
        ("delete", "entrants/", {}),
        ("post", "cancel/", {"reason": "Rain"}),
        ("post", "start/?preview=true", {}),
    ],
)
def test_a_command_for_an_older_version_is_not_done(
    organiser: APIClient, event: Tournament, method: str, rest: str, body: Any
) -> None:
    address = f"{LIST}{event.slug}/"
    old = organiser.get(address)["ETag"]
    organiser.post(address + "entrants/", {"bot": "greedy"}, format="json")
    facts = facts_of(event)
    refused = sent(organiser, method, address + rest, old, body)
    assert code_of(refused) == (412, "version_mismatch")
    assert facts_of(event) == facts


def test_a_command_for_this_version_is_done_and_answers_the_next_tag(
    organiser: APIClient, event: Tournament
) -> None:
    address = f"{LIST}{event.slug}/"
    tag = organiser.get(address)["ETag"]
    entered = sent(organiser, "post", address + "entrants/", tag, {"bot": "greedy", "count": 2})
    assert entered.status_code == 201
    started = sent(organiser, "post", address + "start/", f'"old", {entered["ETag"]}')
    assert started.status_code == 200
    assert sent(organiser, "post", address + "pause/", "*", {"reason": "Pizza"}).status_code == 200


def test_what_is_made_says_where_it_is(organiser: APIClient, event: Tournament) -> None:
    made = organiser.post(LIST, {"name": "Saturday night"}, format="json")
    assert organiser.get(made["Location"]).json() == made.json()
    address = f"{LIST}{event.slug}/entrants/"
    entered = organiser.post(address, {"bot": "greedy"}, format="json")
    assert organiser.get(entered["Location"]).json() == entered.json()["results"][0]


def test_two_thousand_ids_are_no_body_that_is_too_large(
    organiser: APIClient, event: Tournament
) -> None:
    ids = [f"{number:032x}" for number in range(2_000)]
    answer = organiser.post(f"{LIST}{event.slug}/seeding/", {"seeds": ids}, format="json")
    assert code_of(answer) == (409, "bad_field")
    tables = [
        {"pairing": number + 1, "sides": [[ids[2 * number]], [ids[2 * number + 1]]]}
        for number in range(1_000)
    ]
    address = f"{LIST}{event.slug}/stages/1/rounds/1/override/"
    answer = organiser.post(address, {"tables": tables, "reason": "So be it"}, format="json")
    assert code_of(answer)[0] in (404, 409)


@pytest.mark.parametrize(("format_", "status"), [("single_elimination", 409), ("swiss", 200)])
def test_a_penalty_is_refused_where_scores_do_not_rank(
    olga: Player, organiser: APIClient, people: NewPlayers, format_: str, status: int
) -> None:
    event = running(olga, people(4), stages=(StageSettings(format_),))
    advance.advance(event.pk, at_noon)
    entrant = Entrant.objects.filter(tournament=event)[0].pk.hex
    address = f"{LIST}{event.slug}/entrants/{entrant}/adjust/"
    for rest in ("?preview=true", ""):
        answer = organiser.post(
            address + rest, {"score": -60, "reason": "Late at the table"}, format="json"
        )
        assert answer.status_code == status
        assert status == 200 or answer.json()["code"] == "no_effect"


def test_what_is_so_already_is_refused(
    olga: Player, organiser: APIClient, people: NewPlayers
) -> None:
    event = running(olga, people(4), stages=(StageSettings("swiss"),))
    one, two = (entrant.pk.hex for entrant in Entrant.objects.filter(tournament=event)[:2])
    address = f"{LIST}{event.slug}/"
    for rest, body in (
        (f"entrants/{one}/club/", {"club": "North"}),
        ("forbidden/", {"entrants": [one, two], "reason": "Siblings"}),
    ):
        first = organiser.post(address + rest, body, format="json")
        again = organiser.post(address + rest, body, format="json")
        assert (first.status_code, code_of(again)) == (200, (409, "no_effect"))
