"""Bot accounts: whose they are, what they say of themselves, and what they may not do."""

from typing import Any

import pytest
from django.test import Client, override_settings
from django.utils import timezone
from rest_framework.test import APIClient

from games.accounts import bot_accounts, leaving, tokens
from games.accounts.scopes import Scope, ScopeMissing
from games.casual import tables
from games.casual.wishes import wish_in
from games.limits.budgets import BOT_ACCOUNTS_AT_ONCE, budgets_of
from games.models import BotAccount, Player, Seat
from tests.api import code_of, signed_in
from tests.bot_accounts import bot_of
from tests.long import SQLITE_FIRST
from tests.noon import NOON

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]
PASSWORD = "zebra-crossing-9"


@pytest.fixture
def ann(db: None) -> Player:
    return Player.objects.create_person("ann", PASSWORD)


@pytest.fixture
def ben(db: None) -> Player:
    return Player.objects.create_person("ben", PASSWORD)


def as_bot(token: str) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    return client


def made(owner: Player, **said: Any) -> Any:
    return signed_in(owner).post("/api/v1/me/bots/", {"handle": "annbot"} | said, format="json")


def test_a_person_makes_a_bot_which_says_whose_it_is(ann: Player) -> None:
    answer = made(ann, description="Plays boldly.", program="bold 1.2, Rust")
    assert answer.status_code == 201
    told = answer.json()
    assert (told["handle"], told["kind"], told["owner"]) == ("annbot", "program", "ann")
    assert (told["description"], told["program"]) == ("Plays boldly.", "bold 1.2, Rust")
    assert not told["online"]
    assert Client().get("/api/v1/bot-accounts/AnnBot/").json() == told
    assert Client().get("/api/v1/bot-accounts/").json()["results"] == [told]
    assert signed_in(ann).get("/api/v1/me/bots/").json()["results"] == [told]
    page = Client().get("/players/annbot/").content.decode()
    assert "bot account" in page
    assert 'href="/players/ann/"' in page
    assert "Plays boldly." in page
    assert 'href="/players/annbot/"' in Client().get("/players/ann/").content.decode()


def test_bots_come_a_page_at_a_time(ann: Player) -> None:
    for handle in ("robin", "quick", "abacus"):
        bot_of(ann, handle)
    for client, path in ((Client(), "bot-accounts"), (signed_in(ann), "me/bots")):
        first = client.get(f"/api/v1/{path}/?limit=2")
        rest = client.get(first.json()["next"])
        told = first.json()["results"] + rest.json()["results"]
        assert [one["handle"] for one in told] == ["abacus", "quick", "robin"]
        assert rest.json()["next"] is None
        assert client.get(f"/api/v1/{path}/", HTTP_IF_NONE_MATCH=first["ETag"]).status_code == 200
        assert code_of(client.get(f"/api/v1/{path}/?cursor=x")) == (400, "bad_cursor")


def test_a_bot_is_called_something_else(ann: Player) -> None:
    made(ann)
    client = signed_in(ann)
    answer = client.patch("/api/v1/me/bots/annbot/", {"handle": "Annette"}, format="json")
    assert answer.json()["handle"] == "Annette"
    assert Client().get("/api/v1/bot-accounts/annbot/").status_code == 404
    refused = client.patch("/api/v1/me/bots/Annette/", {"handle": "master-1"}, format="json")
    assert code_of(refused) == (409, "invalid")
    assert list(refused.json()["params"]["fields"]) == ["handle"]


def test_a_bot_is_shown_as_one_wherever_it_is_named(ann: Player) -> None:
    bot, token = bot_of(ann, "annbot")
    assert as_bot(token).get("/api/v1/me/").json()["kind"] == "program"
    table = tables.create(bot, wish_in({"opponents": ["greedy"]}), NOON)
    seats = Client().get(f"/api/v1/matches/{table.pk.hex}/").json()["players"]
    assert seats[0]["kind"] == "program"


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"handle": "greedy-7"}, "handle"),
        ({"handle": "retired-bot-1"}, "handle"),
        ({"handle": "ann"}, "handle"),
        ({"handle": "anrn"}, "handle"),
        ({"handle": "x y"}, "handle"),
        ({"description": "x" * 301}, "description"),
        ({"program": "x" * 81}, "program"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_what_a_bot_cannot_be_called_is_refused_by_name(
    ann: Player, said: dict[str, str], field: str
) -> None:
    Player.objects.create_person("anm", PASSWORD)
    answer = made(ann, **said)
    # A handle has the right shape, and cannot be had.
    assert code_of(answer) == (409 if field == "handle" else 400, "invalid")
    assert list(answer.json()["params"]["fields"]) == [field]


def test_a_person_has_so_many_bots_and_no_more(ann: Player) -> None:
    with override_settings(LIMITS=budgets_of({BOT_ACCOUNTS_AT_ONCE.variable: "2"})):
        for handle in ("one-of-ann", "two-of-ann"):
            assert made(ann, handle=handle).status_code == 201
        assert code_of(made(ann, handle="three-of-ann")) == (409, "too_many_bot_accounts")
        signed_in(ann).delete("/api/v1/me/bots/one-of-ann/")
        assert made(ann, handle="three-of-ann").status_code == 201


def test_nobody_sees_to_the_bots_of_others(ann: Player, ben: Player) -> None:
    bot_of(ann, "annbot")
    theirs = signed_in(ben)
    for answer in (
        theirs.get("/api/v1/me/bots/annbot/"),
        theirs.patch("/api/v1/me/bots/annbot/", {"program": "mine"}, format="json"),
        theirs.delete("/api/v1/me/bots/annbot/"),
        theirs.get("/api/v1/me/bots/annbot/tokens/"),
        theirs.post("/api/v1/me/bots/annbot/tokens/"),
        theirs.delete("/api/v1/me/bots/annbot/tokens/abcdef/"),
    ):
        assert code_of(answer) == (404, "unknown_bot_account")
    assert theirs.get("/api/v1/me/bots/").json()["results"] == []


def test_its_owner_gives_it_tokens_of_its_own_and_takes_them_away(ann: Player) -> None:
    bot, _ = bot_of(ann, "annbot")
    mine = signed_in(ann)
    given = mine.post("/api/v1/me/bots/annbot/tokens/", {"name": "at home"}, format="json")
    assert given.status_code == 201
    told = given.json()
    assert told["scopes"] == ["play", "read"]
    assert as_bot(told["token"]).get("/api/v1/me/").json()["id"] == bot.pk.hex
    listed = mine.get("/api/v1/me/bots/annbot/tokens/").json()["results"]
    assert told["key"] in [one["key"] for one in listed]
    gone = mine.delete(f"/api/v1/me/bots/annbot/tokens/{told['key']}/")
    assert gone.status_code == 204
    assert as_bot(told["token"]).get("/api/v1/me/").status_code == 401


@pytest.mark.parametrize("scope", ["organise", "account"])
def test_no_token_of_a_bot_does_what_only_people_may(ann: Player, scope: str) -> None:
    bot_of(ann, "annbot")
    body = {"scopes": ["read", scope]}
    answer = signed_in(ann).post("/api/v1/me/bots/annbot/tokens/", body, format="json")
    assert code_of(answer) == (400, "invalid")
    bot = Player.objects.get(handle="annbot")
    with pytest.raises(ScopeMissing):
        tokens.issue(bot, scopes={Scope(scope)})


def test_what_only_people_may_is_refused_to_bots_and_what_players_do_is_not(ann: Player) -> None:
    bot, token = bot_of(ann, "annbot")
    client = as_bot(token)

    def asked(path: str, body: dict[str, Any]) -> tuple[int, str]:
        return code_of(client.post(f"/api/v1/{path}", body, format="json"))

    assert asked("tournaments/", {"name": "Mine"}) == (403, "scope_missing")
    assert asked("me/bots/", {"handle": "another"}) == (403, "scope_missing")
    assert asked("me/tokens/", {"scopes": ["read"]}) == (403, "scope_missing")
    assert asked("tokens/", {}) == (403, "scope_missing")
    said = {"kind": "name", "subject": ann.pk.hex, "words": "Unkind."}
    assert asked("reports/", said) == (403, "people_only")
    assert asked("matches/", {"opponents": ["open"]}) == (403, "people_only")
    assert asked("tables/find/", {}) == (403, "people_only")
    answer = client.post("/api/v1/matches/", {"opponents": ["greedy"]}, format="json")
    assert answer.status_code == 201
    assert not bot.has_usable_password()


def test_a_bot_takes_no_seat_that_waits_for_people(ann: Player, ben: Player) -> None:
    _, token = bot_of(ann, "annbot")
    table = tables.create(ben, wish_in({"opponents": ["open"]}), timezone.now())
    answer = as_bot(token).post(f"/api/v1/tables/{table.pk.hex}/join/")
    assert code_of(answer) == (403, "people_only")
    linked = tables.create(ben, wish_in({"opponents": ["link"], "rated": True}), timezone.now())
    answer = as_bot(token).post(f"/api/v1/tables/{linked.code}/join/")
    assert code_of(answer) == (403, "rated_needs_accounts")
    friendly = tables.create(ben, wish_in({"opponents": ["link"]}), timezone.now())
    answer = as_bot(token).post(f"/api/v1/tables/{friendly.code}/join/")
    assert answer.json()["state"] == "opened", "who gives it the code asks for it"


def test_a_guest_has_no_bots(db: None) -> None:
    guest = Player.objects.create(handle="GuestMerryFox", kind=Player.Kind.GUEST)
    assert code_of(made(guest)) == (403, "people_only")


def test_a_retired_bot_is_gone_and_what_it_played_stays(ann: Player) -> None:
    bot, token = bot_of(ann, "annbot")
    table = tables.create(bot, wish_in({"opponents": ["greedy"]}), timezone.now())
    assert signed_in(ann).delete("/api/v1/me/bots/annbot/").status_code == 204
    assert as_bot(token).get("/api/v1/me/").status_code == 401
    bot.refresh_from_db()
    assert bot.handle.startswith("retired-bot-")
    assert bot.kind == Player.Kind.PROGRAM, "its matches stay on the ladders of bots"
    assert Seat.objects.filter(match=table.pk, player=bot).exists()
    assert Client().get("/api/v1/bot-accounts/").json()["results"] == []
    assert made(ann).status_code == 201, "its name is free again"


def test_the_bots_of_who_goes_for_ever_are_retired(ann: Player) -> None:
    bot, token = bot_of(ann, "annbot")
    leaving.leave(ann, timezone.now())
    assert as_bot(token).get("/api/v1/me/").status_code == 401
    bot.refresh_from_db()
    assert not bot.is_active


def test_the_bots_of_who_is_banned_stop(ann: Player) -> None:
    bot, token = bot_of(ann, "annbot")
    leaving.stop_playing(ann, timezone.now())
    assert as_bot(token).get("/api/v1/me/").status_code == 401
    assert tokens.living(bot) == []
    assert bot_accounts.of_owner(ann, "annbot").player == bot


def test_what_is_kept_of_bots_is_shown_to_their_owner(ann: Player) -> None:
    bot_of(ann, "annbot")
    kept = signed_in(ann).get("/api/v1/me/data/").json()["bots"]
    assert [one["handle"] for one in kept] == ["annbot"]


def test_bots_that_do_not_listen_can_be_asked_for(ann: Player) -> None:
    handle = made(ann).json()["handle"]

    def listed(online: str) -> list[str]:
        answer = Client().get(f"/api/v1/bot-accounts/?online={online}")
        return [one["handle"] for one in answer.json()["results"]]

    assert listed("false") == [handle]
    assert listed("true") == []
    BotAccount.objects.update(seen_at=timezone.now())
    assert listed("false") == []
    assert listed("true") == [handle]
