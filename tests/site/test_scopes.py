"""Every operation asks a token for its scope: all routes of the API are walked, and all frames."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver
from drf_spectacular.generators import SchemaGenerator

from games.accounts import tokens
from games.accounts.scopes import SAFE, Scope, wanted_of
from games.accounts.token_authentication import ScopedTokenAuthentication
from games.models import Player
from tests.site.watching import filled, routes
from tests.tournaments.factories import opened
from tournaments.actions.action import Who
from tournaments.actions.registry import ACTIONS

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


def operations() -> Iterator[tuple[str, str, Any]]:
    """Route, method and view of everything that the API does for who has a token."""
    for route, callback in routes(get_resolver()):
        view = getattr(callback, "cls", None)
        if view is None or ScopedTokenAuthentication not in view.authentication_classes:
            continue
        for method in METHODS:
            if hasattr(view, method.lower()):
                yield route, method, view


OPERATIONS = list(operations())


def test_every_operation_says_its_scope() -> None:
    silent = [(route, method) for route, method, view in OPERATIONS if not wanted_of(view, method)]
    assert silent == []
    assert len(OPERATIONS) > 60


def test_every_action_of_directors_is_for_organising_and_every_other_for_playing() -> None:
    for action in ACTIONS.values():
        is_directors = action.who is Who.DIRECTORS
        assert action.scope == (Scope.ORGANISE if is_directors else Scope.PLAY)


@pytest.mark.django_db
def test_a_token_is_refused_whatever_it_has_no_scope_for() -> None:
    olga = Player.objects.create_person("olga", "a password of olga")
    tournament = opened(olga, olga)
    known = {"name": tournament.slug}
    scripts = {
        scope: Client(
            headers={"Authorization": f"Token {tokens.issue(olga, scopes=[scope]).token}"}
        )
        for scope in Scope
    }
    wrong = []
    for route, method, view in OPERATIONS:
        wanted = wanted_of(view, method)
        address = f"/{filled(route, known)}"
        if len(wanted) > 1 or route in ("api/v1/tokens/", "api/v1/explore/"):
            continue  # what is sent says which; it takes all that it gives; it is a page
        for scope, client in scripts.items():
            answer = client.generic(method, address, "{}", content_type="application/json")
            is_refused = answer.status_code == 403 and b"scope_missing" in answer.content
            if is_refused == (scope in wanted):
                wrong.append((method, address, scope, answer.status_code))
            if is_refused:
                assert " or ".join(sorted(wanted)).encode() in answer.content
            if method == "DELETE" and address == "/api/v1/me/tokens/" and not is_refused:
                scripts = renewed(olga, scripts)
    assert wrong == []


def renewed(player: Player, scripts: dict[Scope, Client]) -> dict[Scope, Client]:
    """The clients, with a token of one scope each."""
    for scope, client in scripts.items():
        token = tokens.issue(player, scopes=[scope]).token
        client.defaults["HTTP_AUTHORIZATION"] = f"Token {token}"
    return scripts


@pytest.mark.django_db
def test_whom_an_entry_enters_says_which_scope_it_asks_for() -> None:
    olga = Player.objects.create_person("olga", "a password of olga")
    tournament = opened(olga)
    address = f"/api/v1/tournaments/{tournament.slug}/entrants/"
    bodies = {
        Scope.PLAY: ("{}", "application/json"),
        Scope.ORGANISE: ('{"bot": "greedy"}', "application/json"),
    }
    for wanted, body in bodies.items():
        for scope in (Scope.PLAY, Scope.ORGANISE):
            token = tokens.issue(olga, scopes=[scope]).token
            client = Client(headers={"Authorization": f"Token {token}"})
            answer = client.post(address, *body)
            assert answer.status_code == (201 if scope == wanted else 403), (wanted, scope)


def test_the_schema_names_the_scope_of_each_operation() -> None:
    paths = SchemaGenerator().get_schema(public=True)["paths"]

    def named(method: str, address: str) -> list[str]:
        security = paths[f"/api/v1/{address}"][method]["security"]
        return next(one["token"] for one in security if "token" in one)

    assert named("get", "tournaments/") == ["read"]
    assert named("post", "tournaments/") == ["organise"]
    assert named("post", "tournaments/{name}/entrants/") == ["organise", "play"]
    assert named("post", "matches/{match_id}/moves/") == ["play"]
    assert named("delete", "me/") == ["account"]


def test_what_is_no_scope_of_a_get_need_not_be_said() -> None:
    assert wanted_of(object(), "GET") == {Scope.READ}
    assert all(wanted_of(object(), method) for method in SAFE)
    assert not wanted_of(object(), "POST")
