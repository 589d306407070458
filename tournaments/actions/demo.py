"""What a new house shows: a tournament that is running, and one that waits for its first person."""

from collections.abc import Mapping
from datetime import datetime

from django.contrib.auth.hashers import make_password
from django.utils.translation import gettext as _

from games.models import Player
from tournaments.actions import services
from tournaments.domain.settings import Settings
from tournaments.models import Member, Tournament

HOUSE = "house"
BOTS: Mapping[str, int] = {"greedy": 4, "random": 4}
PLACES = 8


def seed_demo(now: datetime) -> None:
    """Makes the two tournaments and brings each as far as it goes by itself; twice is as once."""
    house = _house()
    running = _of(house, "manual") or services.create(
        house,
        Settings(_("Eight bots, one champion"), capacity=PLACES, bot_pace_ms=500),
        now=now,
    )
    _open(running, house, now)
    _play(running, house, now)
    waiting = _of(house, "first_person") or services.create(
        house,
        Settings(
            _("Beat the house"),
            capacity=PLACES,
            turn_seconds=45,
            bot_pace_ms=700,
            autostart="first_person",
            fill_with_bots="greedy",
        ),
        now=now,
    )
    _open(waiting, house, now)


def _house() -> Player:
    """The organiser: a name that nobody can sign in with."""
    house, _made = Player.objects.get_or_create(
        handle=HOUSE, kind=Player.Kind.BOT, defaults={"password": make_password(None)}
    )
    return house


def _of(house: Player, autostart: str) -> Tournament | None:
    return (
        Tournament.objects.filter(organiser=house, settings__autostart=autostart)
        .order_by("id")
        .first()
    )


def _open(tournament: Tournament, house: Player, now: datetime) -> None:
    tournament.refresh_from_db()
    if tournament.state == Tournament.State.DRAFT:
        services.open_registration(tournament, house, now=now)


def _play(tournament: Tournament, house: Player, now: datetime) -> None:
    tournament.refresh_from_db()
    if tournament.state != Tournament.State.REGISTRATION:
        return
    for key, wanted in BOTS.items():
        entered = Member.objects.filter(tournament=tournament, bot=key).count()
        if entered < wanted:
            services.enter_bots(tournament, house, key, wanted - entered, now=now)
    services.start(tournament, house, now=now)
