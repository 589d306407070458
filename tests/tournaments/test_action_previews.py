"""A preview says what would be recorded at this moment, and records nothing."""

import pytest

from games.models import Player
from tests.api import signed_in
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.consoles import Console, facts
from tests.tournaments.factories import facts_of, running

pytestmark = [pytest.mark.store, pytest.mark.django_db]
GAPS = {"starts": "rounds", "round_gap_seconds": 600}


def test_a_cancel_is_previewed_while_rounds_have_a_gap(olga: Player, people: NewPlayers) -> None:
    tournament = running(olga, people(4), **GAPS)
    before = facts()

    told = signed_in(olga).post(
        f"/api/v1/tournaments/{tournament.slug}/cancel/?preview=true",
        {"reason": "rain"},
        format="json",
    )

    assert told.status_code == 200
    assert [fact["type"] for fact in told.json()["facts"]] == [
        "tournament_cancelled",
        "round_closed",
    ]
    assert told.json()["facts"][1]["data"]["next_at"] is not None
    assert facts() == before


def test_the_console_shows_a_cancel_while_rounds_have_a_gap(
    olga: Player, people: NewPlayers
) -> None:
    tournament = running(olga, people(4), **GAPS)

    said = Console(olga, tournament).do("cancel_tournament", reason="rain")

    assert "The tournament is cancelled" in said
    assert facts_of(tournament)[-2:] == ["tournament_cancelled", "round_closed"]
