"""Playing from the pages: one press seats a stranger, a link seats a friend, the lobby anybody."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.casual.models import Table
from games.casual.refusals import TableFull
from games.match import commands
from games.models import Match, Player
from tests.long import SQLITE_FIRST
from tests.tournaments.conftest import NewPlayers

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]


def browser(player: Player | None = None) -> Client:
    client = Client()
    if player is not None:
        client.force_login(player)
    return client


def page(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address, follow=True)
    assert answer.status_code == status, address
    return answer.content.decode()


def pressed(client: Client, address: str = "/play/", **fields: Any) -> str:
    """Where the press leads to."""
    answer = client.post(address, fields)
    assert answer.status_code == 302, answer.content.decode()
    return str(answer["Location"])


def test_a_stranger_is_at_a_table_after_one_press() -> None:
    client = browser()
    assert "Play now" in page(client, "/")

    leads_to = pressed(client)

    guest = Player.objects.get(kind=Player.Kind.GUEST)
    match = Match.objects.get()
    assert leads_to == f"/matches/{match.pk.hex}/"
    assert set(match.seats.values_list("player__kind", flat=True)) == {"guest", "bot"}
    assert guest.handle in page(client, leads_to)


def test_a_friend_sits_down_by_the_link() -> None:
    ann, ben = browser(), browser()
    leads_to = pressed(ann, opponent="friend")
    assert f"http://testserver{leads_to}" in page(ann, leads_to)
    assert "would like to play Casino with you" in page(ben, leads_to)

    table = pressed(ben, f"{leads_to}join/")

    assert table == f"/matches/{Match.objects.get().pk.hex}/"
    assert "Take your seat" in page(ann, "/")
    assert ann.get(leads_to)["Location"] == table
    third = browser().post(f"{leads_to}join/", follow=True)
    assert TableFull().detail in third.content.decode()
    browser().post(f"{leads_to}bots/")
    assert Player.objects.filter(kind=Player.Kind.GUEST).count() == 2


def test_two_who_press_find_an_opponent_sit_at_one_table(ann: Player, olga: Player) -> None:
    waiting = pressed(browser(ann), opponent="anybody")
    assert "Looking for an opponent" in page(browser(ann), waiting)
    assert "ann" in page(browser(), "/play/")

    assert pressed(browser(olga), opponent="anybody").startswith("/matches/")


def test_whoever_waits_may_let_a_bot_sit_down_or_leave(ann: Player) -> None:
    client = browser(ann)
    waiting = pressed(client, opponent="anybody")
    assert pressed(client, f"{waiting}leave/") == "/play/"
    assert "Nobody waits here any more" in page(client, waiting)

    waiting = pressed(client, opponent="anybody")
    assert pressed(client, f"{waiting}bots/").startswith("/matches/")


@pytest.mark.parametrize(
    ("fields", "kinds"),
    [
        ({"seats": 4, "opponent": "friend", "fill": "on"}, ["", "", "link", ""]),
        ({"seats": 3, "opponent": "anybody", "fill": "on"}, ["", "open", ""]),
        ({"seats": 4, "opponent": "friend"}, ["", "link", "link", "link"]),
    ],
)
def test_the_form_makes_the_table_that_was_chosen(
    fields: dict[str, Any], kinds: list[str], ann: Player
) -> None:
    pressed(browser(ann), **fields)

    table = Table.objects.get()
    assert [chair.waits_for for chair in table.chairs.all()] == kinds


def test_a_number_of_players_that_the_rules_do_not_have_is_said_beside_the_field(
    ann: Player,
) -> None:
    answer = browser(ann).post("/play/", {"ruleset": "draw", "seats": 3})

    assert answer.status_code == 400
    assert "By these rules 2 play." in answer.content.decode()


def test_after_a_casual_match_one_presses_for_a_rematch_or_another_opponent(ann: Player) -> None:
    client = browser(ann)
    leads_to = pressed(client)
    match = Match.objects.get()
    commands.waive_cut(match.pk, ann, now=timezone.now())
    commands.resign(match.pk, ann, command_id="enough", now=timezone.now())
    assert "Rematch" in page(client, leads_to)

    assert pressed(client, f"{leads_to}again/").startswith("/matches/")
    assert pressed(client, f"{leads_to}another/").startswith("/matches/")
    assert Match.objects.count() == 3


def test_my_games_shows_tables_events_and_results(ann: Player) -> None:
    assert browser().get("/me/").status_code == 302
    client = browser(ann)
    assert "You sit nowhere just now." in page(client, "/me/")

    pressed(client)

    assert "you are awaited" in page(client, "/me/")


def test_the_search_finds_players_and_events_by_name(ann: Player, people: NewPlayers) -> None:
    client = browser()
    assert 'href="/players/ann/"' in page(client, "/search/?q=AN")
    assert "Nothing is called so" in page(client, "/search/?q=zzz")
    assert "Nothing is called so" in page(client, "/search/?q=%00")


@pytest.mark.parametrize("address", ["/", "/play/", "/watch/", "/rules/", "/search/", "/ratings/"])
def test_the_header_leads_everywhere_from_everywhere(address: str, ann: Player) -> None:
    said = page(browser(ann), address)
    targets = ("/play/", "/tournaments/", "/watch/", "/ratings/", "/rules/", "/search/", "/me/")
    for target in targets:
        assert f'href="{target}"' in said
