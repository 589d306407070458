"""A worker that dies at any moment: its next start goes on, and nothing is lost or doubled."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from django.db import transaction

from games.match import commands
from games.match.match_log import match_log
from games.models import Match, Player
from games.store.replay import check
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.houses import (
    FOUR_PLAYED,
    NOON,
    at_noon,
    facts_of,
    finish_matches,
    opened,
    seated_twice,
)
from tournaments.domain.settings import StageSettings
from tournaments.models import Pairing, Stage, Tournament
from tournaments.models.ratings import RatedMatch
from tournaments.progress import advance, match_creation
from tournaments.ratings import projections as ladder_rows
from tournaments.ratings.progress import rate_tournament, unread_tournaments
from tournaments.store import projections, standings_snapshots
from tournaments.store.tournament_log import TOURNAMENTS, tournament_log

pytestmark = [pytest.mark.store, pytest.mark.django_db]


class Crash(Exception):
    pass


class Fuse:
    """Blows once, at a chosen one of the moments that it is told of; counts them all."""

    def __init__(self, at: int) -> None:
        self.at, self.moments = at, 0

    def tick(self) -> None:
        self.moments += 1
        if self.moments == self.at:
            raise Crash

    def around(self, work: Callable[..., Any]) -> Callable[..., Any]:
        """The work, with a moment before it and one after it."""

        def fused(*args: Any, **kwargs: Any) -> Any:
            self.tick()
            done = work(*args, **kwargs)
            self.tick()
            return done

        return fused


def _advance_with(fuse: Fuse) -> None:
    """One run of the duty, by a worker that crashes where the fuse blows."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(match_creation, "create_match", fuse.around(commands.create_match))
        patch.setattr(projections, "project", fuse.around(projections.project))
        patch.setattr(advance, "_step", fuse.around(advance._step))
        for tournament_id in advance.due_tournaments(NOON):
            advance.advance(tournament_id, at_noon)


def _rate_with(fuse: Fuse) -> None:
    """The same of the duty that shows the standings and of the one that rates."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(standings_snapshots, "keep", fuse.around(standings_snapshots.keep))
        patch.setattr(ladder_rows, "project", fuse.around(ladder_rows.project))
        _advance_with(fuse)
        for tournament_id in unread_tournaments():
            rate_tournament(tournament_id, NOON)


def _played_with(fuse: Fuse, olga: Player, players: list[Player]) -> Tournament:
    """A tournament of four whose worker crashes once, and is started again."""
    tournament = opened(olga, *players, capacity=4, autostart="full")
    while advance.due_tournaments(NOON) or finish_matches(tournament):
        with suppress(Crash):
            _advance_with(fuse)
    return tournament


def test_a_crash_at_any_moment_loses_nothing_and_doubles_nothing(
    olga: Player, people: NewPlayers
) -> None:
    players = people(4)
    at, crashes = 0, 0
    while True:
        at += 1
        fuse = Fuse(at)
        tournament = _played_with(fuse, olga, players)
        assert facts_of(tournament) == FOUR_PLAYED, f"crashed at moment {at}"
        assert Pairing.objects.filter(tournament=tournament).count() == 3
        assert Match.objects.filter(pairing__tournament=tournament).count() == 3
        if fuse.moments < at:
            break
        crashes += 1

    assert crashes > 25
    assert Match.objects.count() == 3 * (crashes + 1)
    assert seated_twice() == []


def test_a_crash_at_any_moment_of_a_swiss_round_loses_and_doubles_nothing(
    olga: Player, people: NewPlayers
) -> None:
    """Nor a rating, nor an edition of the standings, where every round is paired from the last."""
    players, at, whole = people(3), 0, None
    while True:
        at += 1
        fuse = Fuse(at)
        with transaction.atomic():
            facts = _checked_swiss(fuse, olga, players)
            transaction.set_rollback(True)
        match_log.forget()
        tournament_log.forget()
        whole = whole or facts
        assert facts == whole, f"crashed at moment {at}"
        if fuse.moments < at:
            break
    assert at > 30


def _checked_swiss(fuse: Fuse, olga: Player, players: list[Player]) -> list[str]:
    """The facts of a Swiss of two rounds whose worker crashes once."""
    swiss = (StageSettings("swiss", {"rounds": 2}),)
    tournament = opened(olga, *players, capacity=3, autostart="full", stages=swiss, starts="rounds")
    while advance.due_tournaments(NOON) or unread_tournaments() or finish_matches(tournament):
        with suppress(Crash):
            _rate_with(fuse)
    played = Match.objects.filter(pairing__tournament=tournament).count()
    assert played == RatedMatch.objects.filter(tournament=tournament.pk).count() == 2
    stage = Stage.objects.get(tournament=tournament)
    assert stage.edition >= stage.changed, "the standings shown are not the newest"
    assert seated_twice() == []
    assert check(TOURNAMENTS, tournament_log.stream_of(tournament.pk)).fault is None
    return facts_of(tournament)
