"""A person's bots on pages: made, looked after, given tokens and retired; and bots to be found."""

import re
from typing import Any

import pytest
from django.test import Client, override_settings
from django.utils import timezone
from rest_framework.test import APIClient

from games.accounts import bot_accounts, tokens
from games.limits.budgets import SIGN_UPS, budgets_of
from games.lookalikes import skeleton
from games.models import BotAccount, FormerHandle, Player, Token
from tests.bot_accounts import bot_of
from tournaments.actions import standing_arena

pytestmark = [pytest.mark.django_db]


def browser(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


def page(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def seen_token(answer: Any) -> str:
    found = re.search(r'id="made" readonly value="([^"]+)"', answer.content.decode())
    assert found is not None
    return found[1]


def test_a_bot_is_made_and_its_token_is_seen_once(ann: Player) -> None:
    client = browser(ann)
    assert "/account/bots/" in page(client, "/account/")

    answer = client.post("/account/bots/", {"handle": "annbot", "program": "bold 2"})

    bot = APIClient()
    bot.credentials(HTTP_AUTHORIZATION=f"Token {seen_token(answer)}")
    me = bot.get("/api/v1/me/").json()
    assert (me["handle"], me["kind"]) == ("annbot", "program")
    assert bot.post("/api/v1/me/bots/", {"handle": "another"}).status_code == 403
    assert answer["Cache-Control"].find("no-store") >= 0
    assert 'id="made"' not in page(client, "/account/bots/annbot/")
    assert "annbot" in page(client, "/account/bots/")


def test_what_a_bot_may_not_be_called_is_said_beside_the_field(ann: Player) -> None:
    answer = browser(ann).post("/account/bots/", {"handle": "greedy-2"})
    assert "kept for the house" in answer.content.decode()
    assert not BotAccount.objects.exists()


def test_a_bot_is_called_something_else_and_says_something_else(ann: Player) -> None:
    bot_of(ann, "annbot")
    client = browser(ann)
    said = {"handle": "Annette", "program": "bold 3", "description": "Plays boldly."}
    assert client.post("/account/bots/annbot/", said)["Location"] == "/account/bots/Annette/"
    assert "Plays boldly." in page(Client(), "/players/annette/")
    assert client.get("/account/bots/annbot/").status_code == 404


def test_a_name_that_staff_took_away_does_not_come_back(ann: Player) -> None:
    bot, _ = bot_of(ann, "annbot")
    FormerHandle.objects.create(handle="rudebot", skeleton=skeleton("rudebot"), player=bot)
    answer = browser(ann).post("/account/bots/annbot/", {"handle": "rudebot"})
    assert bot_accounts.WAS_TAKEN_AWAY in answer.content.decode()


def test_who_asks_for_names_too_often_is_told_so_on_the_same_page(ann: Player) -> None:
    bot_of(ann, "annbot")
    client = browser(ann)
    with override_settings(LIMITS=budgets_of({SIGN_UPS.variable: "1/3600"})):
        assert client.post("/account/bots/annbot/", {"handle": "bennet"}).status_code == 302
        answer = client.post("/account/bots/bennet/", {"handle": "colin"})
    assert 'action="/account/bots/bennet/"' in answer.content.decode()
    assert "That was too often" in answer.content.decode()


def test_tokens_of_a_bot_are_made_and_revoked(ann: Player) -> None:
    bot, _ = bot_of(ann, "annbot")
    client = browser(ann)
    answer = client.post("/account/bots/annbot/tokens/", {"name": "attic", "days": "30"})
    row = Token.objects.get(user=bot, name="attic")
    assert seen_token(answer)[:8] == row.token_key[:8]
    client.post(f"/account/bots/annbot/tokens/{row.token_key}/revoke/")
    assert "attic" not in [one.name for one in tokens.living(bot)]


def test_a_bot_is_retired_after_being_asked_once_more(ann: Player) -> None:
    bot_of(ann, "annbot")
    client = browser(ann)
    assert "Keep it" in page(client, "/account/bots/annbot/retire/")
    assert client.post("/account/bots/annbot/retire/")["Location"] == "/account/bots/"
    assert not bot_accounts.living().exists()


def test_a_whole_bot_is_given_away_and_how_it_is_started(ann: Player) -> None:
    bot_of(ann, "annbot")
    standing_arena.keep_arena_open(timezone.now())
    told = page(browser(ann), "/account/bots/annbot/")
    assert "python3 bot.py http://testserver --token TOKEN --event arena-of-bots" in told
    answer = Client().get("/bots/bot.py")
    assert answer["Content-Disposition"] == 'attachment; filename="bot.py"'
    assert b"def choose(view, moves)" in b"".join(answer)  # type: ignore[arg-type]


def test_nobody_looks_after_anothers_bot(ann: Player, olga: Player) -> None:
    bot, _ = bot_of(ann, "annbot")
    row = tokens.living(bot)[0]
    client = browser(olga)
    for part in ("", "retire/"):
        assert client.get(f"/account/bots/annbot/{part}").status_code == 404
    for part in ("", "retire/", "tokens/", f"tokens/{row.token_key}/revoke/"):
        assert client.post(f"/account/bots/annbot/{part}", {}).status_code == 404
    assert tokens.living(bot) == [row]


def test_a_guest_is_led_to_where_an_account_is_kept() -> None:
    guest = Player.objects.create(handle="GuestMerryFox", kind=Player.Kind.GUEST)
    assert browser(guest).get("/account/bots/")["Location"] == "/account/keep/"


def test_bots_that_are_online_are_listed_and_the_others_when_asked_for(ann: Player) -> None:
    for handle in ("annbot", "sleeper"):
        bot_of(ann, handle)
    BotAccount.objects.filter(player__handle="annbot").update(seen_at=timezone.now())
    online, everybody = page(Client(), "/bots/"), page(Client(), "/bots/?all=1")
    assert 'href="/players/annbot/challenge/"' in online
    assert "sleeper" not in online
    assert "sleeper" in everybody
    assert "Master: thinks ahead" in online


def test_the_arena_of_bots_shows_who_leads(ann: Player) -> None:
    for handle in ("annbot", "bennet"):
        bot, _ = bot_of(ann, handle)
        standing_arena.join(bot, timezone.now())
    arena = standing_arena.current()
    assert arena is not None
    shown = page(Client(), "/bots/")
    assert f'href="/tournaments/{arena.slug}/"' in shown
    assert "2 bots have joined" in shown or "bennet" in shown
