"""What the house does by itself, to the champion, whatever breaks on the way."""

from dataclasses import replace
from typing import Any

import pytest
from django.db import OperationalError

from engine.match.decide import NEW
from games.identity import new_id
from games.models import Event, Match, Player
from games.store.aggregate import Change
from tests.long import SQLITE_FIRST
from tests.noon import NOON, at_noon
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.factories import (
    FOUR_PLAYED,
    facts_of,
    finish_bot_matches,
    finish_matches,
    opened,
    play_to_the_end,
    running,
)
from tournaments.actions import services
from tournaments.domain import running as running_
from tournaments.domain.round_commands import RetryRound
from tournaments.models import Entrant, Pairing
from tournaments.progress import advance, signal_handlers, tasks
from tournaments.read import queries
from tournaments.store import projections

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]


def test_a_tournament_of_people_is_played_to_its_champion(olga: Player, people: NewPlayers) -> None:
    tournament = running(olga, people(4))
    assert Match.objects.filter(status="waiting").count() == 2

    play_to_the_end(tournament)

    assert facts_of(tournament) == FOUR_PLAYED
    tournament.refresh_from_db()
    assert tournament.champion is not None
    assert (tournament.state, tournament.champion.number) == ("completed", 1)
    assert tournament.completed_at == NOON
    places = Entrant.objects.order_by("seed").values_list("place", flat=True)
    assert list(places) == [1, 2, 3, 3]
    assert Match.objects.count() == 3


def test_byes_are_paired_without_a_match(olga: Player, people: NewPlayers) -> None:
    tournament = running(olga, people(5))

    rows = Pairing.objects.filter(tournament=tournament).order_by("number", "-round")
    seated = [[seating.entrant.number for seating in row.seatings.all()] for row in rows]
    assert seated == [[1], [2, 3], [4, 5], [2], [3]]
    assert [row.match_id is None for row in rows] == [True, False, False, True, True]
    play_to_the_end(tournament, wins=lambda pairing: 1)
    assert Match.objects.count() == 4


def test_a_match_seats_the_pair_in_order_with_the_options_of_the_tournament(
    olga: Player, people: NewPlayers
) -> None:
    clock = {"turn_seconds": 45, "bank_seconds": 90, "bot_pace_ms": 250}
    running(olga, people(2), overrides={"first_to": 11}, **clock)

    match = Match.objects.get()
    assert [seat.player.handle for seat in match.seats.all()] == ["p1", "p2"]
    assert (match.turn_seconds, match.bot_pace_ms) == (45, 250)
    created = Event.objects.get(stream=f"match-{match.pk.hex}", version=1)
    assert created.data["overrides"] == {"first_to": 11, "partnership": False}
    assert created.data["clock"] == clock


def test_a_match_knows_its_tournament(olga: Player, people: NewPlayers) -> None:
    from games.match.queries import view

    tournament = running(olga, people(2))

    seen = view(Match.objects.get().pk, None, NOON)

    assert seen["tournament"] == {
        "id": tournament.pk.hex,
        "slug": "friday-night",
        "name": "Friday night",
    }


def test_a_person_finds_the_table_that_waits(olga: Player, people: NewPlayers) -> None:
    p1, p2, p3 = people(3)
    tournament = running(olga, [p1, p2, p3])

    assert queries.tables_of(p1) == [], "the first seed has a bye"
    (table,) = queries.tables_of(p2, tournament)
    assert table["tournament"]["slug"] == "friday-night"
    assert table["match"] == Match.objects.get().pk.hex
    finish_matches(tournament)
    assert queries.tables_of(p2) == []


def test_bots_play_a_tournament_of_their_own(olga: Player) -> None:
    tournament = opened(olga, capacity=3)
    services.enter_bots(tournament, olga, "greedy", 2, now=NOON)
    services.enter_bots(tournament, olga, "random", 1, now=NOON)
    services.start(tournament, olga, now=NOON)
    advance.advance(tournament.pk, at_noon)

    while Match.objects.exclude(status="finished").exists():
        finish_bot_matches()
        advance.advance(tournament.pk, at_noon)

    tournament.refresh_from_db()
    assert tournament.state == "completed"
    for pairing in Pairing.objects.exclude(match=None):
        assert pairing.match is not None
        points = [seating.points for seating in pairing.seatings.order_by("side")]
        assert points == pairing.match.scores
        places = [seating.place for seating in pairing.seatings.order_by("side")]
        assert places.index(1) == pairing.match.winner
        assert pairing.reason == "score"
        assert max(points) == points[pairing.match.winner or 0] >= 21


def test_a_full_tournament_starts_by_itself(olga: Player, people: NewPlayers) -> None:
    p1, p2, p3 = people(3)
    tournament = opened(olga, p1, p2, capacity=3, autostart="full")
    advance.advance_all(at_noon)
    tournament.refresh_from_db()
    assert tournament.state == "registration"

    services.enter(tournament, p3, now=NOON)
    advance.advance_all(at_noon)

    tournament.refresh_from_db()
    assert tournament.state == "running"
    assert Match.objects.count() == 1


def test_the_sweep_does_what_lost_hurry_ups_left_undone(olga: Player, ann: Player) -> None:
    tournament = opened(olga, ann, capacity=4, autostart="first_person", fill_with_bots="greedy")
    assert advance.due_tournaments(NOON) == [tournament.pk]

    advance.advance_all(at_noon)

    assert advance.due_tournaments(NOON) == []
    tournament.refresh_from_db()
    assert (tournament.state, tournament.round, tournament.entered) == ("running", 1, 4)
    assert Match.objects.count() == 2


def test_a_finished_match_makes_its_tournament_due(olga: Player, people: NewPlayers) -> None:
    tournament = running(olga, people(4))
    idle = opened(olga, *Player.objects.filter(handle__in=["p1", "p2"]))
    assert advance.due_tournaments(NOON) == []

    finish_matches(tournament)

    assert advance.due_tournaments(NOON) == [tournament.pk]
    assert idle.pk not in advance.due_tournaments(NOON)


def test_looking_for_what_is_due_takes_as_many_queries_for_many_tables(
    olga: Player, people: NewPlayers, django_assert_num_queries: Any
) -> None:
    running(olga, people(8))

    with django_assert_num_queries(5):
        assert advance.due_tournaments(NOON) == []


def test_one_tournament_that_cannot_go_on_does_not_hold_up_the_others(
    olga: Player, people: NewPlayers, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    players = people(2)
    broken, sound = opened(olga, *players), opened(olga, *players)
    for tournament in (broken, sound):
        services.start(tournament, olga, now=NOON)
    real = advance._step

    def fragile(tournament_id: Any, now: Any) -> bool:
        if tournament_id == broken.pk:
            raise RuntimeError("broken")
        return real(tournament_id, now)

    monkeypatch.setattr(advance, "_step", fragile)
    advance.advance_all(at_noon)

    assert Pairing.objects.get().tournament == sound
    assert f"could not do the work of tournament {broken.pk.hex}" in caplog.text


def test_advancing_again_does_nothing(olga: Player, people: NewPlayers) -> None:
    tournament = running(olga, people(4))
    events = Event.objects.count()

    advance.advance(tournament.pk, at_noon)
    tasks.advance_tournament(tournament.pk.hex)
    tasks.sweep_tournaments()

    assert Event.objects.count() == events


def test_a_finished_match_hurries_its_tournament_on(
    olga: Player,
    people: NewPlayers,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    tournament = running(olga, people(2))
    queued: list[object] = []
    monkeypatch.setattr(
        signal_handlers,
        "enqueue_after_commit",
        lambda task, *args: queued.append((task.name, args)),
    )

    with django_capture_on_commit_callbacks(execute=True):
        finish_matches(tournament)

    assert queued == [("tournaments.progress.tasks.advance_tournament", (tournament.pk.hex,))]


def test_a_match_outside_of_tournaments_hurries_nothing(
    people: NewPlayers, monkeypatch: pytest.MonkeyPatch
) -> None:
    queued: list[object] = []
    monkeypatch.setattr(signal_handlers, "enqueue_after_commit", lambda *args: queued.append(args))

    finished = Change(new_id(), NEW, replace(NEW, status="finished"), (), (), NOON)
    signal_handlers.follow_match(sender=None, change=finished)

    assert queued == []


def test_a_round_that_cannot_be_paired_says_so_and_is_retried(
    olga: Player, people: NewPlayers, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = opened(olga, *people(2))
    services.start(tournament, olga, now=NOON)

    def broken(state: object) -> list[object]:
        raise ValueError("no such seed")

    with monkeypatch.context() as patch:
        patch.setattr(running_, "plans", broken)
        advance.advance(tournament.pk, at_noon)
    tournament.refresh_from_db()
    assert tournament.failed == "1: ValueError: no such seed"
    advance.advance(tournament.pk, at_noon)
    assert not Pairing.objects.exists()

    services.act(tournament, olga, RetryRound(olga.pk.hex), now=NOON)
    advance.advance(tournament.pk, at_noon)

    tournament.refresh_from_db()
    assert tournament.failed == ""
    assert Match.objects.count() == 1


def test_a_database_that_fails_while_a_round_is_written_fails_no_round(
    olga: Player, people: NewPlayers, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = running(olga, people(4))
    finish_matches(tournament)
    real = projections.project

    def gone(before: Any, after: Any, events: Any, now: Any) -> None:
        if any(event.type == "round_paired" for event in events):
            raise OperationalError("the connection is lost")
        real(before, after, events, now)

    with monkeypatch.context() as patch:
        patch.setattr(projections, "project", gone)
        with pytest.raises(OperationalError):
            advance.advance(tournament.pk, at_noon)
    advance.advance(tournament.pk, at_noon)

    assert "round_failed" not in facts_of(tournament)
    assert Match.objects.count() == 3
