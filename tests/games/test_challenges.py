"""Challenges: somebody is asked to play, and says yes or no."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from games.accounts import tokens
from games.casual import challenges, sweeps
from games.casual.models import Table
from games.match import commands
from games.models import Match, Player
from tests.api import code_of, signed_in
from tests.bot_accounts import bot_of
from tests.long import SQLITE_FIRST
from tests.streams import open_stream

pytestmark = SQLITE_FIRST
PASSWORD = "zebra-crossing-9"
in_db: Callable[..., Any] = database_sync_to_async


@pytest.fixture
def ann(db: None) -> Player:
    return Player.objects.create_person("ann", PASSWORD)


@pytest.fixture
def ben(db: None) -> Player:
    return Player.objects.create_person("ben", PASSWORD)


def asked(by: Player, other: str, **said: Any) -> Any:
    return signed_in(by).post("/api/v1/challenges/", {"player": other} | said, format="json")


@pytest.mark.django_db
def test_a_challenge_that_is_accepted_begins(ann: Player, ben: Player) -> None:
    made = asked(ann, "Ben", ruleset="classic", clock={"turn_seconds": 20}, rated=True)
    assert made.status_code == 201
    told = made.json()
    assert [seat["waits_for"] for seat in told["seats"]] == [None, "player"]
    assert told["seats"][1]["player"]["handle"] == "ben"
    for one in (ann, ben):
        assert signed_in(one).get("/api/v1/me/challenges/").json()["results"] == [told]
    accepted = signed_in(ben).post(f"/api/v1/challenges/{told['id']}/accept/").json()
    assert accepted["state"] == "opened"
    match = Match.objects.get(pk=accepted["match"])
    assert match.turn_seconds == 20
    assert Table.objects.get(pk=match.pk).rated
    assert signed_in(ben).get("/api/v1/me/challenges/").json()["results"] == []


@pytest.mark.django_db
def test_the_same_challenge_is_made_once(ann: Player, ben: Player) -> None:
    first = asked(ann, "ben").json()
    assert asked(ann, "ben").json()["id"] == first["id"]
    assert asked(ann, "ben", clock={"turn_seconds": 10}).json()["id"] != first["id"]


@pytest.mark.django_db
def test_bots_of_the_house_take_the_seats_beside_both(ann: Player, ben: Player) -> None:
    made = asked(ann, "ben", seats=4, bot="greedy").json()
    assert [seat["waits_for"] for seat in made["seats"]] == [None, None, "player", None]
    assert asked(ann, "ben").json()["id"] != made["id"]
    (news,) = challenges.news_of([ben.pk], timezone.now())[ben.pk][:1]
    assert news[1] == "invited"
    accepted = signed_in(ben).post(f"/api/v1/challenges/{made['id']}/accept/").json()
    assert accepted["state"] == "opened"
    assert Match.objects.get().seats.count() == 4


@pytest.mark.django_db
def test_challenges_come_a_page_at_a_time(ann: Player, ben: Player) -> None:
    made = [asked(ann, "ben", clock={"turn_seconds": 10 + n}).json()["id"] for n in range(3)]
    first = signed_in(ben).get("/api/v1/me/challenges/?limit=2").json()
    rest = signed_in(ben).get(first["next"]).json()
    assert [one["id"] for one in first["results"] + rest["results"]] == made
    assert rest["next"] is None
    answer = signed_in(ben).get("/api/v1/me/challenges/?cursor=x")
    assert code_of(answer) == (400, "bad_cursor")


@pytest.mark.django_db
@pytest.mark.parametrize("who", ["ann", "ben"])
def test_either_may_say_no_and_nobody_else_has_a_say(ann: Player, ben: Player, who: str) -> None:
    other = Player.objects.create_person("cid", PASSWORD)
    path = f"/api/v1/challenges/{asked(ann, 'ben').json()['id']}"
    assert code_of(signed_in(other).post(f"{path}/accept/")) == (404, "unknown_challenge")
    assert code_of(signed_in(other).post(f"{path}/decline/")) == (404, "unknown_challenge")
    assert code_of(signed_in(ann).post(f"{path}/accept/")) == (404, "unknown_challenge")
    player = {"ann": ann, "ben": ben}[who]
    assert signed_in(player).post(f"{path}/decline/").status_code == 204
    assert code_of(signed_in(ben).post(f"{path}/accept/")) == (404, "unknown_challenge")


@pytest.mark.django_db
def test_people_find_a_challenge_on_their_page_and_answer_it_there(
    ann: Player, ben: Player
) -> None:
    bot, token = bot_of(ann, "annbot")
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    for answer, state in (("join", Table.State.OPENED), ("leave", Table.State.ENDED)):
        made = client.post("/api/v1/challenges/", {"player": "ben"}, format="json")
        row = Table.objects.get(pk=made.json()["id"])
        browser = Client()
        browser.force_login(ben)
        assert f'href="/play/{row.code}/"' in browser.get("/me/").content.decode()
        page = browser.get(f"/play/{row.code}/").content.decode()
        assert "annbot challenges you" in page
        assert "bot account" in page
        browser.post(f"/play/{row.code}/{answer}/")
        row.refresh_from_db()
        assert row.state == state
        if answer == "join":
            for player in (bot, ben):
                commands.cut(row.pk, player, bytes(16), now=timezone.now())
            commands.resign(row.pk, ben, command_id="enough", now=timezone.now())
    (item,) = challenges.news_of([bot.pk], timezone.now())[bot.pk]
    assert (item[1], item[2]["reason"]) == ("refused", "declined")


@pytest.mark.django_db
def test_a_challenge_expires(ann: Player, ben: Player) -> None:
    id_ = asked(ann, "ben").json()["id"]
    later = timezone.now() + challenges.WAITS + timedelta(seconds=1)
    with pytest.raises(challenges.UnknownChallenge):
        challenges.accept(id_, ben, later)
    sweeps.clear(later)
    assert Table.objects.get(pk=id_).state == Table.State.ENDED
    (item,) = challenges.news_of([ann.pk], later)[ann.pk]
    assert (item[1], item[2]["reason"]) == ("refused", "expired")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("said", "status", "code"),
    [
        ({"player": "nobody-here"}, 409, "not_to_be_challenged"),
        ({"player": "ann"}, 409, "not_to_be_challenged"),
        ({"player": "greedy-1"}, 409, "not_to_be_challenged"),
        ({"player": 7}, 400, "malformed_field"),
        ({"player": "ben", "seats": 7}, 400, "malformed_field"),
        ({"player": "ben", "seats": 5}, 409, "bad_seats"),
        ({"player": "ben", "seats": 3, "rated": True}, 409, "not_ratable"),
        ({"player": "ben", "seats": 3, "bot": "open"}, 400, "unknown_bot"),
        ({"player": "ben", "opponents": ["open"]}, 400, "malformed_field"),
        ({"player": "ben", "ruleset": "poker"}, 400, "unknown_ruleset"),
    ],
)
def test_what_is_no_challenge_is_refused(
    ann: Player, ben: Player, said: dict[str, Any], status: int, code: str
) -> None:
    answer = signed_in(ann).post("/api/v1/challenges/", said, format="json")
    assert code_of(answer) == (status, code)


@pytest.mark.django_db
def test_a_person_plays_a_bot_rated_where_both_know_it(ann: Player, ben: Player) -> None:
    _, token = bot_of(ben, "benbot")
    made = asked(ann, "benbot", rated=True)
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    accepted = client.post(f"/api/v1/challenges/{made.json()['id']}/accept/")
    assert accepted.json()["state"] == "opened"
    guest = Player.objects.create(handle="GuestMerryFox", kind=Player.Kind.GUEST)
    assert code_of(asked(guest, "benbot", rated=True)) == (403, "rated_needs_accounts")


@pytest.mark.django_db(transaction=True)
async def test_who_listens_is_invited_at_once_and_the_other_hears_the_answer(
    ann: Player, ben: Player
) -> None:
    _, bot = await in_db(bot_of)(ben, "benbot")
    anns = (await in_db(tokens.issue)(ann)).token
    async with open_stream("me/stream/", bot) as theirs, open_stream("me/stream/", anns) as mine:
        await theirs.hear("snapshot")
        await mine.hear("snapshot")
        made = (await in_db(asked)(ann, "benbot")).json()
        invited = await theirs.hear("invited")
        assert invited["data"]["table"] == made["id"]
        assert invited["data"]["challenge"]["seats"][0]["player"]["handle"] == "ann"
        client = APIClient()
        client.credentials(HTTP_AUTHORIZATION=f"Token {bot}")
        await in_db(client.post)(f"/api/v1/challenges/{made['id']}/decline/")
        refused = await mine.hear("refused")
        assert (refused["data"]["table"], refused["data"]["reason"]) == (made["id"], "declined")
        again = (await in_db(asked)(ann, "benbot")).json()
        await theirs.hear("invited")
        await in_db(client.post)(f"/api/v1/challenges/{again['id']}/accept/")
        assert (await mine.hear("seated"))["data"]["match"] == again["id"]
        assert (await theirs.hear("seated"))["data"]["match"] == again["id"]
