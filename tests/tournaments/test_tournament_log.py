"""The folded state: kept for speed, never believed over the store."""

import pytest
from django.db import transaction

from games.identity import new_id
from games.models import Player
from games.store import heads
from games.store.aggregate import Head
from games.store.stream_log import StreamLog
from tests.noon import NOON
from tests.refusals import refusal_of
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.factories import opened, play_to_the_end, running
from tournaments.actions import services
from tournaments.domain.codec import from_fact
from tournaments.domain.state import State
from tournaments.store.tournament_log import TOURNAMENTS, tournament_log

pytestmark = [pytest.mark.store, pytest.mark.django_db]


def test_a_cold_state_is_the_warm_one(olga: Player, people: NewPlayers) -> None:
    tournament = running(olga, people(5), overrides={"first_to": 11})
    play_to_the_end(tournament)
    warm = tournament_log.load(tournament.pk)

    tournament_log.forget()

    assert tournament_log.load(tournament.pk) == warm
    assert (warm.phase, warm.settings.overrides) == ("completed", {"first_to": 11})
    assert warm.current is not None
    assert len(warm.current.stage.rounds) == 3


def test_a_stream_longer_than_a_slice_is_folded_to_its_head(
    olga: Player, people: NewPlayers, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = running(olga, people(5))
    warm = tournament_log.load(tournament.pk)

    for size in (1, 2, 3, warm.version, warm.version + 1):
        monkeypatch.setattr(heads, "AT_ONCE", size)
        tournament_log.forget()
        assert tournament_log.load(tournament.pk) == warm


def test_a_stream_that_does_not_exist_is_an_unknown_tournament(db: None) -> None:
    assert refusal_of(lambda: tournament_log.load(new_id())) == "unknown_tournament"


@pytest.mark.django_db(transaction=True)
def test_facts_that_were_rolled_back_are_not_remembered(olga: Player, ann: Player) -> None:
    tournament = opened(olga)
    with transaction.atomic():
        services.enter(tournament, ann, now=NOON)
        assert tournament_log.load(tournament.pk).version == 3
        transaction.set_rollback(True)

    assert tournament_log.load(tournament.pk).version == 2
    services.enter(tournament, ann, now=NOON)
    assert tournament_log.load(tournament.pk).version == 3


@pytest.mark.django_db(transaction=True)
def test_only_so_many_states_are_kept_and_the_newest_of_each() -> None:
    log = StreamLog(TOURNAMENTS, most=2)
    one, two, three = (new_id() for _ in range(3))
    for id_, version in ((one, 1), (two, 2), (two, 1), (one, 3), (three, 1)):
        log.heads.keep(id_, Head(State(version=version), "", NOON))

    assert [log.load(id_).version for id_ in (one, three)] == [3, 1]
    assert refusal_of(lambda: log.load(two)) == "unknown_tournament"


@pytest.mark.parametrize(
    ("type_", "data"),
    [("match_created", {}), ("round_closed", {}), ("round_paired", {"round": 1, "tables": [1]})],
)
def test_a_corrupt_fact_is_a_fault_and_no_refusal(type_: str, data: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=type_):
        from_fact(type_, data)
