"""An event whose people have typed something into its facts."""

from collections.abc import Sequence
from typing import Any

from django.apps import apps

from games.models import Player
from games.store import eventstore
from games.store.actors import SYSTEM_ACTOR, player_actor
from tests.noon import NOON, at_noon
from tests.tournaments.factories import finish_matches, opened
from tournaments.actions import services
from tournaments.domain.entrant_commands import Entry, RegisterEntrants
from tournaments.domain.fact_parts import Member
from tournaments.domain.settings import StageSettings
from tournaments.models import Tournament
from tournaments.progress import advance
from tournaments.store.taking_away import take_away
from tournaments.store.tournament_log import run, tournament_log

NAME, CLUB, REASON = "Grace of the Mill", "Harbour Wanderers", "a cousin was rude to the umpire"


def event_with_words(olga: Player, players: Sequence[Player]) -> Tournament:
    """A Swiss of six people, who have names and clubs, after a round."""
    swiss = StageSettings("swiss", {"rounds": 3})
    tournament = opened(olga, stages=(swiss,), capacity=8)
    entries = tuple(
        Entry(f"{number:032x}", (Member(player.pk.hex),), f"{NAME} {number}", CLUB * (number < 3))
        for number, player in enumerate(players)
    )
    enter = RegisterEntrants(olga.pk.hex, entries)
    run(tournament.pk, lambda _: enter, actor=player_actor(olga.pk), now=NOON)
    services.start(tournament, olga, now=NOON)
    advance.advance(tournament.pk, at_noon)
    finish_matches(tournament)
    advance.advance(tournament.pk, at_noon)
    return tournament


def stream_of(event: Tournament) -> str:
    return tournament_log.stream_of(event.pk)


def version_of(event: Tournament, type_: str, field: str, text: str) -> int:
    """Of the first fact that has this text."""
    facts = eventstore.read(stream_of(event))
    return next(
        fact.version for fact in facts if fact.type == type_ and fact.data.get(field) == text
    )


def taken(event: Tournament, version: int, field: str, **options: Any) -> int:
    given = {"by": None, "actor": SYSTEM_ACTOR, "reason": "asked for it", "now": NOON} | options
    return take_away(stream_of(event), version, field, **given)


def everything_stored() -> str:
    """Every value of every row of every table."""
    return " ".join(
        str(bytes(value) if isinstance(value, memoryview) else value)
        for model in apps.get_models(include_auto_created=True)
        for row in model._default_manager.values_list()
        for value in row
    )
