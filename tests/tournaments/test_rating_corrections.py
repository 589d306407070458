"""A corrected result is rated by the match that it is about, which its fact does not name: the
rest of the log is not read for it.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.db.models.signals import post_init
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Event, Player
from games.store import eventstore
from games.store.eventstore import Recorded
from tests.long import SQLITE_FIRST
from tests.tournaments.page_events import play_tables, stage, started
from tournaments.actions import services
from tournaments.domain.round_commands import CorrectResult, ForfeitMatch
from tournaments.domain.round_facts import ResultCorrected, ResultRecorded
from tournaments.models import Pairing, Tournament
from tournaments.progress import advance
from tournaments.ratings.results import results_of
from tournaments.store.tournament_log import event_of, tournament_log

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]


def facts_of(event: Tournament) -> list[Recorded]:
    return eventstore.read(tournament_log.stream_of(event.pk))


def correct(by: Player, event: Tournament, pairing: Pairing, **more: Any) -> Recorded:
    """Turns the result of the pairing about; the fact that says so."""
    seatings = pairing.seatings.order_by("side")
    places = tuple(seating.place or 1 for seating in seatings)[::-1]
    points = tuple(9 for _ in places)
    services.act(
        event,
        by,
        CorrectResult(
            by.pk.hex, pairing.stage, pairing.round, pairing.number, places, points,
            "read the wrong way round", more.get("reset", False), timezone.now(),
        ),
        now=timezone.now(),
    )  # fmt: skip
    return next(one for one in reversed(facts_of(event)) if one.type == ResultCorrected.type)


def matches_said_by(event: Tournament, *facts: Recorded) -> list[UUID]:
    return [result.match for result in results_of(event.pk, facts)]


@contextmanager
def facts_read() -> Iterator[list[object]]:
    """Every row of the log that is read meanwhile."""
    read: list[object] = []

    def note(sender: Any, instance: object, **_: Any) -> None:
        read.append(instance)

    post_init.connect(note, sender=Event)
    yield read
    post_init.disconnect(note, sender=Event)


def test_a_correction_costs_the_same_however_much_was_played_before(olga: Player) -> None:
    costs = []
    for entrants, cycles, rounds in ((4, 1, 2), (6, 2, 9)):
        form = stage("round_robin", options={"cycles": cycles})
        event = started(olga, entrants, form, starts="rounds")
        for _ in range(rounds):
            play_tables(event)
        assert tournament_log.load(event.pk).stages[0].rounds_closed == rounds
        first = Pairing.objects.get(tournament=event, round=1, number=1)
        fact = correct(olga, event, first)
        with CaptureQueriesContext(connection) as statements, facts_read() as read:
            assert matches_said_by(event, fact) == [first.match_id]
        costs.append((len(statements), len(read)))
    assert costs[0] == costs[1] == (4, 0)  # one of them for the reason of the correction


def test_a_correction_of_an_earlier_batch_is_about_the_match_that_was_recorded(
    olga: Player,
) -> None:
    """In whichever batches the facts are read: as they were found by reading the whole log."""
    event = started(olga, 4, stage("round_robin"), starts="rounds")
    play_tables(event)
    play_tables(event, 1)
    for pairing in Pairing.objects.filter(tournament=event, round=1):
        correct(olga, event, pairing)
    facts = facts_of(event)
    whole = results_of(event.pk, facts)
    assert [result.match for result in whole] == found_by_the_whole_log(facts)
    assert len(whole) == 5
    for size in (1, 2, 3, 7):
        batches = [facts[at : at + size] for at in range(0, len(facts), size)]
        assert [one for batch in batches for one in results_of(event.pk, batch)] == whole


def found_by_the_whole_log(facts: Sequence[Recorded]) -> list[UUID]:
    """The match of every result and every correction, as it used to be found."""
    recorded: dict[tuple[int, int, int], UUID] = {}
    found = []
    for event in map(event_of, facts):
        if isinstance(event, ResultRecorded):
            recorded[event.stage, event.round, event.pairing] = UUID(event.match)
        if isinstance(event, ResultRecorded | ResultCorrected):
            found.append(recorded[event.stage, event.round, event.pairing])
    return found


class VoidedSemiFinal:
    """A bracket of eight whose first semi-final was played, and voided by a correction of the
    first match.
    """

    def __init__(self, olga: Player) -> None:
        self.olga, self.event = olga, started(olga, 8, stage("single_elimination"))
        play_tables(self.event)
        play_tables(self.event, 1)
        self.first_match = self.semi_final.match_id
        assert self.semi_final.decided
        quarter = Pairing.objects.get(tournament=self.event, round=1, number=1)
        correct(olga, self.event, quarter, reset=True)
        advance.advance(self.event.pk, timezone.now)
        assert not self.semi_final.decided
        assert self.semi_final.match_id not in (None, self.first_match)

    @property
    def semi_final(self) -> Pairing:
        return Pairing.objects.get(tournament=self.event, round=2, number=1)


@pytest.fixture
def voided(olga: Player) -> VoidedSemiFinal:
    return VoidedSemiFinal(olga)


def test_a_correction_of_a_pairing_made_anew_is_about_its_new_match(
    voided: VoidedSemiFinal,
) -> None:
    play_tables(voided.event, 1)
    assert voided.semi_final.decided
    fact = correct(voided.olga, voided.event, voided.semi_final)
    assert matches_said_by(voided.event, fact) == [voided.semi_final.match_id]
    assert matches_said_by(voided.event, *facts_of(voided.event))[-1] == voided.semi_final.match_id


def test_a_correction_of_a_pairing_made_anew_and_forfeited_is_not_about_the_voided_match(
    voided: VoidedSemiFinal,
) -> None:
    """The match that was taken back stays taken back."""
    forfeit(voided.olga, voided.event, voided.semi_final)
    fact = correct(voided.olga, voided.event, voided.semi_final)
    assert matches_said_by(voided.event, fact) == []
    last = results_of(voided.event.pk, facts_of(voided.event))[-1]
    assert (last.match, last.places) == (voided.first_match, None)


def test_a_correction_of_a_forfeit_is_about_no_match_that_was_rated(olga: Player) -> None:
    event = started(olga, 4, stage("round_robin"), starts="rounds")
    pairing = Pairing.objects.get(tournament=event, round=1, number=1)
    forfeit(olga, event, pairing)
    fact = correct(olga, event, pairing)
    assert matches_said_by(event, fact) == []
    assert matches_said_by(event, *facts_of(event)) == []


def forfeit(by: Player, event: Tournament, pairing: Pairing) -> None:
    command = ForfeitMatch(
        by.pk.hex,
        pairing.stage,
        pairing.round,
        pairing.number,
        (0,),
        "left the hall",
        timezone.now(),
    )
    services.act(event, by, command, now=timezone.now())
