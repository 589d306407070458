"""Many processes at one match: done once, answered alike, or refused; and what would happen if the
store trusted its writers.
"""

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from uuid import UUID

import pytest

from engine.rules.cards import cards_in
from games.match.clocks import GRACE
from games.match.match_log import match_log
from games.models import Player
from games.store import eventstore
from games.store.verification import faults_of
from tests.games import race_works
from tests.games.tables import OpenMatch, on_turn
from tests.long import POSTGRESQL_FIRST
from tests.racing import Racers, Work, racers

pytestmark = [*POSTGRESQL_FIRST, pytest.mark.processes, pytest.mark.django_db(transaction=True)]
RACERS = 3
ROUNDS = 15
LATE = int((timedelta(seconds=30) + GRACE).total_seconds()) + 1


@pytest.fixture(scope="module")
def fair(django_db_setup: None) -> Iterator[Racers]:
    """Processes of the product as it is."""
    with racers(RACERS) as racing:
        yield racing


@pytest.fixture(scope="module")
def unprotected(django_db_setup: None) -> Iterator[Racers]:
    """Processes whose store trusts them."""
    with racers(RACERS, race_works.trust_every_writer) as racing:
        yield racing


def facts_of(match_id: UUID) -> list[eventstore.Recorded]:
    return eventstore.read(match_log.stream_of(match_id))


def problems_of(match_id: UUID, kind: str, answers: list[object]) -> list[str]:
    """What is wrong after a race that one fact of this kind should have come out of."""
    found = [fact for fact in facts_of(match_id) if fact.type == kind]
    versions = {answer for answer in answers if isinstance(answer, int)}
    problems = []
    if len(found) > 1:
        problems.append("doubled")
    if not found:
        problems.append("lost")
    if versions - {fact.version for fact in found}:
        problems.append("an answer names another fact")
    if list(faults_of(match_log.stream_of(match_id))):
        problems.append("the chain is broken")
    return problems


# Over REST, and over sockets, whose moves are committed together.
DOORS = [race_works.play, race_works.play_on_a_socket]
through_each_door = pytest.mark.parametrize("door", DOORS, ids=lambda door: door.__name__)


def the_same_command(
    racing: Racers, door: Work, open_match: OpenMatch, *players: Player
) -> tuple[UUID, list[object]]:
    match_id = open_match(*players)
    mover, _ = on_turn(match_id, *players)
    state = match_log.load(match_id)
    card = cards_in(state.deal.hands[state.turn])[0]  # type: ignore[union-attr,index]
    command = (match_id.hex, mover.pk.hex, card, "one", state.version)
    return match_id, racing.at_once(door, *[command] * RACERS)


def different_moves(
    racing: Racers, door: Work, open_match: OpenMatch, *players: Player
) -> tuple[UUID, list[object]]:
    match_id = open_match(*players)
    mover, _ = on_turn(match_id, *players)
    state = match_log.load(match_id)
    cards = cards_in(state.deal.hands[state.turn])[:RACERS]  # type: ignore[union-attr,index]
    moves = [(match_id.hex, mover.pk.hex, card, f"move-{card}", state.version) for card in cards]
    return match_id, racing.at_once(door, *moves)


@through_each_door
def test_the_same_command_from_many_processes_is_done_once_and_answered_alike(
    fair: Racers, door: Work, open_match: OpenMatch, alice: Player, bob: Player
) -> None:
    for _ in range(ROUNDS):
        match_id, answers = the_same_command(fair, door, open_match, alice, bob)
        assert problems_of(match_id, "card_played", answers) == []
        assert len(set(answers)) == 1
        assert isinstance(answers[0], int)


@through_each_door
def test_of_different_moves_from_many_processes_one_wins_and_the_others_are_stale(
    fair: Racers, door: Work, open_match: OpenMatch, alice: Player, bob: Player
) -> None:
    for _ in range(ROUNDS):
        match_id, answers = different_moves(fair, door, open_match, alice, bob)
        assert problems_of(match_id, "card_played", answers) == []
        codes = Counter(answer if isinstance(answer, str) else "accepted" for answer in answers)
        assert codes == {"accepted": 1, "stale": RACERS - 1}


def test_a_clock_that_many_processes_find_run_out_runs_out_once(
    fair: Racers, open_match: OpenMatch, alice: Player, bob: Player
) -> None:
    for _ in range(ROUNDS):
        match_id = open_match(alice, bob)
        answers = fair.at_once(race_works.run_out, *[(match_id.hex, LATE)] * RACERS)
        assert problems_of(match_id, "clock_ran_out", answers) == []
        assert answers == [None] * RACERS


@through_each_door
def test_without_protection_the_same_command_would_be_done_by_every_process(
    unprotected: Racers, door: Work, open_match: OpenMatch, alice: Player, bob: Player
) -> None:
    """The control: the race is real, and the tests above would see it lost."""
    match_id, answers = the_same_command(unprotected, door, open_match, alice, bob)
    assert "doubled" in problems_of(match_id, "card_played", answers)


@through_each_door
def test_without_protection_every_one_of_different_moves_would_win(
    unprotected: Racers, door: Work, open_match: OpenMatch, alice: Player, bob: Player
) -> None:
    """The control."""
    match_id, answers = different_moves(unprotected, door, open_match, alice, bob)
    assert "doubled" in problems_of(match_id, "card_played", answers)
    assert all(isinstance(answer, int) for answer in answers)


def test_without_protection_a_clock_would_run_out_for_every_process(
    unprotected: Racers, open_match: OpenMatch, alice: Player, bob: Player
) -> None:
    """The control."""
    match_id = open_match(alice, bob)
    answers = unprotected.at_once(race_works.run_out, *[(match_id.hex, LATE)] * RACERS)
    assert "doubled" in problems_of(match_id, "clock_ran_out", answers)
