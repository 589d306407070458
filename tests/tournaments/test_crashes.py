"""A worker that dies at any moment: its next start goes on, and nothing is lost or doubled."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction

from games.match import opening
from games.models import Match, Player
from games.store.replay import check
from tests.forgetting import forget
from tests.long import SQLITE_FIRST, further
from tests.noon import NOON, at_noon
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.factories import FOUR_PLAYED, facts_of, finish_matches, opened, seated_twice
from tournaments.domain.settings import StageSettings
from tournaments.models import Pairing, Stage
from tournaments.models.ratings import RatedMatch
from tournaments.progress import advance, match_creation
from tournaments.ratings import projections as ladder_rows
from tournaments.ratings.progress import rate_tournament, unread_tournaments
from tournaments.store import projections, standings_snapshots
from tournaments.store.tournament_log import TOURNAMENTS, tournament_log

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]


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

    @property
    def has_blown(self) -> bool:
        return 0 < self.at <= self.moments

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
        patch.setattr(match_creation, "open_matches", fuse.around(opening.open_matches))
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


class Night:
    """An event in the hands of workers, of whom one crashes."""

    def __init__(self, work: Callable[[Fuse], None], more: Callable[[], object]) -> None:
        self.work, self.more, self.crashes = work, more, 0

    def crash_everywhere(self, check: Callable[[], None]) -> None:
        """Once with a crash at each moment of each duty, and on from there to the end, which is
        checked; the duties before that moment are not done again for each of them.
        """
        while self.more():
            at = 1
            while self._crashes(Fuse(at), check):
                at += 1
            self.crashes += at - 1
        check()

    def _crashes(self, fuse: Fuse, check: Callable[[], None]) -> bool:
        """Whether the duty had a moment so late; what came of the crash is undone."""
        with transaction.atomic():
            try:
                self.work(fuse)
            except Crash:
                self._play_on()
                check()
                transaction.set_rollback(True)
        if not fuse.has_blown:
            return False
        forget()
        return True

    def _play_on(self) -> None:
        while self.more():
            self.work(Fuse(0))


def test_a_crash_at_any_moment_loses_nothing_and_doubles_nothing(
    olga: Player, people: NewPlayers
) -> None:
    tournament = opened(olga, *people(4), capacity=4, autostart="full")
    night = Night(
        _advance_with, lambda: advance.due_tournaments(NOON) or finish_matches(tournament)
    )

    def check() -> None:
        assert facts_of(tournament) == FOUR_PLAYED, f"after crash {night.crashes}"
        assert Pairing.objects.filter(tournament=tournament).count() == 3
        assert Match.objects.filter(pairing__tournament=tournament).count() == 3
        assert Match.objects.count() == 3
        assert seated_twice() == []

    night.crash_everywhere(check)
    assert night.crashes > 25


@further
def test_a_crash_at_any_moment_of_a_swiss_round_loses_and_doubles_nothing(
    olga: Player, people: NewPlayers
) -> None:
    """Nor a rating, nor an edition of the standings, where every round is paired from the last."""
    swiss = (StageSettings("swiss", {"rounds": 2}),)
    options = {"capacity": 3, "autostart": "full", "stages": swiss, "starts": "rounds"}
    tournament = opened(olga, *people(3), **options)
    night = Night(
        _rate_with,
        lambda: advance.due_tournaments(NOON) or unread_tournaments() or finish_matches(tournament),
    )
    whole: list[str] = []

    def check_swiss() -> None:
        whole[:] = whole or facts_of(tournament)
        assert facts_of(tournament) == whole, f"after crash {night.crashes}"
        played = Match.objects.filter(pairing__tournament=tournament).count()
        assert played == RatedMatch.objects.filter(tournament=tournament.pk).count() == 2
        stage = Stage.objects.get(tournament=tournament)
        assert stage.edition >= stage.changed, "the standings shown are not the newest"
        assert seated_twice() == []
        assert check(TOURNAMENTS, tournament_log.stream_of(tournament.pk)).fault is None

    night.crash_everywhere(check_swiss)
    assert night.crashes > 30
