"""A clock, and what happens to an event that somebody follows."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from casino_site.hooks.models import Webhook
from games.models import Player
from tests.noon import NOON
from tournaments.actions import services
from tournaments.models import Tournament


class Later:
    """A clock that is moved on by hand."""

    def __init__(self) -> None:
        self.now = timezone.now()

    def __call__(self) -> Any:
        return self.now

    def goes_on(self, **much: float) -> None:
        self.now += timedelta(**much)


def enter(event: Tournament, name: str) -> None:
    player = Player.objects.create_person(name, "a password")
    event.refresh_from_db()
    services.enter(event, player, now=NOON)


def state(hook: Webhook) -> Webhook:
    return Webhook.objects.get(pk=hook.pk)
