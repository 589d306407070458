"""Tokens: named, for so much and so long; none makes one that is more than itself."""

from datetime import timedelta
from typing import Any

import pytest
from channels.db import database_sync_to_async as in_db
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from engine.errors import Refusal
from games.accounts import tokens
from games.accounts.scopes import Scope
from games.match.requests import COMMANDS
from games.models import Player, Token
from tests.api import code_of
from tests.games.tables import OpenMatch
from tests.sockets import open_socket

MINE = "/api/v1/me/tokens/"
READ, PLAY, ORGANISE, ACCOUNT = Scope.READ, Scope.PLAY, Scope.ORGANISE, Scope.ACCOUNT


@pytest.fixture
def inside(alice: Player) -> APIClient:
    client = APIClient()
    client.force_login(alice)
    return client


def script(issued: tokens.Issued) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {issued.token}")
    return client


def asked(client: APIClient, **body: Any) -> Any:
    return client.post(MINE, body, format="json")


def test_a_token_is_named_made_listed_used_and_revoked(inside: APIClient, alice: Player) -> None:
    ends = timezone.now() + timedelta(days=7)
    made = asked(inside, name="My bot", scopes=["play", "read"], expires=ends.isoformat())
    assert made.status_code == 201
    told = made.json()
    (listed,) = inside.get(MINE).json()["results"]
    assert listed == {name: value for name, value in told.items() if name != "token"}
    assert (listed["name"], listed["scopes"]) == ("My bot", ["play", "read"])
    assert listed["last_used"] is None
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {told['token']}")
    assert client.get("/api/v1/me/").json()["handle"] == "alice"
    (listed,) = inside.get(MINE).json()["results"]
    assert listed["last_used"] is not None
    assert inside.delete(f"{MINE}{told['key']}/").status_code == 204
    assert client.get("/api/v1/me/").status_code == 401
    assert inside.delete(f"{MINE}{told['key']}/").status_code == 404


def test_nobody_sees_or_revokes_anothers_token(inside: APIClient, bob: Player) -> None:
    row = tokens.issue(bob).row
    assert inside.get(MINE).json()["results"] == []
    assert inside.delete(f"{MINE}{row.token_key}/").status_code == 404
    inside.delete(MINE)
    assert Token.objects.get() == row


def test_all_tokens_are_revoked_at_once(inside: APIClient, alice: Player) -> None:
    one, other = script(tokens.issue(alice)), script(tokens.issue(alice))
    assert inside.delete(MINE).status_code == 204
    assert [client.get("/api/v1/me/").status_code for client in (one, other)] == [401, 401]


def test_a_token_makes_none_that_is_stronger(alice: Player) -> None:
    client = script(tokens.issue(alice, scopes={READ, ACCOUNT}))
    answer = asked(client, scopes=["read", "play"])
    assert code_of(answer) == (403, "scope_missing")
    assert answer.json()["params"] == {"scope": "play"}
    assert asked(client, scopes=["read"]).status_code == 201
    # Made in the way of before, a token has all scopes, which this one has not.
    assert code_of(client.post("/api/v1/tokens/")) == (403, "scope_missing")
    assert script(tokens.issue(alice)).post("/api/v1/tokens/").status_code == 201


def test_a_token_makes_none_that_lives_longer(alice: Player) -> None:
    ends = timezone.now() + timedelta(days=7)
    client = script(tokens.issue(alice, ends=ends))
    later = (ends + timedelta(minutes=1)).isoformat()
    assert code_of(asked(client, scopes=["read"], expires=later)) == (403, "token_outlives")
    made = asked(client, scopes=["read"])
    assert Token.objects.get(token_key=made.json()["key"]).expiry <= ends
    answer = client.post("/api/v1/tokens/")
    assert Token.objects.order_by("created").last().expiry <= ends  # type: ignore[union-attr]
    assert answer.status_code == 201


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"scopes": []}, "invalid"),
        ({"scopes": ["everything"]}, "invalid"),
        ({"scopes": ["read"], "expires": "2020-01-01T00:00:00Z"}, "bad_token"),
        ({"scopes": ["read"], "expires": "2099-01-01T00:00:00Z"}, "bad_token"),
        ({"scopes": ["read"], "expires": "tomorrow"}, "invalid"),
        ({"scopes": ["read"], "name": "x" * 41}, "invalid"),
        ({}, "invalid"),
    ],
)
def test_a_bad_wish_is_refused(inside: APIClient, body: dict[str, Any], code: str) -> None:
    assert code_of(asked(inside, **body)) == (409 if code == "bad_token" else 400, code)


def test_when_a_token_was_used_is_written_once_a_minute(
    alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    issued = tokens.issue(alice)
    client, start = script(issued), timezone.now()

    def noted(after: timedelta) -> Any:
        monkeypatch.setattr(timezone, "now", lambda: start + after)
        assert client.get("/api/v1/me/").status_code == 200
        return Token.objects.get().last_used_at - start

    waits = [timedelta(seconds=seconds) for seconds in (0, 30, 59, 61, 90)]
    assert [noted(wait) for wait in waits] == [waits[0], waits[0], waits[0], waits[3], waits[3]]


def test_a_name_that_nobody_sees_is_refused_of_a_token(alice: Player) -> None:
    with pytest.raises(Refusal) as refused:
        tokens.issue(alice, name="an\u200bn")
    assert refused.value.code == "bad_token"


def test_the_page_makes_a_token_for_what_is_ticked(alice: Player) -> None:
    client = Client()
    client.force_login(alice)
    sent = {"name": "Reader", "scopes": ["read"], "days": "30"}
    page = client.post("/tokens/", sent).content.decode()
    row = Token.objects.get()
    assert (row.name, row.scopes) == ("Reader", "read")
    assert timedelta(days=29) < row.expiry - timezone.now() < timedelta(days=31)
    assert "It is shown this once" in page
    assert "It is shown this once" not in client.get("/tokens/").content.decode()
    for wrong in ({"scopes": []}, {"days": "400"}, {"name": "an\u200bn"}):
        client.post("/tokens/", {**sent, **wrong})
    assert Token.objects.count() == 1
    client.post(f"/tokens/{row.token_key}/revoke/")
    assert not Token.objects.exists()


@pytest.mark.django_db(transaction=True)
async def test_a_socket_reads_and_plays_by_the_scopes_of_its_token(
    transactional_db: None, open_match: OpenMatch, alice: Player, bob: Player
) -> None:
    match_id = await in_db(open_match)(alice, bob)
    given = {scope: await in_db(token_of)(alice, scope) for scope in Scope}
    async with open_socket(f"/ws/matches/{match_id.hex}/") as socket:
        await socket.say(type="join", token=given[PLAY])
        assert (await socket.hear())["data"]["params"] == {"scope": "read"}
        await socket.say(type="join", token=given[READ])
        await socket.hear("snapshot")
        for type_ in COMMANDS:
            await socket.say(type=type_, command_id="x")
            assert (await socket.hear())["data"]["params"] == {"scope": "play"}


def token_of(player: Player, scope: Scope) -> str:
    return tokens.issue(player, scopes=[scope]).token
