"""Webhooks over REST: made, changed, tested and ended by who owns them, and seen by nobody else."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.utils import timezone
from rest_framework.test import APIClient

from casino_site.hooks import delivering, redelivery, subscriptions
from casino_site.hooks.models import Delivery, Webhook
from games.accounts import guests, leaving, my_data, tokens
from games.accounts.scopes import Scope
from games.models import Player
from tests.api import code_of, signed_in
from tests.hooks.receiver import Receiver
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db]
HOOKS = "/api/v1/me/webhooks/"
URL = "https://example.com/hook"


def made(player: Player, **body: Any) -> Any:
    answer = signed_in(player).post(HOOKS, {"url": URL} | body, format="json")
    assert answer.status_code == 201, answer.content
    return answer.json()


def test_a_webhook_is_made_and_shows_its_secret_once(olga: Player, event: Tournament) -> None:
    client = signed_in(olga)
    answer = client.post(
        HOOKS, {"url": URL, "event": event.slug, "description": "Our club"}, format="json"
    )
    told = answer.json()
    secret = told.pop("secret")
    assert secret.startswith("whsec_")
    assert client.get(answer["Location"]).json() == told
    assert client.get(HOOKS).json()["results"] == [told]
    assert told["event"] == {"id": event.pk.hex, "slug": event.slug, "name": event.name}
    assert secret not in str(client.get(HOOKS).content)


def test_an_answer_with_a_secret_is_not_kept_by_its_key(olga: Player) -> None:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {tokens.issue(olga).token}")
    for status in (201, 409):
        answer = client.post(HOOKS, {"url": URL}, format="json", headers={"Idempotency-Key": "one"})
        assert answer.status_code == status
    assert code_of(answer) == (409, "idempotency_answer_not_kept")
    assert Webhook.objects.count() == 1


def test_nobody_else_sees_a_webhook_or_its_messages(olga: Player) -> None:
    zoe = Player.objects.create_person("zoe", "a password")
    one = f"{HOOKS}{made(olga)['id']}/"
    client = signed_in(zoe)
    assert client.get(HOOKS).json()["results"] == []
    for method, address in (
        ("get", one), ("patch", one), ("delete", one), ("post", one + "secret/"),
        ("post", one + "ping/"), ("get", one + "deliveries/"),
        ("get", one + "deliveries/msg_1/"), ("post", one + "deliveries/msg_1/redeliver/"),
    ):  # fmt: skip
        answer = getattr(client, method)(address, {} if method != "get" else None, format="json")
        assert code_of(answer) == (404, "unknown_webhook"), address
    again = client.post(one + "redeliver/", {"after": 0}, format="json")
    assert code_of(again) == (404, "unknown_webhook")
    assert Webhook.objects.count() == 1


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"url": "https://10.0.0.1/"}, (409, "bad_target")),
        ({"url": "http://example.com/"}, (409, "bad_target")),
        ({"types": ["no_such_fact"]}, (409, "unknown_types")),
        ({"event": "no-such-event"}, (404, "unknown_tournament")),
        ({"surprise": 1}, (400, "invalid")),
    ],
)
def test_what_cannot_be_is_refused(olga: Player, body: Any, code: tuple[int, str]) -> None:
    answer = signed_in(olga).post(HOOKS, {"url": URL} | body, format="json")
    assert code_of(answer) == code


def test_a_hidden_event_is_followed_by_nobody(olga: Player, event: Tournament) -> None:
    """Not even by who directs it and may read it: what is sent is for strangers."""
    Tournament.objects.filter(pk=event.pk).update(hidden=True)
    answer = signed_in(olga).post(HOOKS, {"url": URL, "event": event.slug}, format="json")
    assert code_of(answer) == (404, "tournament_hidden")


def test_a_guest_has_no_webhooks() -> None:
    answer = signed_in(guests.play_as_guest()).post(HOOKS, {"url": URL}, format="json")
    assert code_of(answer) == (403, "people_only")


def test_a_token_needs_the_scope_of_accounts(olga: Player) -> None:
    client = APIClient()
    token = tokens.issue(olga, scopes=[Scope.READ, Scope.PLAY, Scope.ORGANISE]).token
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    assert code_of(client.get(HOOKS)) == (403, "scope_missing")
    assert code_of(client.post(HOOKS, {"url": URL}, format="json")) == (403, "scope_missing")


def test_nobody_has_more_than_the_limit(olga: Player) -> None:
    for _ in range(20):
        made(olga)
    answer = signed_in(olga).post(HOOKS, {"url": URL}, format="json")
    assert code_of(answer) == (409, "too_many_webhooks")


def test_a_webhook_is_paused_and_turned_on_again(olga: Player) -> None:
    client, one = signed_in(olga), f"{HOOKS}{made(olga)['id']}/"
    assert client.patch(one, {"on": False}, format="json").json()["state"] == "paused"
    assert code_of(client.post(one + "ping/")) == (409, "webhook_not_on")
    assert client.patch(one, {"on": True}, format="json").json()["state"] == "on"
    told = client.patch(one, {"url": "https://example.org/", "types": ["turn"]}, format="json")
    assert (told.json()["url"], told.json()["types"]) == ("https://example.org/", ["turn"])
    inside = client.patch(one, {"url": "https://10.0.0.1/"}, format="json")
    assert code_of(inside) == (409, "bad_target")


def test_a_test_is_sent_and_what_became_of_it_can_be_read(olga: Player, receiver: Receiver) -> None:
    client, one = signed_in(olga), f"{HOOKS}{made(olga, url=receiver.url)['id']}/"
    answer = client.post(one + "ping/")
    assert answer.status_code == 201
    delivering.deliver(Webhook.objects.get().pk, timezone.now)
    told = client.get(answer["Location"]).json()
    assert (told["state"], told["attempts"][0]["status"]) == ("delivered", 204)
    assert receiver.got[0].id == told["id"]
    again = client.post(answer["Location"] + "redeliver/")
    assert code_of(again) == (409, "not_to_be_redelivered")


def test_messages_are_listed_a_page_at_a_time_and_by_what_became_of_them(olga: Player) -> None:
    client, one = signed_in(olga), f"{HOOKS}{made(olga)['id']}/deliveries/"
    now = timezone.now()
    rows = [
        Delivery.objects.create(
            webhook=Webhook.objects.get(), kind="news", made_at=now, tried_since=now
        )
        for _ in range(5)
    ]
    Delivery.objects.filter(pk=rows[0].pk).update(state="parked")
    seen, address = [], one + "?limit=2"
    while address:
        page = client.get(address).json()
        seen += [row["id"] for row in page["results"]]
        address = page["next"]
    assert seen == [row.message for row in reversed(rows)]
    parked = client.get(one + "?state=parked").json()["results"]
    assert [row["id"] for row in parked] == [rows[0].message]


def test_everything_after_a_version_is_asked_for_again(
    olga: Player, event: Tournament, receiver: Receiver
) -> None:
    hook = made(olga, url=receiver.url, event=event.slug)
    again = signed_in(olga).post(f"{HOOKS}{hook['id']}/redeliver/", {"after": 1}, format="json")
    assert again.json() == {"version": 1}
    delivering.deliver(Webhook.objects.get().pk, timezone.now)
    assert receiver.versions == list(range(2, hook["version"] + 1))


def test_who_is_banned_or_gone_is_sent_no_more(olga: Player, receiver: Receiver) -> None:
    made(olga, url=receiver.url)
    leaving.stop_playing(olga, timezone.now())
    assert (Webhook.objects.get().state, Webhook.objects.get().why) == ("ended", "no_owner")
    assert my_data.document(olga)["webhooks"][0]["url"] == receiver.url
    leaving.leave(olga, timezone.now())
    assert not Webhook.objects.exists()


def test_the_owner_of_a_webhook_that_ends_is_written_to(
    olga: Player, event: Tournament, receiver: Receiver
) -> None:
    EmailAddress.objects.create(user=olga, email="olga@club.example", verified=True, primary=True)
    hook = subscriptions.create(olga, receiver.url, timezone.now(), event=event.slug, after=0).hook
    receiver.will_answer(410)
    delivering.deliver(hook.pk, timezone.now)
    [written] = mail.outbox
    assert written.to == ["olga@club.example"]
    assert receiver.url in written.body


def test_sending_again_is_counted(olga: Player, event: Tournament) -> None:
    hook = Webhook.objects.get(pk=made(olga, event=event.slug)["id"])
    for _ in range(59):
        redelivery.redeliver_after(hook, 0, timezone.now())
    answer = signed_in(olga).post(f"{HOOKS}{hook.pk.hex}/ping/")
    assert code_of(answer) == (429, "throttled")
