"""Bots that move at once: many plays in one transaction, none twice, each by whose turn it was."""

from dataclasses import replace
from datetime import timedelta
from unittest.mock import Mock
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine import BOTS, Choice, Trail, default_move
from engine.match.decide import MatchState
from engine.match.events import Clock
from engine.rules.moves import Move
from games.jobs import bot_turns, tasks
from games.match.clocks import thinking_time
from games.match.match_log import MATCHES, match_log
from games.models import Match, Player
from games.store import eventstore
from games.store.eventstore import Recorded
from games.store.replay import check
from tests.games.tables import OpenMatch, a_legal_move
from tests.noon import NOON

pytestmark = [pytest.mark.store, pytest.mark.django_db]


def plays_of(match_id: UUID) -> list[Recorded]:
    facts = eventstore.read(match_log.stream_of(match_id))
    return [fact for fact in facts if fact.type == "card_played"]


def play_out(match_id: UUID) -> None:
    while bot_turns.play_due_bots(match_id, lambda: NOON):
        pass


def test_bots_that_move_at_once_commit_many_plays_together(
    open_match: OpenMatch, bots: list[Player]
) -> None:
    match_id = open_match(*bots)
    with CaptureQueriesContext(connection) as asked:
        bot_turns.play_due_bots(match_id, lambda: NOON)

    written = [query for query in asked if 'INSERT INTO "games_event"' in query["sql"]]
    assert len(plays_of(match_id)) > 48  # more than a deal
    assert len(written) < 3


def test_a_match_that_is_long_makes_room_for_others(
    open_match: OpenMatch, bots: list[Player]
) -> None:
    match_id = open_match(*bots)

    assert bot_turns.play_due_bots(match_id, lambda: NOON, at_once=40) is True
    assert len(plays_of(match_id)) == 40


def test_every_play_names_the_bot_that_made_it(open_match: OpenMatch, bots: list[Player]) -> None:
    match_id = open_match(*bots)
    play_out(match_id)

    assert {(play.data["seat"], play.actor) for play in plays_of(match_id)} == {
        (0, "bot:greedy"),
        (1, "bot:random"),
    }
    assert check(MATCHES, match_log.stream_of(match_id)).fault is None


def test_bots_leave_off_where_a_person_is_to_act(
    open_match: OpenMatch, bots: list[Player], alice: Player
) -> None:
    match_id = open_match(alice, *bots)
    assert bot_turns.play_due_bots(match_id, lambda: NOON) is False

    state = match_log.load(match_id)
    assert state.turn == 0
    assert len(plays_of(match_id)) < 3
    assert Match.objects.get().deadline_at is not None


def test_what_another_worker_played_meanwhile_is_left_to_it(
    open_match: OpenMatch, bots: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = open_match(*bots)
    interrupted = list[int]()

    def choose_slowly(state: MatchState) -> Move:
        if not interrupted:
            interrupted.append(1)
            bot_turns.play_due_bots(match_id, lambda: NOON)
            interrupted.append(match_log.load(match_id).version)
        return a_legal_move(state)

    monkeypatch.setattr(bot_turns, "chosen_move", choose_slowly)
    assert bot_turns.play_due_bots(match_id, lambda: NOON) is False

    assert match_log.load(match_id).version == interrupted[1] > 40
    assert check(MATCHES, match_log.stream_of(match_id)).fault is None


def test_a_bot_that_fails_or_cheats_plays_the_move_of_the_clock_and_is_reported(
    open_match: OpenMatch,
    bots: list[Player],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    match_id = open_match(*bots)
    state = match_log.load(match_id)
    assert state.turn is not None
    expected = default_move(state.position(state.turn))

    for wrong in (Mock(side_effect=IndexError), Mock(return_value=Choice(Trail(52)))):
        failing = Mock(is_slow=False, choose=wrong)
        monkeypatch.setattr(bot_turns, "BOTS", dict.fromkeys(BOTS, failing))
        assert bot_turns.chosen_move(state) == expected

    assert ["failed in match" in said or "broke a rule" in said for said in caplog.messages] == [
        True,
        True,
    ]


def test_a_match_with_a_bot_that_thinks_is_left_to_the_process_of_those(
    open_match: OpenMatch, master: Player, bots: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    queued = list[tuple[str, str]]()
    monkeypatch.setattr(
        tasks,
        "enqueue_after_commit",
        lambda task, *args, **queue: queued.append((task.name, *args)),
    )
    thoughtful, quick = open_match(master, bots[0]), open_match(*bots)
    tasks.play_bot(thoughtful.hex)
    tasks.play_bot(quick.hex)

    assert queued == [("games.jobs.tasks.think", thoughtful.hex)]
    assert not plays_of(thoughtful)
    assert plays_of(quick)
    bot_turns.play_due_bots(thoughtful, lambda: NOON, at_once=3)
    assert {play.actor for play in plays_of(thoughtful)} == {"bot:master", "bot:greedy"}


def test_how_long_a_bot_seems_to_think_follows_from_the_turn_and_not_from_its_hand(
    open_match: OpenMatch, alice: Player, bots: list[Player]
) -> None:
    state = match_log.load(open_match(alice, *bots))
    slow = replace(state, clock=Clock(30, 1000))
    assert slow.deal is not None
    other = replace(slow, deal=replace(slow.deal, hands=tuple(reversed(slow.deal.hands))))

    assert thinking_time(other) == thinking_time(slow)
    times = {thinking_time(replace(slow, turn_since=turn)) for turn in range(50)}
    assert len(times) > 30
    assert min(times) >= timedelta(milliseconds=500)
    assert max(times) < timedelta(milliseconds=1500)
    assert thinking_time(state) == timedelta(0)
