"""Tournaments in every state, and what is done to get them there."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from games.jobs.bot_turns import play_due_bots
from games.match import commands
from games.models import Match, Player
from games.store import eventstore
from tests.noon import NOON, at_noon
from tournaments.actions import services
from tournaments.domain.settings import Settings
from tournaments.models import Pairing, Tournament
from tournaments.progress import advance
from tournaments.store.tournament_log import tournament_log

# Of four people: start, round 1, its two results in one go, the final, its result.
FOUR_PLAYED = [
    "tournament_created",
    "registration_opened",
    *["entrant_registered"] * 4,
    "tournament_started",
    "stage_started",
    "round_paired",
    "round_published",
    *["result_recorded"] * 2,
    "round_closed",
    "round_paired",
    "round_published",
    "result_recorded",
    "round_closed",
    "stage_completed",
    "tournament_completed",
]

Wins = Callable[[Pairing], int]


def made(organiser: Player, **options: Any) -> Tournament:
    """A tournament in draft."""
    return services.create(organiser, Settings(**{"name": "Friday night"} | options), now=NOON)


def opened(organiser: Player, *players: Player, **options: Any) -> Tournament:
    """A tournament whose registration is open, the players entered in order."""
    tournament = made(organiser, **options)
    services.open_registration(tournament, organiser, now=NOON)
    for player in players:
        services.enter(tournament, player, now=NOON)
    return tournament


def running(organiser: Player, players: Sequence[Player], **options: Any) -> Tournament:
    """A tournament that has started and has done what is due."""
    tournament = opened(organiser, *players, **options)
    services.start(tournament, organiser, now=NOON)
    advance.advance(tournament.pk, at_noon)
    return tournament


def first_wins(pairing: Pairing) -> int:
    return 0


def finish_matches(tournament: Tournament, wins: Wins = first_wins) -> int:
    """Ends the open matches of two people: both cut, and the loser resigns."""
    pairings = Pairing.objects.filter(tournament=tournament, decided=False, match__isnull=False)
    open_pairings = list(pairings.filter(match__status__in=("waiting", "playing")))
    for pairing in open_pairings:
        assert pairing.match_id is not None
        players = players_of(pairing)
        for player in players:
            commands.cut(pairing.match_id, player, bytes(16), now=NOON)
        loser = players[1 - wins(pairing)]
        commands.resign(pairing.match_id, loser, command_id="resign", now=NOON)
    return len(open_pairings)


def players_of(pairing: Pairing) -> list[Player]:
    """Who sits at the pairing's table, by side."""
    return [
        member.player
        for seating in pairing.seatings.order_by("side", "position")
        for member in seating.entrant.members.filter(plays=True)
    ]


def finish_bot_matches(now: Callable[[], datetime] = at_noon) -> None:
    """Lets the bots play every open match to its end."""
    for match in Match.objects.exclude(status=Match.Status.FINISHED):
        while play_due_bots(match.pk, now):
            pass


def play_to_the_end(tournament: Tournament, wins: Wins = first_wins) -> None:
    advance.advance(tournament.pk, at_noon)
    while finish_matches(tournament, wins):
        advance.advance(tournament.pk, at_noon)


def facts_of(tournament: Tournament) -> list[str]:
    return [fact.type for fact in eventstore.read(tournament_log.stream_of(tournament.pk))]


def seated_twice() -> list[UUID]:
    """Matches that have not exactly two seats."""
    return [match.pk for match in Match.objects.all() if match.seats.count() != 2]
