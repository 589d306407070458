"""What a new house shows: a tournament that is running, and one that waits for its first person."""

from collections.abc import Mapping
from datetime import datetime

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Player
from tournaments.actions import services
from tournaments.domain.settings import FIRST_PERSON, Settings
from tournaments.models import Member, Tournament

HOUSE = "house"
BOTS: Mapping[str, int] = {"greedy": 4, "random": 4}
PLACES = 8
# So many are played at once at most, however many people begin one.
MOST_CHALLENGES = 50


def seed_demo(now: datetime) -> None:
    """Makes the two tournaments and brings each as far as it goes by itself; twice is as once."""
    house = the_house()
    running = _of(house, "manual") or services.create(
        house,
        Settings(_("Eight bots, one champion"), capacity=PLACES, bot_pace_ms=500),
        now=now,
    )
    _open(running, house, now)
    _play(running, house, now)
    _open(_of(house, FIRST_PERSON) or _new_challenge(house, now), house, now)


def keep_challenge_open(now: datetime) -> None:
    """Where the house challenges people, there is always one such event that nobody has entered:
    the next opens when one has begun. Done twice, or at once by two, it is as done once.
    """
    rows = Player.objects.filter(handle=HOUSE, kind=Player.Kind.BOT)
    challenges = Tournament.objects.filter(settings__autostart=FIRST_PERSON)
    if not challenges.filter(organiser__in=rows).exists():
        return
    with transaction.atomic():
        house = rows.select_for_update().get()
        unfinished = challenges.filter(organiser=house).exclude(
            state__in=(
                Tournament.State.COMPLETED,
                Tournament.State.CANCELLED,
                Tournament.State.DELETED,
            )
        )
        waiting = unfinished.filter(
            state__in=(Tournament.State.DRAFT, Tournament.State.REGISTRATION)
        ).first()
        if waiting is None and unfinished.count() < MOST_CHALLENGES:
            waiting = _new_challenge(house, now)
        if waiting is not None:
            _open(waiting, house, now)


def _new_challenge(house: Player, now: datetime) -> Tournament:
    settings = Settings(
        _("Beat the house"),
        capacity=PLACES,
        turn_seconds=45,
        bot_pace_ms=700,
        autostart=FIRST_PERSON,
        fill_with_bots="greedy",
    )
    return services.create(house, settings, now=now)


def the_house() -> Player:
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
