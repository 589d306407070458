"""A receiver, an event that goes on, and somebody who follows it."""

from collections.abc import Iterator

import pytest

from casino_site.hooks import subscriptions
from casino_site.hooks.models import Webhook
from games.models import Player
from tests.hooks.receiver import Receiver, receiving
from tests.hooks.scene import Later
from tests.tournaments.factories import opened
from tournaments.models import Tournament


@pytest.fixture(autouse=True)
def near(settings: "pytest.FixtureRequest") -> None:
    """Receivers of tests are on this machine."""
    settings.WEBHOOKS_LOOPBACK = True  # type: ignore[attr-defined]


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        yield found


@pytest.fixture
def olga(db: None) -> Player:
    return Player.objects.create_person("olga", "a password of olga")


@pytest.fixture
def event(olga: Player) -> Tournament:
    """Of four facts: made, opened, and two who have entered."""
    others = [Player.objects.create_person(name, "a password") for name in ("ann", "ben")]
    return opened(olga, *others)


@pytest.fixture
def clock() -> Later:
    return Later()


@pytest.fixture
def hook(olga: Player, event: Tournament, receiver: Receiver, clock: Later) -> Webhook:
    return subscriptions.create(olga, receiver.url, clock.now, event=event.slug, after=0).hook
