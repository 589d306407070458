"""Tables of more than two sides when somebody leaves, and what a director may do to a match."""

from datetime import timedelta
from uuid import UUID

import pytest
from django.test import Client
from rest_framework.test import APIClient

from engine.match.events import Event
from engine.match.state import MatchState
from games.identity import new_id
from games.jobs import bot_turns, work_queue
from games.match import commands
from games.match.clocks import BOT_LEASE, CUT_SECONDS, GRACE, ClockRules, bot_pace
from games.match.match_log import MATCHES, match_log
from games.match.results import MatchResult, deal_points, result_in, result_of
from games.models import Match, Player, Seat
from games.store import eventstore
from games.store.aggregate import Change
from games.store.replay import check
from tests.games.opened_matches import create_match
from tests.games.tables import OpenMatch, a_legal_move
from tests.noon import NOON
from tests.refusals import refusal_of
from tests.threads import in_threads

pytestmark = [pytest.mark.store, pytest.mark.django_db]
DIRECTOR = "player:" + "d" * 32


def types_of(match_id: UUID) -> list[str]:
    return [fact.type for fact in eventstore.read(match_log.stream_of(match_id))]


def as_it_should_be(match_id: UUID) -> bool:
    return check(MATCHES, match_log.stream_of(match_id)).fault is None


def seats() -> list[tuple[str, bool]]:
    return list(Seat.objects.order_by("number").values_list("left_reason", "came"))


def resign(match_id: UUID, player: Player) -> int:
    return commands.resign(match_id, player, command_id="r", now=NOON).version


def test_at_a_table_of_three_the_match_goes_on_with_a_bot(
    open_match: OpenMatch, alice: Player, bob: Player, charlie: Player
) -> None:
    match_id = open_match(alice, bob, charlie)
    resign(match_id, bob)

    assert types_of(match_id)[-2:] == ["seat_resigned", "seat_handed_over"]
    assert Match.objects.get().status == "playing"
    assert seats() == [("", True), ("resigned", True), ("", True)]
    assert as_it_should_be(match_id)
    while match_log.load(match_id).turn != 1:
        state = match_log.load(match_id)
        mover = (alice, bob, charlie)[state.turn or 0]
        told = {"seen_version": state.version, "command_id": f"{state.version}", "now": NOON}
        commands.play(match_id, mover, a_legal_move(state), **told)
    state = match_log.load(match_id)
    again = {"seen_version": state.version, "command_id": "back", "now": NOON}
    play_again = lambda: commands.play(match_id, bob, a_legal_move(state), **again)  # noqa: E731
    assert refusal_of(play_again) == "seat_left"
    assert bot_turns.play_due_bots(match_id, lambda: NOON) is False
    assert match_log.load(match_id).turn == 2


def test_a_player_on_turn_gets_no_more_time_because_another_leaves(
    open_match: OpenMatch, alice: Player, bob: Player, charlie: Player
) -> None:
    match_id = open_match(alice, bob, charlie)
    turn, before = match_log.load(match_id).turn, Match.objects.get().deadline_at
    leaver = (alice, bob, charlie)[((turn or 0) + 1) % 3]
    commands.resign(match_id, leaver, command_id="r", now=NOON + timedelta(seconds=20))

    assert Match.objects.get().deadline_at == before
    assert as_it_should_be(match_id)


def test_the_last_who_stays_has_won(
    open_match: OpenMatch, alice: Player, bob: Player, charlie: Player
) -> None:
    match_id = open_match(alice, bob, charlie)
    resign(match_id, bob)
    resign(match_id, alice)

    row = Match.objects.get()
    assert (row.status, row.winner, row.reason) == ("finished", 2, "resigned")
    result = result_of(match_id)
    assert result.places == (2, 3, 1)  # who left later comes in before who left earlier
    assert result.left == ("resigned", "resigned", None)


def test_who_never_comes_to_a_table_of_three_leaves_it_to_a_bot_in_the_end(
    open_match: OpenMatch, alice: Player, bots: list[Player]
) -> None:
    match_id, now = open_match(alice, *bots, cut=False), NOON
    assert match_log.load(match_id).timeouts.then == "bot"
    while match_log.load(match_id).status != "finished":
        while bot_turns.play_due_bots(match_id, lambda: now):  # noqa: B023 - called at once
            pass
        now += timedelta(seconds=CUT_SECONDS) + GRACE
        commands.run_out_clock(match_id, now)

    assert seats() == [("timeouts", False), ("", True), ("", True)]
    assert types_of(match_id).count("seat_handed_over") == 1
    result = result_of(match_id)
    assert (result.reason, result.places[0], result.came) == ("score", 3, (False, True, True))
    assert as_it_should_be(match_id)


def test_a_match_left_to_paced_bots_is_played_on_at_once(
    open_match: OpenMatch, alice: Player, bots: list[Player]
) -> None:
    match_id = open_match(alice, *bots, bot_pace_ms=500)
    assert bot_pace(match_log.load(match_id)) == 500
    resign(match_id, alice)

    assert bot_pace(match_log.load(match_id)) == 0
    assert work_queue.claim_due_bots(NOON + BOT_LEASE)
    while bot_turns.play_due_bots(match_id, lambda: NOON):
        pass
    assert Match.objects.get().status == "finished"
    assert as_it_should_be(match_id)


def test_partners_of_two_sides_lose_together_as_before(
    open_match: OpenMatch, alice: Player, bob: Player, charlie: Player, bots: list[Player]
) -> None:
    match_id = open_match(alice, bob, charlie, bots[0])
    assert match_log.load(match_id).timeouts.then == "forfeit"
    resign(match_id, charlie)

    result = result_of(match_id)
    assert result == MatchResult(
        sides=((0, 2), (1, 3)),
        points=(0, 0),
        places=(2, 1),
        left=(None, None, "resigned", None),
        came=(True, True, True, True),
        winner=1,
        reason="resigned",
    )


def test_the_results_of_three_bots_are_their_points_in_order(
    open_match: OpenMatch, bots: list[Player]
) -> None:
    third = Player.objects.create(handle="random-3", kind=Player.Kind.BOT, bot="random")
    match_id = open_match(*bots, third)
    assert refusal_of(lambda: result_of(match_id)) == "match_unfinished"
    while bot_turns.play_due_bots(match_id, lambda: NOON):
        pass

    result, state = result_of(match_id), match_log.load(match_id)
    assert result.points == state.scores
    assert result.places[result.winner or 0] == 1
    by_place = sorted(range(3), key=lambda side: result.places[side])
    assert [result.points[side] for side in by_place] == sorted(result.points, reverse=True)
    added = tuple(map(sum, zip(*deal_points(match_id), strict=True)))
    assert added == result.points
    assert refusal_of(lambda: result_of(new_id())) == "unknown_match"


def test_a_director_forfeits_a_seat_once(
    open_match: OpenMatch, alice: Player, bob: Player, charlie: Player
) -> None:
    match_id = open_match(alice, bob)
    first = commands.forfeit(match_id, bob, DIRECTOR, NOON)

    assert types_of(match_id)[-2:] == ["seat_forfeited", "match_finished"]
    assert eventstore.read(match_log.stream_of(match_id))[-1].actor == DIRECTOR
    row = Match.objects.get()
    assert (row.winner, row.reason, seats()[1][0]) == (0, "forfeited", "forfeited")
    assert commands.forfeit(match_id, bob, DIRECTOR, NOON) == first
    over = lambda: commands.forfeit(match_id, alice, DIRECTOR, NOON)  # noqa: E731
    assert refusal_of(over) == "match_finished"
    assert refusal_of(lambda: commands.forfeit(match_id, charlie, DIRECTOR, NOON)) == "not_seated"
    assert as_it_should_be(match_id)


def test_a_director_forfeits_who_does_not_come_to_cut(
    open_match: OpenMatch, alice: Player, bob: Player
) -> None:
    match_id = open_match(alice, bob, cut=False)
    commands.forfeit(match_id, alice, DIRECTOR, NOON)

    assert result_of(match_id).places == (2, 1)
    assert result_of(match_id).came == (False, False)
    assert as_it_should_be(match_id)


@pytest.mark.parametrize("cut", [True, False], ids=["playing", "waiting"])
def test_a_director_annuls_a_match_once(
    open_match: OpenMatch, alice: Player, bots: list[Player], cut: bool
) -> None:
    match_id = open_match(alice, bots[0], cut=cut)
    first = commands.annul(match_id, DIRECTOR, "the wrong table", NOON)

    row = Match.objects.get()
    assert (row.status, row.winner, row.reason) == ("finished", None, "annulled")
    assert (row.deadline_at, row.bot_due_at, row.finished_at) == (None, None, NOON)
    assert commands.annul(match_id, DIRECTOR, "the wrong table", NOON) == first
    assert types_of(match_id).count("match_annulled") == 1
    assert bot_turns.play_due_bots(match_id, lambda: NOON) is False
    assert refusal_of(lambda: resign(match_id, alice)) == "match_finished"
    result = result_of(match_id)
    assert (result.winner, result.places, result.reason) == (None, (), "annulled")
    assert as_it_should_be(match_id)


def test_a_match_that_has_a_winner_is_not_annulled(
    open_match: OpenMatch, alice: Player, bob: Player
) -> None:
    match_id = open_match(alice, bob)
    resign(match_id, alice)
    annul = lambda: commands.annul(match_id, DIRECTOR, "why not", NOON)  # noqa: E731
    assert refusal_of(annul) == "match_finished"


@pytest.mark.parametrize("reason", ["", "  ", "two\nlines", "x" * 201])
def test_a_reason_is_a_line_that_people_can_read(
    open_match: OpenMatch, alice: Player, bob: Player, reason: str
) -> None:
    match_id = open_match(alice, bob)
    annul = lambda: commands.annul(match_id, DIRECTOR, reason, NOON)  # noqa: E731
    assert refusal_of(annul) == "malformed_field"
    assert Match.objects.get().status == "playing"


def test_an_annulled_match_is_seen_as_such_and_its_deal_is_revealed(
    open_match: OpenMatch, alice: Player, bob: Player
) -> None:
    match_id = open_match(alice, bob)
    commands.annul(match_id, DIRECTOR, "the wrong table", NOON)

    seen = APIClient().get(f"/api/v1/matches/{match_id.hex}/").json()
    assert seen["result"] == {"winner": None, "reason": "annulled", "scores": [0, 0]}
    secret = match_log.load(match_id).result.secret.hex()  # type: ignore[union-attr]
    page = Client().get(f"/matches/{match_id.hex}/fairness/").content.decode()
    assert secret in page
    assert "broken off before it could be scored" in page
    assert Client().get(f"/matches/{match_id.hex}/").status_code == 200


@pytest.mark.django_db(transaction=True)
def test_of_an_annulment_and_a_move_at_once_the_match_has_both_or_the_annulment(
    open_match: OpenMatch, alice: Player, bob: Player
) -> None:
    match_id = open_match(alice, bob)
    state = match_log.load(match_id)
    mover = (alice, bob)[state.turn or 0]
    told = {"seen_version": state.version, "command_id": "m", "now": NOON}

    failures = in_threads(
        lambda: commands.play(match_id, mover, a_legal_move(state), **told),
        lambda: commands.annul(match_id, DIRECTOR, "rain", NOON),
        lambda: commands.annul(match_id, DIRECTOR, "rain", NOON),
    )

    assert types_of(match_id).count("match_annulled") == 1
    assert types_of(match_id)[-1] == "match_annulled"
    assert [getattr(failure, "code", failure) for failure in failures] in ([], ["match_finished"])


def test_followers_are_told_of_an_annulled_match(
    open_match: OpenMatch,
    alice: Player,
    bob: Player,
    django_capture_on_commit_callbacks,  # type: ignore[no-untyped-def]
) -> None:
    told: list[UUID] = []

    def follow(change: Change[MatchState, Event], **_: object) -> None:
        if change.after.status == "finished":
            told.append(change.id)

    match_log.changed.connect(follow)
    match_id = open_match(alice, bob)
    with django_capture_on_commit_callbacks(execute=True):
        commands.annul(match_id, DIRECTOR, "rain", NOON)
    match_log.changed.disconnect(follow)
    assert told == [match_id]


def test_what_a_clock_does_at_last_follows_from_the_number_of_sides() -> None:
    assert ClockRules().timeouts(2).then == "forfeit"
    assert ClockRules().timeouts(3).then == "bot"
    assert ClockRules(timeout_then="forfeit").timeouts(3).bot is None


@pytest.mark.parametrize(
    ("ruleset", "seats"),
    [("classic", 2), ("classic", 3), ("classic", 4), ("royal", 4), ("draw", 2), ("california", 6)],
)
def test_the_rows_of_a_match_say_its_result_as_its_facts_do(ruleset: str, seats: int) -> None:
    players = [
        Player.objects.create(handle=f"bot-{seat}", kind=Player.Kind.BOT, bot="greedy")
        for seat in range(seats)
    ]
    for annulled in (False, True):
        match_id = new_id()
        create_match(
            match_id, ruleset=ruleset, overrides={}, players=players, clock=ClockRules(), now=NOON
        )
        if annulled:
            commands.annul(match_id, DIRECTOR, "a fire alarm", NOON)
        while bot_turns.play_due_bots(match_id, lambda: NOON):
            pass
        assert result_of(match_id) == result_in(match_log.load(match_id))


def test_the_rows_say_it_of_who_left_too(
    open_match: OpenMatch, alice: Player, bob: Player, charlie: Player
) -> None:
    for players in ((alice, bob), (alice, bob, charlie)):
        match_id = open_match(*players)
        for leaver in players[1:]:
            resign(match_id, leaver)
        assert result_of(match_id) == result_in(match_log.load(match_id))
