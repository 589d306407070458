"""Challenges on pages: somebody is asked from their page, and answers from their own."""

import pytest
from django.test import Client

from games.casual.models import Table
from games.models import Match, Player
from tests.bot_accounts import bot_of

pytestmark = [pytest.mark.django_db]


def browser(player: Player | None = None) -> Client:
    client = Client()
    if player is not None:
        client.force_login(player)
    return client


def page(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def test_a_player_is_challenged_from_their_page_and_accepts_on_theirs(
    ann: Player, olga: Player
) -> None:
    assert 'href="/players/olga/challenge/"' in page(browser(ann), "/players/olga/")
    said = {"ruleset": "royal", "pace": "brisk", "rated": "on"}
    waits = browser(ann).post("/players/olga/challenge/", said)["Location"]
    assert "Waiting for an answer" in page(browser(ann), waits)
    assert "Your challenge, not answered yet" in page(browser(ann), "/me/")
    told = page(browser(olga), "/me/")
    assert "ann challenges you" in told
    assert "20 seconds a turn, 60 in the bank" in told

    answered = browser(olga).post(f"{waits}join/")

    match = Match.objects.get()
    assert answered["Location"] == f"/matches/{match.pk.hex}/"
    assert (match.ruleset, Table.objects.get().rated) == ("royal", True)
    assert "challenges you" not in page(browser(olga), "/me/")


def test_a_challenge_is_declined_where_it_is_found(ann: Player, olga: Player) -> None:
    waits = browser(ann).post("/players/olga/challenge/", {})["Location"]
    browser(olga).post(f"{waits}leave/")
    assert Table.objects.get().declined_at is not None
    assert "challenges you" not in page(browser(olga), "/play/")


def test_bots_of_the_house_take_the_seats_beside_both(ann: Player, olga: Player) -> None:
    said = {"seats": "4", "bot": "greedy"}
    waits = browser(ann).post("/players/olga/challenge/", said)["Location"]
    told = page(browser(olga), "/me/")
    assert "ann challenges you" in told
    assert "4 at the table" in told
    browser(olga).post(f"{waits}join/")
    seats = Match.objects.get().seats.order_by("number")
    assert [seat.player.bot or seat.player.handle for seat in seats] == [
        "ann",
        "greedy",
        "olga",
        "greedy",
    ]


def test_who_would_rather_play_a_bot_than_wait_does(ann: Player, olga: Player) -> None:
    waits = browser(ann).post("/players/olga/challenge/", {})["Location"]
    answered = browser(ann).post(f"{waits}bots/")
    assert answered["Location"] == f"/matches/{Match.objects.get().pk.hex}/"
    assert "challenges you" not in page(browser(olga), "/me/")


def test_only_two_by_the_rules_as_they_stand_play_rated(ann: Player, olga: Player) -> None:
    for said in ({"seats": "4"}, {"length": "11"}):
        answer = browser(ann).post("/players/olga/challenge/", {**said, "rated": "on"})
        assert answer.status_code == 400
        assert "Only a match of two at its full length is rated." in answer.content.decode()
    assert not Table.objects.exists()


def test_a_stranger_challenges_a_bot_as_a_guest(olga: Player) -> None:
    bot_of(olga, "olgabot")
    client = browser()
    shown = page(client, "/players/olgabot/challenge/")
    assert "is a bot of" in shown
    assert 'name="rated"' not in shown
    client.post("/players/olgabot/challenge/", {})
    table = Table.objects.get()
    assert [one.player.kind for one in table.chairs.all() if one.player] == ["guest", "program"]


@pytest.mark.parametrize("handle", ["ann", "greedy-1", "nobody-at-all"])
def test_there_is_no_page_for_challenging_who_cannot_be(ann: Player, handle: str) -> None:
    Player.objects.create(handle="greedy-1", kind=Player.Kind.BOT, bot="greedy")
    assert browser(ann).get(f"/players/{handle}/challenge/").status_code == 404
    assert browser(ann).post(f"/players/{handle}/challenge/").status_code == 404
