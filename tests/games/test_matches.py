"""A match from its seats to its winner, through the service that REST, sockets and tasks share."""

from datetime import datetime, timedelta
from uuid import UUID

import pytest

from engine.match.events import Event as MatchEvent
from engine.match.state import MatchState
from engine.rules.cards import cards_in, parse_card
from engine.rules.enumeration import default_move
from engine.rules.moves import Trail
from games.identity import new_id
from games.jobs import bot_turns
from games.match import commands
from games.match.clocks import CUT_SECONDS, GRACE, ClockRules
from games.match.match_log import match_log
from games.models import Event, Match, Player
from games.refusals import Stale
from games.store import eventstore
from games.store.aggregate import Change
from tests.games.opened_matches import create_match
from tests.games.tables import OpenMatch, a_legal_move, on_turn
from tests.noon import NOON
from tests.refusals import refusal_of
from tests.threads import in_threads

pytestmark = [pytest.mark.store, pytest.mark.django_db]
LATE = timedelta(seconds=30) + GRACE
ACE = Trail(parse_card("As"))


def play_now(match_id: UUID, player: Player, command_id: str = "one", **more: object) -> int:
    state = match_log.load(match_id)
    told = {"move": a_legal_move(state), "seen_version": state.version, "now": NOON} | more
    return commands.play(match_id, player, command_id=command_id, **told).version  # type: ignore[arg-type]


def facts_of(match_id: UUID) -> list[str]:
    return [fact.type for fact in eventstore.read(match_log.stream_of(match_id))]


def test_a_match_of_people_starts_with_the_last_cut(
    open_match: OpenMatch, alice: Player, bob: Player
) -> None:
    match_id = open_match(alice, bob, cut=False)
    assert Match.objects.get().status == "waiting"

    commands.cut(match_id, bob, bytes(16), now=NOON)
    assert Match.objects.get().status == "waiting"
    commands.cut(match_id, alice, bytes(16), now=NOON)

    assert Match.objects.get().status == "playing"
    assert facts_of(match_id) == [
        "match_created",
        "seat_taken",
        "seat_taken",
        "cut_made",
        "cut_made",
        "match_started",
        "deal_started",
        "packet_dealt",
    ]


def test_a_match_is_created_once_however_often_it_is_asked_for(
    open_match: OpenMatch, bots: list[Player]
) -> None:
    match_id = new_id()
    for _ in range(2):
        create_match(
            match_id, ruleset="classic", overrides={}, players=bots, clock=ClockRules(), now=NOON
        )

    assert Match.objects.count() == 1
    assert facts_of(match_id).count("match_created") == 1


def test_a_move_is_played_and_its_answer_is_the_version_that_holds_it(
    open_match: OpenMatch, alice: Player, bob: Player
) -> None:
    match_id = open_match(alice, bob)
    mover, other = on_turn(match_id, alice, bob)

    version = play_now(match_id, mover)

    fact = eventstore.read(match_log.stream_of(match_id), after=version - 1)[0]
    assert (fact.type, fact.actor) == ("card_played", f"player:{mover.id.hex}")
    assert on_turn(match_id, alice, bob) == (other, mover)
    row = Match.objects.get()
    assert (row.version, row.deadline_at) == (version, NOON + timedelta(seconds=30))


def test_a_refused_move_changes_nothing(
    open_match: OpenMatch, alice: Player, bob: Player, charlie: Player
) -> None:
    match_id = open_match(alice, bob)
    mover, other = on_turn(match_id, alice, bob)
    state = match_log.load(match_id)
    hand_of_other = state.deal.hands[1 - state.turn]  # type: ignore[union-attr,operator]
    theirs = Trail(cards_in(hand_of_other)[0])
    before = Event.objects.count(), Match.objects.values().get()

    assert refusal_of(lambda: play_now(match_id, other)) == "not_your_turn"
    assert refusal_of(lambda: play_now(match_id, charlie)) == "not_seated"
    assert (
        refusal_of(lambda: play_now(new_id(), mover, move=theirs, seen_version=8))
        == "unknown_match"
    )
    assert refusal_of(lambda: play_now(match_id, mover, move=theirs)) == "card_not_in_hand"
    assert (
        refusal_of(lambda: play_now(match_id, mover, seen_version=state.turn_since - 1)) == "stale"
    )
    assert refusal_of(lambda: play_now(match_id, mover, seen_version=state.version + 1)) == "stale"
    assert (Event.objects.count(), Match.objects.values().get()) == before


def test_the_same_command_twice_is_done_once_and_answers_the_same(
    open_match: OpenMatch, alice: Player, bob: Player
) -> None:
    match_id = open_match(alice, bob)
    mover, other = on_turn(match_id, alice, bob)
    state = match_log.load(match_id)
    move = a_legal_move(state)

    first = play_now(match_id, mover, "one", move=move)
    play_now(match_id, other, "one")
    again = play_now(
        match_id,
        mover,
        "one",
        move=move,
        seen_version=state.version,
        now=NOON + timedelta(minutes=1),
    )

    assert first == again
    assert facts_of(match_id).count("card_played") == 3  # the late repeat ran the clock out once


def test_a_command_id_stands_for_one_content(
    open_match: OpenMatch, alice: Player, bob: Player
) -> None:
    match_id = open_match(alice, bob)
    mover, other = on_turn(match_id, alice, bob)
    play_now(match_id, mover, "one")
    play_now(match_id, other, "one")

    assert refusal_of(lambda: play_now(match_id, mover, "one")) == "command_id_reused"


def test_time_running_out_plays_the_default_move_for_whoever_is_on_turn(
    open_match: OpenMatch, alice: Player, bob: Player
) -> None:
    match_id = open_match(alice, bob)
    state = match_log.load(match_id)
    assert state.turn is not None
    expected = default_move(state.position(state.turn))

    commands.run_out_clock(match_id, NOON + timedelta(seconds=30))
    assert match_log.load(match_id).version == state.version  # within the grace
    commands.run_out_clock(match_id, NOON + LATE)

    after = match_log.load(match_id)
    assert after.deal is not None
    assert after.deal.last_play is not None
    assert (after.deal.last_play.move, after.deal.last_play.default) == (expected, True)
    assert after.seats[state.turn].timeouts == 1


def test_running_a_clock_out_twice_does_it_once(
    open_match: OpenMatch, alice: Player, bob: Player
) -> None:
    match_id = open_match(alice, bob)
    commands.run_out_clock(match_id, NOON + LATE)
    commands.run_out_clock(match_id, NOON + LATE)

    assert facts_of(match_id).count("clock_ran_out") == 1


def test_a_row_that_is_not_its_logs_is_reported_and_holds_nobody_up(
    open_match: OpenMatch, alice: Player, bob: Player, caplog: pytest.LogCaptureFixture
) -> None:
    match_id = open_match(alice, bob)
    Match.objects.update(version=99)

    commands.run_out_clock(match_id, NOON + LATE)

    assert "its row is not its log's" in caplog.text
    assert facts_of(match_id).count("clock_ran_out") == 0


def test_a_seat_that_never_comes_is_cut_for_and_forfeits_in_the_end(
    open_match: OpenMatch, alice: Player, bots: list[Player]
) -> None:
    match_id = open_match(alice, bots[0], cut=False)
    assert Match.objects.get().deadline_at == NOON + timedelta(seconds=CUT_SECONDS)
    now = NOON
    while match_log.load(match_id).status != "finished":
        now += timedelta(seconds=CUT_SECONDS) + GRACE
        commands.run_out_clock(match_id, now)
        bot_turns.play_due_bots(match_id, lambda: now)  # noqa: B023 - called at once

    row = Match.objects.get()
    assert (row.reason, row.winner, row.deadline_at) == ("timeouts", 1, None)
    assert facts_of(match_id).count("clock_ran_out") == 3
    [cut] = [
        f
        for f in eventstore.read(match_log.stream_of(match_id))
        if f.data.get("seat") == 0 and f.type == "cut_made"
    ]
    assert cut.data["by"] == "absent"


def test_a_late_move_is_refused_where_no_sweep_came_by(
    open_match: OpenMatch, alice: Player, bob: Player
) -> None:
    match_id = open_match(alice, bob)
    mover, _ = on_turn(match_id, alice, bob)

    assert refusal_of(lambda: play_now(match_id, mover, seen_version=8, now=NOON + LATE)) == "stale"
    assert "clock_ran_out" in facts_of(match_id)


def test_a_move_within_the_grace_is_taken(
    open_match: OpenMatch, alice: Player, bob: Player
) -> None:
    match_id = open_match(alice, bob)
    mover, _ = on_turn(match_id, alice, bob)

    play_now(match_id, mover, now=NOON + LATE - timedelta(milliseconds=1))

    assert "clock_ran_out" not in facts_of(match_id)


def test_resigning_gives_the_match_to_the_other_side(
    open_match: OpenMatch, alice: Player, bob: Player, charlie: Player
) -> None:
    match_id = open_match(alice, bob)
    first = commands.resign(match_id, bob, command_id="r", now=NOON)

    row = Match.objects.get()
    assert (row.status, row.winner, row.reason) == ("finished", 0, "resigned")
    assert commands.resign(match_id, bob, command_id="r", now=NOON) == first
    after = {"seen_version": 10, "command_id": "m", "now": NOON}
    assert refusal_of(lambda: commands.play(match_id, alice, ACE, **after)) == "match_finished"
    again = {"command_id": "again", "now": NOON}
    assert refusal_of(lambda: commands.resign(match_id, alice, **again)) == "match_finished"
    assert refusal_of(lambda: commands.resign(match_id, charlie, **again)) == "not_seated"


def test_two_bots_play_a_match_to_its_winner(open_match: OpenMatch, bots: list[Player]) -> None:
    match_id = open_match(*bots)
    while bot_turns.play_due_bots(match_id, lambda: NOON):
        pass

    row = Match.objects.get()
    state = match_log.load(match_id)
    assert row.status == "finished"
    assert row.scores == list(state.scores)
    assert max(row.scores) >= 21
    assert row.scores[row.winner or 0] == max(row.scores)
    assert (row.bot_due_at, row.deadline_at, row.finished_at) == (None, None, NOON)


def test_a_paced_bot_plays_once_and_waits(open_match: OpenMatch, bots: list[Player]) -> None:
    match_id = open_match(*bots, bot_pace_ms=500)
    assert _half_a_second_more_or_less(NOON)

    later = NOON + timedelta(seconds=1)
    assert bot_turns.play_due_bots(match_id, lambda: later) is False

    assert facts_of(match_id).count("card_played") == 1
    assert _half_a_second_more_or_less(later)


def _half_a_second_more_or_less(since: datetime) -> bool:
    due = Match.objects.get().bot_due_at
    assert due is not None
    return timedelta(milliseconds=250) <= due - since <= timedelta(milliseconds=750)


def test_whoever_follows_matches_is_told_of_the_end_after_commit(
    open_match: OpenMatch,
    alice: Player,
    bob: Player,
    django_capture_on_commit_callbacks,  # type: ignore[no-untyped-def]
) -> None:
    told: list[UUID] = []

    def follow(change: Change[MatchState, MatchEvent], **_: object) -> None:
        if change.after.status == "finished":
            told.append(change.id)

    match_log.changed.connect(follow)
    match_id = open_match(alice, bob)
    with django_capture_on_commit_callbacks(execute=True):
        commands.resign(match_id, bob, command_id="r", now=NOON)
        assert told == []
    match_log.changed.disconnect(follow)

    assert told == [match_id]


@pytest.mark.django_db(transaction=True)
def test_a_follower_that_breaks_takes_nothing_from_the_command(
    open_match: OpenMatch, alice: Player, bob: Player, caplog: pytest.LogCaptureFixture
) -> None:
    def breaking(**_: object) -> None:
        raise RuntimeError("the follower broke")

    match_id = open_match(alice, bob)
    match_log.changed.connect(breaking)
    try:
        accepted = commands.resign(match_id, bob, command_id="r", now=NOON)
    finally:
        match_log.changed.disconnect(breaking)

    assert accepted.version == match_log.load(match_id).version
    assert match_log.load(match_id).status == "finished"
    assert "the follower broke" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_of_two_different_moves_at_once_exactly_one_wins(
    open_match: OpenMatch, alice: Player, bob: Player
) -> None:
    match_id = open_match(alice, bob)
    mover, _ = on_turn(match_id, alice, bob)
    state = match_log.load(match_id)
    assert state.turn is not None
    moves = [
        Trail(card)
        for card in cards_in(state.deal.hands[state.turn])  # type: ignore[union-attr]
    ]

    failures = in_threads(
        *[
            lambda move=move, n=n: play_now(
                match_id, mover, f"move-{n}", move=move, seen_version=state.version
            )
            for n, move in enumerate(moves)
        ]
    )

    assert [type(failure) for failure in failures] == [Stale] * 3
    assert facts_of(match_id).count("card_played") == 1


@pytest.mark.django_db(transaction=True)
def test_the_same_command_from_many_threads_is_done_once(
    open_match: OpenMatch, alice: Player, bob: Player
) -> None:
    match_id = open_match(alice, bob)
    mover, _ = on_turn(match_id, alice, bob)
    state = match_log.load(match_id)
    move, answers = a_legal_move(state), list[int]()

    def send() -> None:
        answers.append(play_now(match_id, mover, "one", move=move, seen_version=state.version))

    assert in_threads(*[send] * 4) == []
    assert len(set(answers)) == 1
    assert facts_of(match_id).count("card_played") == 1
