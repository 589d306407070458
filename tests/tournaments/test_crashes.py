"""A worker that dies at any moment: its next start goes on, and nothing is lost or doubled."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from games import matches
from games.models import Match, Player
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
from tournaments import duties, seating, services
from tournaments.models import Pairing, Tournament

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
        patch.setattr(seating, "create_match", fuse.around(matches.create_match))
        patch.setattr(services, "project", fuse.around(services.project))
        patch.setattr(duties, "_step", fuse.around(duties._step))
        for tournament_id in duties.due_tournaments(NOON):
            duties.advance(tournament_id, at_noon)


def _played_with(fuse: Fuse, olga: Player, players: list[Player]) -> Tournament:
    """A tournament of four whose worker crashes once, and is started again."""
    tournament = opened(olga, *players, capacity=4, autostart="full")
    while duties.due_tournaments(NOON) or finish_matches(tournament):
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
