"""Ratings: what a result makes of them, what a correction does, and that none is lost."""

import random
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from games.models import Event, Player
from games.store import eventstore
from tests.long import SQLITE_FIRST
from tests.noon import NOON, at_noon
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.factories import finish_matches, play_to_the_end, running
from tests.tournaments.ladders import facts_of, match_id, recorded, result, rows, shown
from tournaments.models.ratings import RatedMatch, Rating, RatingChange, RatingProgress
from tournaments.progress import advance as house
from tournaments.ratings import progress, projections, services
from tournaments.ratings.services import RatableResult, rate

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]


def test_a_duel_moves_both_and_nobody_else(people: NewPlayers) -> None:
    ann, bob, _ = people(3)
    rate([result(recorded(), "m", ann, bob)], NOON)
    assert shown("duel") == {"p1": 1583, "p2": 1417}
    assert [row.matches for row in Rating.objects.all()] == [1, 1]
    assert facts_of("duel") == ["ladder_opened", "match_rated"]


def test_tables_and_partnerships_have_ladders_of_their_own(people: NewPlayers) -> None:
    a, b, c, d = people(4)
    tournament = recorded()
    rate(
        [
            result(tournament, "m1", a, b, c, d, places=(1, 2, 2, 4)),
            result(tournament, "m2", [a, b], [c, d], places=(2, 1), revision=2),
        ],
        NOON,
    )
    table, partnership = shown("table"), shown("partnership")
    assert table["p1"] > table["p2"] == table["p3"] == 1500 > table["p4"]
    assert partnership["p1"] == partnership["p2"] < 1500 < partnership["p3"] == partnership["p4"]
    assert shown("duel") == {}


def test_who_meets_a_bot_is_rated_apart_from_people(people: NewPlayers) -> None:
    ann, bob = people(2)
    bot = Player.objects.create(handle="greedy-1", kind=Player.Kind.BOT, bot="greedy")
    tournament = recorded()
    rate([result(tournament, "m1", ann, bob)], NOON)
    before = shown("duel")
    rate([result(tournament, "m2", bot, ann, revision=2)], NOON)
    assert shown("duel") == before
    assert shown("duel-bots") == {"greedy-1": 1583, "p1": 1417}


def test_what_is_said_again_changes_nothing(people: NewPlayers) -> None:
    ann, bob = people(2)
    said = result(recorded(), "m", ann, bob)
    rate([said], NOON)
    before = rows(), Event.objects.count()
    for again in ([said], [said, said], [], [result(said.tournament, "m", ann, bob, revision=4)]):
        rate(again, NOON)
    assert (rows(), Event.objects.count()) == before


def test_a_match_names_the_fact_of_its_tournament(people: NewPlayers) -> None:
    ann, bob = people(2)
    tournament = recorded()
    rate([result(tournament, "m", ann, bob, revision=3)], NOON)
    fact = eventstore.read(services.stream_of("duel"))[-1]
    stream = f"tournament-{tournament.hex}"
    assert fact.data["anchor"] == {
        "stream": stream,
        "version": 3,
        "hash": eventstore.hash_at(stream, 3),
    }
    assert fact.data["at"] == "2026-11-20T12:00:00.000Z"


def random_results(players: list[Player], matches: int, seed: int) -> list[RatableResult]:
    chance, tournament = random.Random(seed), recorded(matches)
    return [
        result(tournament, f"m{n}", *chance.sample(players, 2), revision=n)
        for n in range(1, matches + 1)
    ]


@pytest.mark.parametrize("seed", range(5))
def test_a_corrected_ladder_is_the_ladder_of_the_corrected_results(
    people: NewPlayers, seed: int
) -> None:
    """Compared with one that heard the right results from the start."""
    chance = random.Random(seed)
    results = random_results(people(6), 20, seed)
    later = recorded(40)
    rate(results, NOON)
    final = dict(enumerate(results))
    for revision in range(21, 31):
        number = chance.randrange(20)
        places = chance.choice([(2, 1), (1, 2), None])
        fixed = RatableResult(
            match=results[number].match,
            tournament=later,
            revision=revision,
            teams=results[number].teams,
            places=places,
            at=NOON,
        )
        rate([fixed], NOON)
        final[number] = fixed
    corrected = ratings()

    Event.objects.filter(stream__startswith="ratings-").delete()
    for model in (RatingChange, Rating, RatedMatch):
        model.objects.all().delete()
    services.Ladder.objects.all().delete()
    rate([final[number] for number in sorted(final)], NOON)

    assert corrected == ratings()
    assert len(corrected) == 6


def ratings() -> list[tuple[Any, ...]]:
    found = Rating.objects.order_by("player").values_list("player", "mu", "sigma", "matches")
    return list(found)


def test_an_annulled_match_never_was_for_the_ratings(people: NewPlayers) -> None:
    ann, bob, cem = people(3)
    tournament = recorded()
    rate([result(tournament, "m1", ann, bob)], NOON)
    before = rows()["Rating"]
    rate([result(tournament, "m2", cem, ann, revision=2)], NOON)
    assert set(shown("duel")) == {"p1", "p2", "p3"}

    rate([result(tournament, "m2", cem, ann, wins=False, revision=3)], NOON)

    assert rows()["Rating"] == before
    assert facts_of("duel")[-1] == "rating_corrected"
    assert not RatingChange.objects.filter(match=match_id("m2")).exists()


def test_a_correction_in_the_same_breath_is_taken_in(people: NewPlayers) -> None:
    ann, bob = people(2)
    tournament = recorded()
    rate(
        [
            result(tournament, "m1", ann, bob),
            result(tournament, "m1", ann, bob, places=(2, 1), revision=2),
        ],
        NOON,
    )
    assert shown("duel") == {"p1": 1417, "p2": 1583}
    assert RatingChange.objects.count() == 2


def test_a_correction_that_leaves_two_of_three_moves_the_match_to_the_other_ladder(
    people: NewPlayers,
) -> None:
    ann, bob, cem = people(3)
    tournament = recorded()
    rate([result(tournament, "m", ann, bob, cem)], NOON)
    rate([result(tournament, "m", bob, ann, revision=2)], NOON)
    assert shown("table") == {}
    assert shown("duel") == {"p2": 1583, "p1": 1417}
    rate([result(tournament, "m", ann, bob, cem, revision=3)], NOON)
    assert shown("duel") == {}
    assert len(shown("table")) == 3


def test_a_result_that_cannot_be_changes_nothing(people: NewPlayers) -> None:
    ann, bob = people(2)
    tournament = recorded()
    good = result(tournament, "m1", ann, bob)
    for bad in (result(tournament, "m2", ann, ann), result(tournament, "m2", ann)):
        with pytest.raises(ValueError, match=r"."):
            rate([good, bad], NOON)
    assert rows() == {"Ladder": [], "RatedMatch": [], "Rating": [], "RatingChange": []}
    assert facts_of("duel") == []


def test_a_tournament_that_was_played_is_rated_match_by_match(
    olga: Player, people: NewPlayers
) -> None:
    tournament = running(olga, people(4), capacity=4)
    play_to_the_end(tournament)

    progress.rate_due(NOON)

    assert facts_of("duel") == ["ladder_opened"] + ["match_rated"] * 3
    found = shown("duel")
    assert found["p1"] > 1500
    assert {
        row.handle: row.ratings.get().matches
        for row in Player.objects.filter(handle__startswith="p")
    } == {"p1": 2, "p2": 2, "p3": 1, "p4": 1}
    assert progress.unread_tournaments() == []
    before = rows()
    RatingProgress.objects.all().delete()
    progress.rate_due(NOON)
    assert rows() == before


def test_results_are_rated_as_they_come_in(olga: Player, people: NewPlayers) -> None:
    tournament = running(olga, people(4), capacity=4)
    progress.rate_due(NOON)
    assert shown("duel") == {}
    finish_matches(tournament)
    house.advance(tournament.pk, at_noon)
    assert progress.unread_tournaments() == [tournament.pk]
    progress.rate_due(NOON)
    assert len(shown("duel")) == 4


def test_a_bye_is_not_rated(olga: Player, people: NewPlayers) -> None:
    tournament = running(olga, people(3))
    play_to_the_end(tournament)
    progress.rate_due(NOON)
    assert RatedMatch.objects.count() == 2


def test_a_tournament_that_cannot_be_rated_holds_up_no_other(
    olga: Player, people: NewPlayers, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    players = people(2)
    tournaments = [running(olga, players, name=f"Of {n}") for n in (1, 2)]
    for tournament in tournaments:
        play_to_the_end(tournament)
    real, poisoned = progress.results_of, min(tournament.pk for tournament in tournaments)

    def results_of(tournament_id: Any, facts: Any) -> list[RatableResult]:
        if tournament_id == poisoned:
            raise ValueError("poisoned")
        return real(tournament_id, facts)

    monkeypatch.setattr(progress, "results_of", results_of)
    progress.rate_due(NOON)
    assert f"could not do the work of rating {poisoned.hex}" in caplog.text
    assert RatedMatch.objects.count() == 1
    monkeypatch.undo()
    progress.rate_due(NOON + timedelta(seconds=6))
    assert RatedMatch.objects.count() == 2


class Crash(Exception):
    pass


@contextmanager
def crashing_at(moment: int) -> Iterator[None]:
    """A moment before and one after each thing that is written; at the chosen one it crashes."""
    moments = 0

    def around(work: Any, *args: Any, **kwargs: Any) -> Any:
        nonlocal moments
        for after in (False, True):
            moments += 1
            if moments == moment:
                raise Crash
            if not after:
                done = work(*args, **kwargs)
        return done

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(projections, "project", partial(around, projections.project))
        patch.setattr(eventstore, "insert", partial(around, eventstore.insert))
        patch.setattr(progress, "rate", partial(around, progress.rate))
        patch.setattr(progress, "results_of", partial(around, progress.results_of))
        yield


def test_a_worker_that_dies_at_any_moment_loses_and_doubles_nothing(
    olga: Player, people: NewPlayers
) -> None:
    tournament = running(olga, people(4), capacity=4)
    play_to_the_end(tournament)
    progress.rate_due(NOON)
    expected = rows()
    crashes = 0
    for moment in range(1, 100):
        Event.objects.filter(stream__startswith="ratings-").delete()
        for model in (RatingChange, Rating, RatedMatch, services.Ladder, RatingProgress):
            model._default_manager.all().delete()
        crashed = True
        with crashing_at(moment), suppress(Crash):
            progress.rate_tournament(tournament.pk, NOON)
            crashed = False
        if not crashed:
            break
        half_done = rows(), facts_of("duel")
        assert half_done == ({name: [] for name in expected}, [])
        crashes += 1
        progress.rate_tournament(tournament.pk, NOON)
        assert rows() == expected
        assert facts_of("duel") == ["ladder_opened"] + ["match_rated"] * 3
    assert crashes == 10
