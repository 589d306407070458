"""Who may do what: alice runs the event, bob plays in it, charlie looks on; beside them a guest,
and nobody. Every operation of the API and of the pages has its line, or is in the registry.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import pytest
from allauth.mfa.models import Authenticator
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import get_resolver
from django.utils import timezone
from rest_framework.test import APIClient

from casino_site.hooks import subscriptions
from casino_site.hooks.models import Delivery
from games.accounts import guests, tokens
from games.casual import tables
from games.casual.models import Table
from games.casual.wishes import wish_in
from games.match.match_log import match_log
from games.models import Event, Match, Player
from tests.api import signed_in
from tests.long import further
from tests.noon import at_noon
from tests.site.watching import filled, routes
from tests.tournaments.action_doors import over_rest
from tests.tournaments.action_samples import Place, samples
from tests.tournaments.event_scenes import Scene
from tests.tournaments.factories import running
from tournaments.actions.action import Action, Who
from tournaments.actions.registry import ACTIONS
from tournaments.api.action_views import ONE, PARTS
from tournaments.domain.settings import StageSettings
from tournaments.models import Entrant, Pairing, Tournament
from tournaments.progress import advance
from tournaments.store.tournament_log import tournament_log

pytestmark = [pytest.mark.django_db]
PASSWORD = "zebra-crossing-9"
API, CONSOLE = "api/v1/", "tournaments/<slug:slug>/console/"
ADMIN, REPORT = "admin/", "report/<str:kind>/<id:subject>/"
OWNER, SEATED = frozenset({"alice"}), frozenset({"bob"})
PEOPLE = frozenset({"alice", "bob", "charlie"})
SIGNED_IN = PEOPLE | {"guest"}
EVERYBODY = SIGNED_IN | {"nobody"}
MAY = {
    Who.DIRECTORS: OWNER,
    Who.MEMBERS: OWNER | SEATED,
    Who.PLAYED_THERE: OWNER | SEATED,
    Who.ANYBODY: SIGNED_IN,
}
# What is in no registry. A GET that is not named is everybody's.
OVER_REST: Mapping[tuple[str, str], frozenset[str]] = {
    ("POST", "players/"): EVERYBODY,
    ("POST", "guests/"): EVERYBODY,
    ("POST", "records/"): EVERYBODY,
    ("POST", "tokens/"): SIGNED_IN,
    ("DELETE", "tokens/"): SIGNED_IN,
    ("GET", "me/"): SIGNED_IN,
    ("DELETE", "me/"): SIGNED_IN,
    ("GET", "me/data/"): SIGNED_IN,
    ("POST", "me/keep/"): SIGNED_IN,
    ("GET", "me/stream/"): SIGNED_IN,
    ("GET", "me/bots/"): SIGNED_IN,
    ("POST", "me/bots/"): PEOPLE,
    # Nobody else knows of anybody's: these are not there.
    ("GET", "me/bots/<str:handle>/"): SIGNED_IN,
    ("PATCH", "me/bots/<str:handle>/"): SIGNED_IN,
    ("DELETE", "me/bots/<str:handle>/"): SIGNED_IN,
    ("GET", "me/bots/<str:handle>/tokens/"): SIGNED_IN,
    ("POST", "me/bots/<str:handle>/tokens/"): SIGNED_IN,
    ("DELETE", "me/bots/<str:handle>/tokens/<str:key>/"): SIGNED_IN,
    ("GET", "me/challenges/"): SIGNED_IN,
    ("POST", "challenges/"): SIGNED_IN,
    ("POST", "challenges/<str:table>/accept/"): SIGNED_IN,
    ("POST", "challenges/<str:table>/decline/"): SIGNED_IN,
    ("GET", "me/tokens/"): SIGNED_IN,
    ("POST", "me/tokens/"): SIGNED_IN,
    ("DELETE", "me/tokens/"): SIGNED_IN,
    ("DELETE", "me/tokens/<str:key>/"): SIGNED_IN,
    ("GET", "me/matches/"): SIGNED_IN,
    ("GET", "me/events/"): SIGNED_IN,
    ("GET", "reports/"): SIGNED_IN,
    ("POST", "reports/"): SIGNED_IN,
    ("GET", "me/webhooks/"): SIGNED_IN,
    ("POST", "me/webhooks/"): PEOPLE,
    # Nobody else knows of anybody's: these are not there.
    ("GET", "me/webhooks/<str:webhook>/"): SIGNED_IN,
    ("PATCH", "me/webhooks/<str:webhook>/"): SIGNED_IN,
    ("DELETE", "me/webhooks/<str:webhook>/"): SIGNED_IN,
    ("POST", "me/webhooks/<str:webhook>/secret/"): SIGNED_IN,
    ("POST", "me/webhooks/<str:webhook>/ping/"): SIGNED_IN,
    ("POST", "me/webhooks/<str:webhook>/redeliver/"): SIGNED_IN,
    ("GET", "me/webhooks/<str:webhook>/deliveries/"): SIGNED_IN,
    ("GET", "me/webhooks/<str:webhook>/deliveries/<str:message>/"): SIGNED_IN,
    ("POST", "me/webhooks/<str:webhook>/deliveries/<str:message>/redeliver/"): SIGNED_IN,
    ("POST", "tournaments/"): SIGNED_IN,
    ("POST", "matches/"): SIGNED_IN,
    ("POST", "tables/find/"): SIGNED_IN,
    # Alice waits there for a friend, who may be anybody; and she alone may leave.
    ("POST", "tables/<str:table>/join/"): SIGNED_IN,
    ("POST", "tables/<str:table>/leave/"): OWNER,
    ("POST", "tables/<str:table>/here/"): OWNER,
    ("POST", "tables/<str:table>/bots/"): OWNER,
    # The match is one of an event.
    ("POST", "matches/<id:match_id>/rematch/"): SIGNED_IN,
    ("DELETE", "matches/<id:match_id>/rematch/"): SIGNED_IN,
    ("POST", "matches/<id:match_id>/another/"): SIGNED_IN,
    # The match is one of an event, where there are none.
    ("GET", "matches/<id:match_id>/hint/"): frozenset(),
    ("POST", "exhibition/"): EVERYBODY,
    # There is none while nobody has a bot.
    ("POST", "arena/"): SIGNED_IN,
    ("PATCH", "tournaments/<str:name>/"): OWNER,
    ("POST", "lessons/<slug:key>/consider/"): EVERYBODY,
    ("POST", "lessons/<slug:key>/try/"): EVERYBODY,
    ("POST", "matches/<id:match_id>/moves/"): SEATED,
    ("POST", "matches/<id:match_id>/cut/"): SEATED,
    ("POST", "matches/<id:match_id>/resign/"): SEATED,
    ("POST", "matches/<id:match_id>/take-back/"): SEATED,
}
# Pages that are for who has signed in, and those below the console, for who directs.
OWN_PAGES = (
    "account/", "account/keep/", "account/data/", "account/delete/", "account/password/",
    "account/again/", "account/again/passkey/", "account/again/options/", "account/address/",
    "account/passkeys/", "account/passkeys/add/", "account/passkeys/options/",
    "account/passkeys/<int:pk>/remove/", "account/sessions/", "tokens/",
    "tokens/<str:key>/revoke/", "tournaments/new/", "account/bots/",
    "account/bots/<str:handle>/", "account/bots/<str:handle>/tokens/",
    "account/bots/<str:handle>/tokens/<str:key>/revoke/", "account/bots/<str:handle>/retire/",
    "webhooks/", "webhooks/<id:webhook>/",
)  # fmt: skip
# What is pressed on the page of an event: the domain says who may.
PRESSED = {
    "enter/": SIGNED_IN,
    "withdraw/": SEATED,
    "check-in/": SEATED,
    "pause/": SEATED,
    "resume/": SEATED,
    "bye/": SEATED,
    "return/": SEATED,
    "open/": OWNER,
    "bots/": OWNER,
    "start/": OWNER,
}
# Pages that anybody may send something to.
OPEN_PAGES = (
    "play/", "players/<str:handle>/challenge/", "sign-up/", "sign-in/", "sign-in/passkey/",
    "sign-in/passkey/options/", "sign-out/", "guest/", "password/forgotten/",
    r"^password/new/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
    r"^account/address/(?P<key>[-:\w]+)/$", "account/address/sent/",
)  # fmt: skip
BODIES: Mapping[tuple[str, str], Any] = {
    ("POST", "tournaments/"): {"name": "Another"},
    ("PATCH", "tournaments/<str:name>/"): {"name": "Another", "reason": "So be it"},
    ("DELETE", "me/"): {"password": PASSWORD},
    ("POST", "me/tokens/"): {"scopes": ["read"]},
    ("POST", "me/bots/"): {"handle": "a-new-one"},
    ("POST", "challenges/"): {"player": "dora"},
    ("POST", "me/webhooks/"): {"url": "https://example.com/hook"},
    ("POST", "matches/<id:match_id>/resign/"): {"command_id": "enough"},
    ("POST", "matches/<id:match_id>/take-back/"): {"command_id": "back"},
    ("POST", "matches/<id:match_id>/cut/"): {"cut": "0" * 32},
    ("POST", "matches/<id:match_id>/moves/"): {"command_id": "x", "version": 1, "move": "Ac"},
}


@dataclass(frozen=True, slots=True)
class House:
    """A running event of alice's, in which bob sits at a table with dora."""

    ids: Mapping[str, UUID | None]
    tournament: Tournament
    target: Mapping[str, Any]
    match: Match
    table: Table
    message: Delivery

    @property
    def people(self) -> dict[str, Player | None]:
        """As the database has them now: who was deleted in one test is there in the next."""
        rows = Player.objects.in_bulk([id_ for id_ in self.ids.values() if id_ is not None])
        return {who: None if id_ is None else rows[id_] for who, id_ in self.ids.items()}

    @property
    def known(self) -> dict[str, str]:
        slug, entrant = self.tournament.slug, self.target["entrant"]
        return {
            "name": slug, "slug": slug, "entrant": entrant, "match_id": self.match.pk.hex,
            "handle": "bob", "ladder": "duel", "operation": "pause_tournament",
            "table": self.table.code, "webhook": self.message.webhook_id.hex,
            "message": self.message.message,
        }  # fmt: skip


@pytest.fixture(scope="module")
def house(django_db_setup: None, django_db_blocker: Any) -> Iterator[House]:
    """Set up once: each test takes back what it does."""
    _forget()
    with django_db_blocker.unblock(), taken_back():
        yield furnished()


def furnished() -> House:
    made = {
        name: Player.objects.create_person(name, PASSWORD)
        for name in ("alice", "bob", "charlie", "dora", "erin", "fay")
    }
    event = running(
        made["alice"],
        [made[name] for name in ("bob", "dora", "erin", "fay")],
        stages=(StageSettings("swiss", {"rounds": 2}),),
        policies={"late_entry": "always"},
    )
    advance.advance(event.pk, at_noon)
    entrant = Entrant.objects.get(tournament=event, members__player=made["bob"])
    pairing = Pairing.objects.get(tournament=event, seatings__entrant=entrant)
    target = {
        "entrant": entrant.pk.hex, "stage": 1, "round": 1, "pairing": pairing.number,
    }  # fmt: skip
    ids = {name: made[name].pk for name in ("alice", "bob", "charlie")}
    assert pairing.match is not None
    everybody = ids | {"guest": guests.play_as_guest().pk, "nobody": None}
    table = tables.create(made["alice"], wish_in({"opponents": ["link"]}), timezone.now())
    now = timezone.now()
    hook = subscriptions.create(made["alice"], "https://example.com/hook", now, event=event.slug)
    message = hook.hook.deliveries.create(kind=Delivery.Kind.FACTS, made_at=now, tried_since=now)
    return House(everybody, event, target, pairing.match, table, message)


def _forget() -> None:
    """States kept per process, and how often somebody has asked for anything."""
    for log in (match_log, tournament_log):
        log.forget()
    cache.clear()


@contextmanager
def taken_back() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    _forget()


def operations() -> Iterator[tuple[str, str]]:
    """Method and route, below the API's address, of everything that it does."""
    for route, callback in routes(get_resolver()):
        view = getattr(callback, "cls", None)
        if view is None or not route.startswith(API):
            continue
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE"):
            if hasattr(view, method.lower()):
                yield method, route.removeprefix(API)


def in_the_registry() -> set[tuple[str, str]]:
    acted = [action for action in ACTIONS.values() if action.segment is not None]
    return {(action.method, ONE + action.address.format_map(PARTS)) for action in acted}


def test_every_operation_of_the_api_has_its_line_or_is_in_the_registry() -> None:
    found = set(operations())
    acts = {one for one in found if one[0] != "GET"}
    assert acts == {one for one in OVER_REST if one[0] != "GET"} | in_the_registry()
    assert found >= set(OVER_REST)


@pytest.mark.parametrize("name", sorted(ACTIONS))
def test_who_may_take_an_action(name: str, house: House) -> None:
    """Who may not is told so before anything else is looked at."""
    action = ACTIONS[name]
    if action.segment is None:
        return  # pages alone offer it: below
    scene, charlie = Scene("running", house.tournament), house.people["charlie"]
    assert charlie is not None
    place = Place(scene, house.target, charlie)
    given = next(samples(action, place))
    found = {
        who
        for who, player in house.people.items()
        if over_rest(signed_in(player), action, place, given, preview=True).status not in (401, 403)
    }
    assert found == MAY[action.who], _codes(house, action, place, given)


def _codes(house: House, action: Action, place: Place, given: Any) -> dict[str, str]:
    return {
        who: over_rest(signed_in(player), action, place, given, preview=True).code
        for who, player in house.people.items()
    }


@pytest.mark.parametrize(("method", "route"), sorted(set(operations()) - in_the_registry()))
def test_who_may_ask_the_api_for_anything_else(method: str, route: str, house: House) -> None:
    found = set()
    for who, player in house.people.items():
        with taken_back():
            answer = _asked(signed_in(player), method, route, house)
        assert answer.status_code < 500
        if answer.status_code not in (401, 403):
            found.add(who)
    assert found == OVER_REST.get((method, route), EVERYBODY)


def _asked(client: APIClient, method: str, route: str, house: House) -> Any:
    address = f"/{API}{filled(route, house.known)}"
    if method == "GET":
        return client.get(address)
    body = BODIES.get((method, route), {})
    return client.generic(method, address, json.dumps(body), content_type="application/json")


def pages() -> set[str]:
    """Routes of all pages that take something, or are for somebody."""
    found = set()
    for route, callback in routes(get_resolver()):
        view = getattr(callback, "view_class", None)
        if route.startswith(API) or (view is None and not route.startswith("tournaments/")):
            continue
        if view is None or hasattr(view, "post") or route.startswith((CONSOLE, "account/")):
            found.add(route)
    return found


def test_every_page_that_takes_something_has_its_line() -> None:
    pressed = {f"tournaments/<slug:slug>/{part}" for part in PRESSED}
    # tests/staff/ has who may report what.
    told = {*OWN_PAGES, *OPEN_PAGES, *pressed, "account/closed/", REPORT}
    elsewhere = (CONSOLE, ADMIN)
    assert {route for route in pages() if not route.startswith(elsewhere)} == told


@further
def test_there_is_no_page_of_staff_for_anybody_else(house: House) -> None:
    of_staff = [route for route, _ in routes(get_resolver()) if route.startswith(ADMIN)]
    assert len(of_staff) > 20
    for player in house.people.values():
        client = browser(player)
        for route in of_staff:
            assert client.get(f"/{filled(route, house.known)}").status_code == 404, route


def browser(player: Player | None) -> Client:
    client = Client()
    if player is not None:
        client.force_login(player)
    return client


def test_pages_of_an_account_lead_nobody_to_the_sign_in(house: House) -> None:
    for route in OWN_PAGES:
        address = f"/{filled(route, house.known)}"
        for method in ("get", "post"):
            with taken_back():
                answer = getattr(Client(), method)(address)
            is_led = answer.status_code == 302 and answer["Location"].startswith("/sign-in/")
            assert is_led or answer.status_code == 405, (method, address)


def test_the_console_is_open_to_who_directs_alone(house: House) -> None:
    for route in sorted(route for route in pages() if route.startswith(CONSOLE)):
        address = f"/{filled(route, house.known)}"
        for who, player in house.people.items():
            for method in ("get", "post"):
                facts = Event.objects.count()
                with taken_back():
                    answer = getattr(browser(player), method)(address)
                    written = Event.objects.count() - facts
                path = answer.get("Location", "").partition("?")[0]
                away = "/sign-in/" if who == "nobody" else f"/tournaments/{house.known['slug']}/"
                # Who directs is led there too, by a few forms, but after something is done.
                assert who == "alice" or (path == away and not written), (who, method, address)
                assert who != "alice" or answer.status_code in (200, 302, 405), (method, address)


@pytest.mark.parametrize("part", PRESSED)
def test_what_is_pressed_on_the_page_of_an_event_is_done_for_nobody_else(
    part: str, house: House
) -> None:
    address = f"/tournaments/{house.tournament.slug}/{part}"
    for who, player in house.people.items():
        facts = Event.objects.count()
        with taken_back():
            answer = browser(player).post(address, {"bot": "greedy", "count": "1"})
            written = Event.objects.count() - facts
        assert not written or who in PRESSED[part], (who, written)
        if who == "nobody":
            assert answer["Location"].startswith("/sign-in/")


def test_nobody_revokes_anothers_token_or_removes_anothers_passkey(house: House) -> None:
    bob = house.people["bob"]
    assert bob is not None
    with taken_back():
        row = tokens.issue(bob).row
        key = Authenticator.objects.create(user=bob, type=Authenticator.Type.WEBAUTHN, data={})
        for who in ("alice", "charlie", "guest", "nobody"):
            client = browser(house.people[who])
            client.post(f"/tokens/{row.token_key}/revoke/")
            client.post(f"/account/passkeys/{key.pk}/remove/")
        assert tokens.living(bob) == [row]
        assert Authenticator.objects.filter(pk=key.pk).exists()
