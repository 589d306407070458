"""Ladders are replayed, checked and rebuilt like every other stream."""

from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from games.models import Event, Match, Player
from games.store import eventstore
from tests.long import SQLITE_FIRST
from tests.noon import NOON
from tests.replaying import replay
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.factories import play_to_the_end, running
from tests.tournaments.ladders import recorded, result, rows
from tournaments.models import Tournament
from tournaments.models.ratings import Ladder, RatedMatch, Rating, RatingChange
from tournaments.ratings import progress
from tournaments.ratings.progress import rate_due
from tournaments.ratings.services import RatableResult, rate, stream_of

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]
DUEL = stream_of("duel")


@pytest.fixture
def ladder(people: NewPlayers) -> Ladder:
    """Twelve duels: one corrected, one annulled, one annulled and decided again."""
    players, tournament = people(4), recorded()
    pairs = [(a, b) for a in players for b in players if a != b]
    named = [(f"m{n}", pair) for n, pair in enumerate(pairs, start=1)]
    rate([result(tournament, name, *pair) for name, pair in named], NOON)
    for revision, number, places, wins in (
        (2, 3, (2, 1), True),
        (3, 1, None, False),
        (4, 7, None, False),
        (5, 7, (2, 1), True),
    ):
        name, pair = named[number]
        fixed = result(tournament, name, *pair, places=places, wins=wins, revision=revision)
        rate([fixed], NOON)
    return Ladder.objects.get()


def test_an_honest_ladder_is_as_it_should_be(ladder: Ladder) -> None:
    assert ladder.version == 17
    assert replay("--check", "--stream", DUEL) == (
        0,
        "1 streams, 17 facts: as they should be\n",
    )


def test_all_ladders_may_be_asked_for_by_their_kind(ladder: Ladder) -> None:
    assert replay("--check", "--kind", "ratings")[1].startswith("1 streams, 17 facts")


def test_a_ladder_is_rebuilt_from_nothing_to_the_same_rows(ladder: Ladder) -> None:
    before = rows()
    for model in (RatingChange, Rating, RatedMatch, Ladder):
        model._default_manager.all().delete()
    assert replay("--check", "--stream", DUEL)[0] == 1
    assert replay("--rebuild", "--stream", DUEL)[0] == 0
    assert rows() == before
    assert replay("--check", "--stream", DUEL)[0] == 0


@pytest.mark.parametrize(
    "falsify",
    [
        lambda: Rating.objects.filter(player__handle="p1").update(mu=40),
        lambda: Rating.objects.filter(player__handle="p1").delete(),
        lambda: RatingChange.objects.filter(number=2).update(sigma=1),
        lambda: RatedMatch.objects.filter(version=5).update(places=[1, 2]),
        lambda: Ladder.objects.update(version=16),
    ],
)
def test_a_falsified_row_is_named(ladder: Ladder, falsify: Callable[[], object]) -> None:
    falsify()
    code, said = replay("--check", "--stream", DUEL)
    assert code == 1
    assert "the rows are not what the facts say" in said


def test_facts_cut_off_at_the_end_are_missed(ladder: Ladder) -> None:
    Event.objects.filter(stream=DUEL, version=17).delete()
    assert replay("--check", "--stream", DUEL)[0] == 1


def rehash() -> None:
    """What a forger with the whole database would do: make the chain fit again."""
    previous = eventstore.GENESIS
    for row in Event.objects.filter(stream=DUEL).order_by("version"):
        row.previous_hash = previous
        row.hash = previous = eventstore.hash_of(row)
        row.save()


@pytest.mark.parametrize(
    ("version", "change", "complaint"),
    [
        (4, {"places": [2, 2]}, "are no places"),
        (4, {"teams": [["ann"], ["ann"]]}, "somebody plays twice"),
        (4, {"places": None}, "corrupt match_rated"),
        (14, {"match": "nobody's"}, "no command brings about rating_corrected here"),
        (14, {"places": [1, 2]}, "its command brings about nothing"),
    ],
)
def test_a_forged_fact_in_a_chain_that_fits_is_found_by_deciding_again(
    ladder: Ladder, version: int, change: dict[str, Any], complaint: str
) -> None:
    row = Event.objects.get(stream=DUEL, version=version)
    row.data |= change
    row.save()
    rehash()
    code, said = replay("--check", "--stream", DUEL)
    assert code == 1
    assert f"{DUEL}@{version}: " in said
    assert complaint in said


def test_a_tournament_changed_behind_a_ladder_no_longer_fits_its_anchor(ladder: Ladder) -> None:
    row = Event.objects.get(stream__startswith="tournament-", version=1)
    row.data = {"bribed": True}
    row.hash = eventstore.hash_of(row)
    row.save()
    said = StringIO()
    with pytest.raises(SystemExit):
        call_command("verify_log", "--stream", DUEL, stdout=said, no_color=True)
    assert "the stream that it anchors has another head" in said.getvalue()


def played(olga: Player, people: NewPlayers) -> Tournament:
    """A tournament whose ladders have been told of all its matches."""
    tournament = running(olga, people(4), rated=True)
    play_to_the_end(tournament)
    rate_due(NOON)
    assert RatedMatch.objects.count() == 3
    return tournament


def test_the_ladders_say_what_the_tournaments_say(olga: Player, people: NewPlayers) -> None:
    played(olga, people)
    assert replay("--check")[0] == 0


def test_a_match_that_its_ladder_has_not_heard_of_is_named(
    olga: Player, people: NewPlayers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "rate", lambda results, now: rate(results[:-1], now))
    tournament = running(olga, people(4), rated=True)
    play_to_the_end(tournament)
    rate_due(NOON)
    code, said = replay("--check", "--kind", "tournament")
    missing = Match.objects.exclude(pk__in=RatedMatch.objects.values("match")).get()
    assert code == 1
    assert f"match {missing.pk.hex} is not in ladder duel as the tournament says" in said
    assert replay("--check", "--kind", "ratings")[0] == 0


def test_a_match_that_is_rated_otherwise_than_its_tournament_says_is_named(
    olga: Player, people: NewPlayers
) -> None:
    tournament = played(olga, people)
    row = RatedMatch.objects.latest("version")
    teams = tuple(tuple(team) for team in row.teams)
    rate([RatableResult(row.match, tournament.pk, row.revision + 1, teams, (2, 1), NOON)], NOON)
    assert replay("--check", "--kind", "ratings")[0] == 0
    code, said = replay("--check", "--kind", "tournament")
    assert code == 1
    assert f"match {row.match.hex} is not in ladder duel as the tournament says" in said
