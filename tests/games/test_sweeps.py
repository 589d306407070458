"""What a lost hurry-up leaves undone is found again, once, and a dead broker fails nobody."""

from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

import pytest
from channels_redis.pubsub import RedisPubSubChannelLayer
from django.db import connection, transaction
from kombu.pools import producers

from games.jobs import bot_turns, task_queue, tasks, work_queue
from games.match import commands
from games.match.clocks import BOT_LEASE, GRACE
from games.match.match_log import match_log
from games.models import Match, Player
from tests.games.tables import OpenMatch, a_legal_move
from tests.noon import NOON
from tests.threads import in_threads

pytestmark = [pytest.mark.store, pytest.mark.django_db]


def claimed_at(now: datetime) -> list[UUID]:
    return [match.pk for match in work_queue.claim_due_bots(now)]


@pytest.fixture
def queued(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str | None]]:
    """The matches for which a bot's turn was queued, and where."""
    found: list[tuple[str, str | None]] = []
    monkeypatch.setattr(
        task_queue, "_send", lambda task, args, queue: found.append((args[0], queue))
    )
    return found


def test_a_bot_whose_hurry_up_was_lost_is_found_after_its_lease(
    open_match: OpenMatch, bots: list[Player]
) -> None:
    match_id = open_match(*bots)

    assert claimed_at(NOON + BOT_LEASE - timedelta(milliseconds=1)) == []
    assert claimed_at(NOON + BOT_LEASE) == [match_id]


def test_a_claimed_bot_is_left_alone_until_its_lease_is_over(
    open_match: OpenMatch, bots: list[Player]
) -> None:
    match_id = open_match(*bots)
    later = NOON + BOT_LEASE

    assert claimed_at(later) == [match_id]
    assert claimed_at(later) == []
    assert claimed_at(later + work_queue.QUEUED_LEASE) == [match_id]


@pytest.mark.django_db(transaction=True)
def test_two_sweeps_at_once_share_the_bots_out(open_match: OpenMatch, bots: list[Player]) -> None:
    opened = {open_match(*bots) for _ in range(12)}
    claimed: list[UUID] = []

    def sweep() -> None:
        claimed.extend(claimed_at(NOON + BOT_LEASE))

    assert in_threads(sweep, sweep, sweep) == []
    assert sorted(claimed) == sorted(opened)


@pytest.mark.django_db(transaction=True)
def test_a_sweep_does_not_wait_for_a_row_that_another_holds(
    open_match: OpenMatch, bots: list[Player]
) -> None:
    if not connection.features.has_select_for_update_skip_locked:
        pytest.skip("SQLite has one writer at a time: there is nothing to skip")
    held, free = open_match(*bots), open_match(*bots)
    claimed: list[UUID] = []
    with transaction.atomic():
        Match.objects.select_for_update().get(id=held)
        sweep = lambda: claimed.extend(claimed_at(NOON + BOT_LEASE))  # noqa: E731
        assert in_threads(sweep) == []
    assert claimed == [free]


def test_a_finished_or_waiting_match_is_never_due(
    open_match: OpenMatch, bots: list[Player], alice: Player, bob: Player
) -> None:
    finished = open_match(*bots)
    while bot_turns.play_due_bots(finished, lambda: NOON):
        pass
    open_match(alice, bob, cut=False)

    assert claimed_at(NOON + timedelta(days=1)) == []


def test_the_bots_sweep_queues_what_is_due_and_watched_tables_first(
    open_match: OpenMatch,
    bots: list[Player],
    queued: list[tuple[str, str | None]],
    django_capture_on_commit_callbacks,  # type: ignore[no-untyped-def]
) -> None:
    unpaced, paced = open_match(*bots), open_match(*bots, bot_pace_ms=500)
    with django_capture_on_commit_callbacks(execute=True):
        tasks.sweep_bots()

    assert sorted(queued) == sorted([(unpaced.hex, None), (paced.hex, "clockwork")])


def test_a_person_does_not_wait_behind_the_tables_of_bots(
    open_match: OpenMatch,
    bots: list[Player],
    alice: Player,
    queued: list[tuple[str, str | None]],
    django_capture_on_commit_callbacks,  # type: ignore[no-untyped-def]
) -> None:
    match_id = open_match(bots[0], alice, cut=False)
    with django_capture_on_commit_callbacks(execute=True):
        commands.cut(match_id, alice, bytes(16), now=NOON)
        state = match_log.load(match_id)
        if state.turn == 1:
            move = a_legal_move(state)
            answers = {"seen_version": state.version, "command_id": "one", "now": NOON}
            commands.play(match_id, alice, move, **answers)

    assert queued == [(match_id.hex, "clockwork")]


def test_one_broken_match_does_not_stop_the_clocks_of_the_others(
    open_match: OpenMatch,
    alice: Player,
    bob: Player,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    broken, sound = open_match(alice, bob), open_match(alice, bob)
    Match.objects.filter(id=broken).update(deadline_at=NOON - timedelta(hours=1))
    run_out = tasks.run_out_clock

    def run_out_clock(match_id: UUID, now: object) -> None:
        if match_id == broken:
            raise RuntimeError("a match that cannot go on")
        run_out(match_id, now)  # type: ignore[arg-type]

    monkeypatch.setattr(tasks, "run_out_clock", run_out_clock)
    monkeypatch.setattr(tasks.timezone, "now", lambda: NOON + timedelta(minutes=1))
    before = match_log.load(sound).version
    tasks.sweep_clocks()

    assert match_log.load(sound).version > before


@pytest.mark.django_db(transaction=True)
def test_a_bots_match_is_played_to_its_end_in_one_go(
    open_match: OpenMatch,
    bots: list[Player],
    queued: list[tuple[str, str | None]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tasks, "LONGEST_SECONDS", float("inf"))
    match_id = open_match(*bots)
    queued.clear()

    tasks.play_bot(match_id.hex)

    assert Match.objects.get().status == "finished"
    assert match_id.hex not in [match for match, _ in queued]


@pytest.mark.django_db(transaction=True)
def test_a_bots_match_that_takes_long_makes_room_for_others(
    open_match: OpenMatch,
    bots: list[Player],
    queued: list[tuple[str, str | None]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tasks, "LONGEST_SECONDS", -1)
    monkeypatch.setattr(tasks, "play_due_bots", partial(tasks.play_due_bots, at_once=40))
    match_id = open_match(*bots)
    queued.clear()

    tasks.play_bot(match_id.hex)

    assert Match.objects.get().status == "playing"
    assert queued == [(match_id.hex, None)]


@pytest.mark.django_db(transaction=True)
def test_with_redis_down_moves_still_commit(
    open_match: OpenMatch,
    bots: list[Player],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    app = tasks.play_bot.app
    dead = app.connection_for_write("redis://127.0.0.1:1/0")
    monkeypatch.setattr(app.amqp, "_producer_pool", producers[dead])
    layer = RedisPubSubChannelLayer(hosts=["redis://127.0.0.1:1/0"])
    monkeypatch.setattr("games.live.hints.get_channel_layer", lambda: layer)

    match_id = open_match(*bots)
    bot_turns.play_due_bots(match_id, lambda: NOON)

    assert Match.objects.get().version == match_log.load(match_id).version > 10
    assert "could not queue games.jobs.tasks.play_bot" in caplog.text


def test_the_grace_holds_for_the_sweep_as_for_the_seat(
    open_match: OpenMatch, alice: Player, bob: Player
) -> None:
    match_id = open_match(alice, bob)
    deadline = Match.objects.get().deadline_at
    assert deadline is not None

    assert work_queue.overdue_matches(deadline + GRACE - timedelta(milliseconds=1)) == []
    assert work_queue.overdue_matches(deadline + GRACE) == [match_id]
