"""Workers that rate the same results at once: each match counts once, in every ladder."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

import pytest

from games.models import Player
from games.store import eventstore
from games.store.eventstore import StaleStream
from games.store.stream_log import StreamLog
from tests.noon import NOON
from tests.threads import in_threads
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.factories import play_to_the_end, running
from tests.tournaments.ladders import facts_of, recorded, result, rows
from tournaments.core.refusals import Busy
from tournaments.models.ratings import Rating
from tournaments.ratings import progress, services
from tournaments.ratings.services import RatableResult, rate

pytestmark = [pytest.mark.store, pytest.mark.django_db(transaction=True)]


def test_two_workers_with_the_same_results_rate_each_match_once(people: NewPlayers) -> None:
    results = duels(people(4), 6)
    failures = in_threads(*[partial(rate, results, NOON)] * 3)
    assert failures == []
    assert facts_of("duel") == ["ladder_opened"] + ["match_rated"] * 6
    assert sum(Rating.objects.values_list("matches", flat=True)) == 12


def test_workers_with_different_results_lose_none(people: NewPlayers) -> None:
    results = duels(people(4), 12)
    failures = in_threads(*[partial(rate, results[n::4], NOON) for n in range(4)])
    assert failures == []
    assert facts_of("duel") == ["ladder_opened"] + ["match_rated"] * 12
    assert sum(Rating.objects.values_list("matches", flat=True)) == 24


def test_sweeps_beside_each_other_rate_a_tournament_once(olga: Player, people: NewPlayers) -> None:
    tournament = running(olga, people(8), capacity=8)
    play_to_the_end(tournament)
    failures = in_threads(*[partial(progress.rate_due, NOON)] * 4)
    assert failures == []
    assert facts_of("duel") == ["ladder_opened"] + ["match_rated"] * 7
    assert progress.unread_tournaments() == []


def test_corrections_and_results_at_once_end_in_the_same_ratings(people: NewPlayers) -> None:
    players = people(4)
    results = duels(players, 6)
    rate(results, NOON)
    fixed = [
        RatableResult(
            match=before.match,
            tournament=before.tournament,
            revision=10 + n,
            teams=before.teams,
            places=(2, 1),
            at=NOON,
        )
        for n, before in enumerate(results)
    ]
    works = [partial(rate, [one], NOON) for one in fixed]
    failures = in_threads(*works, *works)
    assert failures == []
    assert facts_of("duel").count("rating_corrected") == 6
    before = rows()
    rate(fixed, NOON)
    assert rows() == before


def duels(players: list[Player], count: int) -> list[RatableResult]:
    tournament = recorded()
    pairs = [(a, b) for a in players for b in players if a != b][:count]
    return [result(tournament, f"m{n}", *pair, revision=n) for n, pair in enumerate(pairs, start=1)]


@contextmanager
def workers_that_do_not_look(trusting: bool) -> Iterator[None]:
    """Each takes every match for new; where the store trusts them, it asks for no id either."""
    real = StreamLog.append

    def append(log: Any, id_: Any, head: Any, decision: Any, now: datetime) -> Any:
        ids = {} if trusting else decision.commands
        return real(log, id_, head, replace(decision, commands=ids), now)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(services, "ATTEMPTS", 1)
        patch.setattr(services, "_standings", lambda *args: {})
        patch.setattr(StreamLog, "append", append)
        yield


def test_without_looking_and_without_ids_a_match_would_be_rated_twice(people: NewPlayers) -> None:
    """The control: the races above are real."""
    ann, bob, cem = people(3)
    rate([result(recorded(), "m0", cem, ann)], NOON)
    work = partial(rate, [result(recorded(), "m1", ann, bob)], NOON)
    with workers_that_do_not_look(trusting=True):
        in_threads(work, work)
    assert facts_of("duel").count("match_rated") == 3


def test_the_store_itself_takes_a_match_once(people: NewPlayers) -> None:
    ann, bob, cem = people(3)
    rate([result(recorded(), "m0", cem, ann)], NOON)
    work = partial(rate, [result(recorded(), "m1", ann, bob)], NOON)
    with workers_that_do_not_look(trusting=False):
        failures = in_threads(work, work)
    assert [type(failure) for failure in failures] == [Busy]
    assert facts_of("duel").count("match_rated") == 2


def test_a_worker_that_lost_a_race_reads_and_decides_again(
    people: NewPlayers, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = people(2)
    real: Callable[..., Any] = eventstore.insert
    results = [result(recorded(), "m", ann, bob)]
    calls = []

    def overtaken(*args: Any, **kwargs: Any) -> Any:
        calls.append(args)
        if len(calls) == 1:
            raise StaleStream
        return real(*args, **kwargs)

    monkeypatch.setattr(eventstore, "insert", overtaken)
    rate(results, NOON)
    assert len(calls) == 3, "the ladder's opening twice, and the match"
    assert facts_of("duel") == ["ladder_opened", "match_rated"]
