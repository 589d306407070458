"""Byes: what they are worth, and from when on."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from games.models import Player
from games.store.replay import check
from tests.long import SQLITE_FIRST
from tests.noon import at_noon
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.factories import finish_matches, running
from tournaments.domain.settings import StageSettings
from tournaments.models import Pairing, Tournament
from tournaments.progress import advance
from tournaments.store.tournament_log import TOURNAMENTS, tournament_log

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]


def scores(tournament: Tournament) -> dict[str, int]:
    address = f"/api/v1/tournaments/{tournament.pk.hex}/standings/"
    found: list[dict[str, Any]] = APIClient().get(address).json()["results"]
    return {line["entrant"]["name"]: line["score"] for line in found}


def test_a_bye_counts_when_its_round_is_over(olga: Player, people: NewPlayers) -> None:
    swiss = (StageSettings("swiss", {"rounds": 2}),)
    tournament = running(olga, people(5), stages=swiss, starts="rounds")
    bye = Pairing.objects.get(match=None, round=1)
    name = bye.seatings.get().entrant.members.get().player.handle
    advance.advance(tournament.pk, at_noon)
    assert set(scores(tournament).values()) == {0}

    finish_matches(tournament)
    advance.advance(tournament.pk, at_noon)

    assert sorted(scores(tournament).values()) == [0, 0, 60, 60, 60]
    assert scores(tournament)[name] == 60
    assert check(TOURNAMENTS, tournament_log.stream_of(tournament.pk)).fault is None
