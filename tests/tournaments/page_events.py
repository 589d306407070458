"""Whole events among bots, for the pages that show them."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from games.bot_turns import play_due_bots
from games.models import Match, Player
from tournaments import duties, services
from tournaments.domain.settings import Settings, StageSettings
from tournaments.models import Tournament

MINUTES = timedelta(minutes=6)


def stage(key: str, **more: Any) -> StageSettings:
    options = {"minutes": 5} if key == "arena" else {}
    return StageSettings(key, options | more.pop("options", {}), **more)


def started(by: Player, entrants: int, *stages: StageSettings, **settings: Any) -> Tournament:
    """An event of so many bots, started and paired."""
    made = services.create(
        by,
        Settings(f"Event of {entrants}", capacity=entrants, stages=stages, **settings),
        now=timezone.now(),
    )
    services.open_registration(made, by, now=timezone.now())
    services.enter_bots(made, by, "random", entrants, now=timezone.now())
    services.start(made, by, now=timezone.now())
    duties.advance(made.pk, timezone.now)
    return Tournament.objects.get(pk=made.pk)


def play_tables(tournament: Tournament, tables: int | None = None) -> None:
    """Plays so many of the open matches to their ends, and does what is due then."""
    open_ = Match.objects.exclude(status=Match.Status.FINISHED).order_by("created_at", "id")
    for match in open_[:tables] if tables else open_:
        while play_due_bots(match.pk, timezone.now):
            pass
    duties.advance(tournament.pk, timezone.now)
    tournament.refresh_from_db()


def play_out(tournament: Tournament) -> None:
    """To the end, the clock of an arena run down."""
    ahead = timedelta(0)
    while tournament.state == Tournament.State.RUNNING:
        play_tables(tournament)
        if tournament.format == "arena":
            ahead += MINUTES
            duties.advance(tournament.pk, lambda ahead=ahead: timezone.now() + ahead)
            tournament.refresh_from_db()
