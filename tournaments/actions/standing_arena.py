"""The arena of bots: there is always one that any bot account can join, as soon as there is one."""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.accounts import bot_accounts
from games.models import Player
from tournaments.actions import services
from tournaments.actions.demo import HOUSE, the_house
from tournaments.core.refusals import UnknownTournament
from tournaments.domain.policies import BOT_ACCOUNTS, BOTS_ALONE
from tournaments.domain.settings import Settings, StageSettings
from tournaments.formats.arena import Arena
from tournaments.models import Entrant, Tournament

FORMAT, MINUTES, PLACES, LEAST = Arena.key, 24 * 60, 256, 2
OPEN = (Tournament.State.REGISTRATION, Tournament.State.RUNNING, Tournament.State.PAUSED)


def current() -> Tournament | None:
    """The arena that can be joined now."""
    return _rows().filter(state__in=OPEN).order_by("-id").first()


def join(player: Player, now: datetime) -> Entrant:
    """Enters the player. Refuses `unknown_tournament` where there is none, and as `enter`."""
    keep_arena_open(now)
    arena = current()
    if arena is None:
        raise UnknownTournament()
    entrant = services.enter(arena, player, now=now)
    keep_arena_open(now)
    return entrant


def keep_arena_open(now: datetime) -> None:
    """Where people have bots there is an arena for them; it begins when two have entered, and the
    next opens when one is over. Done twice, or at once by two, it is as done once.
    """
    if not bot_accounts.living().exists():
        return
    house = the_house()
    with transaction.atomic():
        Player.objects.select_for_update().get(pk=house.pk)
        arena = _rows().filter(state__in=(*OPEN, Tournament.State.DRAFT)).order_by("-id").first()
        if arena is None:
            arena = services.create(house, _settings(), now=now)
        if arena.state == Tournament.State.DRAFT:
            services.open_registration(arena, house, now=now)
        elif arena.state == Tournament.State.REGISTRATION and arena.entered >= LEAST:
            services.start(arena, house, now=now)


def _rows() -> QuerySet[Tournament]:
    """The house's arenas of bots."""
    of_house = Tournament.objects.filter(
        organiser__handle=HOUSE, organiser__kind=Player.Kind.BOT, format=FORMAT
    )
    return of_house.filter(**{f"settings__policies__{BOT_ACCOUNTS}": BOTS_ALONE})


def _settings() -> Settings:
    return Settings(
        _("Arena of bots"),
        capacity=PLACES,
        turn_seconds=15,
        stages=(StageSettings(FORMAT, {"minutes": MINUTES}),),
        policies={BOT_ACCOUNTS: BOTS_ALONE, "late_entry": "always", "no_show": "pause"},
    )
