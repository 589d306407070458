"""The pages of webhooks, as their owner presses them."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from casino_site.hooks import delivering, subscriptions
from casino_site.hooks.models import Delivery, Webhook
from games.accounts import guests
from games.models import Player
from tests.hooks.receiver import Receiver
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db]
PAGE = "/webhooks/"


@pytest.fixture
def browser(olga: Player) -> Client:
    client = Client()
    client.force_login(olga)
    return client


def one_of(owner: Player, receiver: Receiver, event: Tournament) -> Webhook:
    return subscriptions.create(
        owner, receiver.url, timezone.now(), event=event.slug, after=0, description="Our chat"
    ).hook


def test_a_webhook_is_made_on_its_page_and_shows_its_secret_once(
    browser: Client, event: Tournament
) -> None:
    form = {"url": "https://example.com/hook", "event": event.slug, "description": "Our chat"}
    page = browser.post(PAGE, form).content.decode()
    assert re.search(r'value="whsec_[^"]+"', page)
    assert event.name in page
    hook = Webhook.objects.get()
    for address in (PAGE, f"{PAGE}{hook.pk.hex}/"):
        page = browser.get(address).content.decode()
        assert "Our chat" in page
        assert "whsec_" not in page


@pytest.mark.parametrize(
    ("field", "text", "said"),
    [
        ("url", "https://10.0.0.1/", "inside of the house"),
        ("event", "no-such-event", "There is no such tournament"),
    ],
)
def test_what_cannot_be_is_said_at_its_field(
    browser: Client, field: str, text: str, said: str
) -> None:
    page = browser.post(PAGE, {"url": "https://example.com/"} | {field: text}).content.decode()
    assert said in page
    assert f'id="id_{field}_error"' in page


def test_what_is_pressed_is_done(
    browser: Client, olga: Player, receiver: Receiver, event: Tournament
) -> None:
    hook = one_of(olga, receiver, event)
    address = f"{PAGE}{hook.pk.hex}/"

    def press(do: str, **more: str) -> str:
        page = browser.post(address, {"do": do, **more}, follow=True)
        assert page.status_code == 200
        return str(page.content.decode())

    press("ping")
    delivering.deliver(hook.pk, timezone.now)
    assert [got.message["type"] for got in receiver.got] == ["webhook.ping", "tournament.facts"]
    press("again", message=Delivery.objects.get(kind="facts").message)
    delivering.deliver(hook.pk, timezone.now)
    assert receiver.got[1].id == receiver.got[2].id
    assert "whsec_" in press("secret")
    assert "Turn it on" in press("pause")
    assert "Pause it" in press("on")
    assert "You have no webhooks" in press("delete")


def test_nobody_else_has_its_page(receiver: Receiver, olga: Player, event: Tournament) -> None:
    hook = one_of(olga, receiver, event)
    client = Client()
    client.force_login(Player.objects.create_person("zoe", "a password"))
    for method in (client.get, client.post):
        assert method(f"{PAGE}{hook.pk.hex}/", {"do": "delete"}).status_code == 404
    assert Webhook.objects.exists()


def test_a_guest_is_led_to_keep_the_account() -> None:
    client = Client()
    client.force_login(guests.play_as_guest())
    assert client.get(PAGE)["Location"] == "/account/keep/"
