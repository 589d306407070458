"""Whole events among bots with results given, for the pages that show them."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from games.models import Player
from tournaments.actions import services
from tournaments.core.anchors import Anchor
from tournaments.core.stages import Pairing
from tournaments.domain.round_commands import RecordResults, ReportedResult
from tournaments.domain.settings import Settings, StageSettings
from tournaments.models import Tournament
from tournaments.progress import advance
from tournaments.store.tournament_log import run, tournament_log

OVER = timedelta(minutes=6)


def stage(key: str, **more: Any) -> StageSettings:
    options = {"minutes": 5} if key == "arena" else {}
    return StageSettings(key, options | more.pop("options", {}), **more)


def started(by: Player, entrants: int, *stages: StageSettings, **settings: Any) -> Tournament:
    """An event of so many bots, started and paired."""
    name = settings.pop("name", f"Event of {entrants}")
    made = services.create(
        by, Settings(name, capacity=entrants, stages=stages, **settings), now=timezone.now()
    )
    services.open_registration(made, by, now=timezone.now())
    services.enter_bots(made, by, "random", entrants, now=timezone.now())
    services.start(made, by, now=timezone.now())
    advance.advance(made.pk, timezone.now)
    return Tournament.objects.get(pk=made.pk)


def play_tables(
    tournament: Tournament, tables: int | None = None, clock: advance.Clock = timezone.now
) -> None:
    """Records results of so many of the open tables, and does what is due then."""
    current = tournament_log.load(tournament.pk).current
    assert current is not None
    open_ = [
        pairing
        for round_ in current.open_rounds
        for pairing in round_.in_order
        if not pairing.decided
    ]
    results = tuple(_result(pairing) for pairing in open_[:tables])
    run(
        tournament.pk,
        lambda state: RecordResults(results, clock()) if results else None,
        actor="system",
        now=clock(),
    )
    advance.advance(tournament.pk, clock)
    tournament.refresh_from_db()


def _result(pairing: Pairing) -> ReportedResult:
    """Sides in an order that the number of the table shifts; the first one has 21."""
    assert pairing.match is not None
    sides = len(pairing.sides)
    places = tuple((at + pairing.number + pairing.round) % sides + 1 for at in range(sides))
    points = tuple(25 - 4 * place for place in places)
    anchor = Anchor(f"match-{pairing.match}", 8, "0" * 64)
    return ReportedResult(pairing.match, places, points, (True,) * sides, "score", anchor)


def play_out(tournament: Tournament) -> None:
    """To the end, the clock of an arena run down."""
    while tournament.state == Tournament.State.RUNNING:
        if tournament.format == "arena":
            play_tables(tournament, clock=lambda: timezone.now() + OVER)
        else:
            play_tables(tournament)
