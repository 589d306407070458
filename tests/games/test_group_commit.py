"""Moves that wait at the same moment are committed together, and each is answered for itself."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID

import pytest
from channels.db import database_sync_to_async
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.jobs.task_queue import enqueue_after_commit
from games.jobs.tasks import play_bot
from games.match import commands
from games.match.match_log import match_commits, match_log
from games.models import Event, Player
from games.store.aggregate import Change
from games.store.stream_log import Prepared, StreamLog
from games.store.verification import faults_of
from tests.games.tables import OpenMatch, a_legal_move, on_turn
from tests.noon import NOON

pytestmark = [pytest.mark.store, pytest.mark.django_db(transaction=True)]
TABLES = 5
in_db: Callable[..., Any] = database_sync_to_async


@pytest.fixture
def tables(open_match: OpenMatch, alice: Player, bob: Player) -> list[UUID]:
    """Matches in which both players have come."""
    matches = [open_match(alice, bob) for _ in range(TABLES)]
    for match_id in matches:
        for turn in range(2):
            mover, _ = on_turn(match_id, alice, bob)
            play(match_id, mover, f"first-{turn}")
    return matches


def play(match_id: UUID, player: Player, command_id: str) -> int:
    state = match_log.load(match_id)
    seen, move = state.version, a_legal_move(state)
    done = commands.play(match_id, player, move, seen_version=seen, command_id=command_id, now=NOON)
    return done.version


def prepared(match_id: UUID, *players: Player) -> Prepared:  # type: ignore[type-arg]
    mover, _ = on_turn(match_id, *players)
    state = match_log.load(match_id)
    seen, move = state.version, a_legal_move(state)
    found = commands.prepared_play(
        match_id, mover, move, seen_version=seen, command_id="together", now=NOON
    )
    assert found is not None
    return found


@pytest.fixture
def told() -> Iterator[list[UUID]]:
    """The matches whose changes were told, in their order."""
    found: list[UUID] = []

    def hear(sender: object, change: Change, **_: object) -> None:  # type: ignore[type-arg]
        found.append(change.id)

    match_log.changed.connect(hear)
    yield found
    match_log.changed.disconnect(hear)


def test_moves_of_many_matches_share_one_transaction_one_insert_and_one_update(
    tables: list[UUID], alice: Player, bob: Player, told: list[UUID]
) -> None:
    waiting = [prepared(match_id, alice, bob) for match_id in tables]
    with CaptureQueriesContext(connection) as queries:
        changes = match_log.append_together(waiting)

    said = [query["sql"].partition(" ")[0] for query in queries.captured_queries]
    # SQLite, which is in this process, is told of the rows one by one: "5 times: UPDATE …".
    update = "UPDATE" if connection.vendor == "postgresql" else f"{TABLES}"
    assert said == ["BEGIN", "INSERT", update, "COMMIT"]
    assert [change and change.id for change in changes] == told == tables
    assert all(not list(faults_of(match_log.stream_of(match_id))) for match_id in tables)


def test_one_that_conflicts_takes_no_other_with_it(
    tables: list[UUID], alice: Player, bob: Player, told: list[UUID]
) -> None:
    waiting = [prepared(match_id, alice, bob) for match_id in tables]
    mover, _ = on_turn(tables[2], alice, bob)
    play(tables[2], mover, "first there")
    told.clear()

    changes = match_log.append_together(waiting)

    assert [change is not None for change in changes] == [True, True, False, True, True]
    assert told == [*tables[:2], *tables[3:]]
    assert Event.objects.filter(command_id__endswith=":together").count() == TABLES - 1


async def test_what_waits_while_another_commit_is_under_way_goes_together_next(
    tables: list[UUID], alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = [await in_db(prepared)(match_id, alice, bob) for match_id in tables]
    batches: list[int] = []
    real, gathered = StreamLog.append_together, asyncio.Event()
    loop = asyncio.get_running_loop()

    def slow(log: StreamLog, batch: list[Prepared]) -> object:  # type: ignore[type-arg]
        batches.append(len(batch))
        if len(batches) == 1:
            asyncio.run_coroutine_threadsafe(gathered.wait(), loop).result()
        return real(log, batch)

    monkeypatch.setattr(StreamLog, "append_together", slow)
    commits = [asyncio.create_task(match_commits.commit(waiting[0]))]
    while not batches:
        await asyncio.sleep(0)
    commits += [asyncio.create_task(match_commits.commit(one)) for one in waiting[1:]]
    await asyncio.sleep(0)
    gathered.set()
    changes = await asyncio.gather(*commits)

    assert batches == [1, TABLES - 1]
    assert [change and change.id for change in changes] == tables


async def test_a_fault_of_the_database_leaves_each_to_be_decided_anew(
    tables: list[UUID], alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = await in_db(prepared)(tables[0], alice, bob)

    def broken(log: object, batch: object) -> object:
        raise OSError("the database went away")

    with monkeypatch.context() as patch:
        patch.setattr(StreamLog, "append_together", broken)
        assert await match_commits.commit(waiting) is None
    change = await match_commits.commit(waiting)
    assert change is not None
    assert change.after.version == waiting.decision.after.version


def test_nothing_is_prepared_where_only_the_store_can_answer(
    tables: list[UUID], alice: Player, bob: Player
) -> None:
    mover, other = on_turn(tables[0], alice, bob)
    state = match_log.load(tables[0])
    move = a_legal_move(state)

    def found(player: Player, version: int) -> object:
        return commands.prepared_play(
            tables[0], player, move, seen_version=version, command_id="one", now=NOON
        )

    assert found(mover, state.version)
    assert found(other, state.version) is None, "it would be refused"
    assert found(mover, state.version + 1) is None, "the client has seen more"
    match_log.forget()
    assert found(mover, state.version) is None, "nothing is kept"


async def test_the_thread_that_commits_for_all_waits_for_no_broker(
    tables: list[UUID], alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Redis hangs while the task of one table is queued: the others' moves go on."""
    broker = threading.Event()
    asked: list[str] = []

    def hang(*args: object, **options: object) -> None:
        asked.append(threading.current_thread().name)
        broker.wait()

    monkeypatch.setattr(play_bot, "apply_async", hang)

    def queue_bot(sender: object, **_: object) -> None:
        enqueue_after_commit(play_bot, "a match")

    match_log.changed.connect(queue_bot)
    try:
        for match_id in tables[:2]:
            waiting = await in_db(prepared)(match_id, alice, bob)
            assert await match_commits.commit(waiting) is not None
        while not asked:
            await asyncio.sleep(0)
        assert asked[0].startswith("queueing")
    finally:
        match_log.changed.disconnect(queue_bot)
        broker.set()
