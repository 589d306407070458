"""Many at once: threads on real connections, and controls that show what the store prevents."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any
from uuid import UUID

import pytest

from games.accounts import bots
from games.models import Event, Match, Player
from games.store import eventstore
from games.store.aggregate import Head
from games.store.eventstore import StaleStream
from games.store.stream_log import StreamLog
from tests.noon import NOON, at_noon
from tests.threads import at_once
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.factories import facts_of, finish_matches, opened, running, seated_twice
from tournaments.actions import services
from tournaments.domain.entrant_commands import Entry, RegisterEntrants
from tournaments.domain.fact_parts import Member
from tournaments.domain.state import State
from tournaments.models import Entrant, Pairing, Tournament
from tournaments.progress import advance
from tournaments.store import projections
from tournaments.store.tournament_log import run

pytestmark = [pytest.mark.store, pytest.mark.django_db(transaction=True)]


def test_many_who_enter_at_once_never_exceed_the_capacity(olga: Player, people: NewPlayers) -> None:
    tournament = opened(olga, capacity=5, policies={"waiting_list": 0})
    works: list[Callable[[], object]] = [
        partial(services.enter, tournament, player, now=NOON) for player in people(12)
    ]

    answers = at_once(works)

    assert answers.count("tournament_full") == 7
    rows = Entrant.objects.filter(tournament=tournament).order_by("number")
    assert [row.number for row in rows] == [1, 2, 3, 4, 5]
    assert facts_of(tournament).count("entrant_registered") == 5


@contextmanager
def a_store_that_trusts_its_writers(together: int) -> Iterator[None]:
    """Commits wherever the head is by now, after so many writers have decided on the same state."""
    real, gate, lock = StreamLog.append, threading.Barrier(together), threading.Lock()

    def trusting(log: Any, id_: UUID, head: Head[State], *args: Any) -> Any:
        gate.wait()
        with lock:
            last = Event.objects.filter(stream=log.stream_of(id_)).latest("version")
            on_head = replace(head, state=replace(head.state, version=last.version), hash=last.hash)
            return real(log, id_, on_head, *args)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(StreamLog, "append", trusting)
        patch.setattr(projections, "project", lambda *args: None)
        yield


def test_without_the_expected_version_the_capacity_would_be_exceeded(
    olga: Player, people: NewPlayers
) -> None:
    """The control: the race of the test above is real, and the expected version wins it."""
    tournament = opened(olga, capacity=2)
    works: list[Callable[[], object]] = [
        partial(_enter_without_answer, tournament, player) for player in people(3)
    ]

    with a_store_that_trusts_its_writers(together=3):
        at_once(works)

    assert facts_of(tournament).count("entrant_registered") == 3 > tournament.capacity


def _enter_without_answer(tournament: Tournament, player: Player) -> None:
    entry = Entry(player.pk.hex, (Member(player.pk.hex),))
    command = RegisterEntrants(player.pk.hex, (entry,))
    run(tournament.pk, lambda state: command, actor="test", now=NOON)


def test_a_writer_that_loses_the_race_reads_and_decides_again(
    olga: Player, people: NewPlayers, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = people(2)
    tournament = opened(olga, capacity=1 + 1)
    real, calls = eventstore.insert, []

    def overtaken(*args: Any, **kwargs: Any) -> Any:
        calls.append(args)
        if len(calls) == 1:
            raise StaleStream
        return real(*args, **kwargs)

    monkeypatch.setattr(eventstore, "insert", overtaken)
    services.enter(tournament, first, now=NOON)

    assert len(calls) == 2
    assert Entrant.objects.count() == 1

    def never(*args: Any, **kwargs: Any) -> Any:
        raise StaleStream

    monkeypatch.setattr(eventstore, "insert", never)
    assert at_once([partial(services.enter, tournament, second, now=NOON)]) == ["busy"]


def test_workers_that_advance_at_once_double_nothing(olga: Player, people: NewPlayers) -> None:
    tournament = opened(olga, *people(8), capacity=8, autostart="full", starts="rounds")
    work = partial(advance.advance, tournament.pk, at_noon)

    rounds = 0
    while True:
        at_once([work, work, work])
        rounds += 1
        if not finish_matches(tournament):
            break

    assert rounds == 4, "three rounds, and the one that crowned"
    facts = facts_of(tournament)
    assert facts.count("tournament_started") == facts.count("tournament_completed") == 1
    assert facts.count("round_paired") == facts.count("round_closed") == 3
    assert facts.count("result_recorded") == 7
    assert Match.objects.count() == Pairing.objects.count() == 7
    assert seated_twice() == []


def test_results_that_come_in_while_matches_are_seated_are_recorded_once(
    olga: Player, people: NewPlayers
) -> None:
    tournament = running(olga, people(4), capacity=4)
    finish_matches(tournament)

    at_once([partial(advance.advance_all, at_noon)] * 4)

    assert facts_of(tournament).count("result_recorded") == 2
    assert Match.objects.count() == 3


def test_the_same_bots_made_twice_at_once_are_the_same_bots(db: None) -> None:
    found = at_once([partial(bots.bot_players, "greedy", 6, [])] * 4)

    handles = {tuple(bot.handle for bot in bots) for bots in found}  # type: ignore[attr-defined]
    assert handles == {tuple(f"greedy-{n}" for n in range(1, 7))}
