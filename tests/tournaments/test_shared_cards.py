"""Rounds in which every table is dealt the same: who may look on, and what a correction deals."""

import pytest

from games.match.boards import published_secret
from games.match.match_log import MATCHES, match_log
from games.models import Match, Player
from games.store.replay import check
from tests.noon import NOON, at_noon
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.factories import finish_matches, play_to_the_end, running
from tournaments.actions import services
from tournaments.domain import commands
from tournaments.models import Pairing, Tournament
from tournaments.progress import advance
from tournaments.store.tournament_log import TOURNAMENTS, tournament_log

pytestmark = [pytest.mark.store, pytest.mark.django_db]


def shared(olga: Player, players: list[Player]) -> Tournament:
    return running(olga, players, dealing="duplicate", starts="rounds")


def advanced(tournament: Tournament) -> None:
    advance.advance(tournament.pk, at_noon)


def match_of(tournament: Tournament, round_number: int, number: int) -> Match:
    pairing = Pairing.objects.get(tournament=tournament, round=round_number, number=number)
    assert pairing.match is not None
    return pairing.match


def boards(tournament: Tournament) -> list[str]:
    return [f"{tournament.pk.hex}/1/{number}" for number in (1, 2)]


def test_a_table_that_is_made_anew_is_not_dealt_the_cards_of_its_round_again(
    olga: Player, people: NewPlayers
) -> None:
    """Who sat at it may have seen them; once the round was closed, everybody has."""
    players = people(8)
    tournament = shared(olga, players)
    finish_matches(tournament)
    advanced(tournament)
    first, second = boards(tournament)
    kept = match_of(tournament, 2, 2)
    assert [kept.board, match_of(tournament, 2, 1).board] == [second] * 2

    by = olga.pk.hex
    wrong = commands.CorrectResult(by, 1, 1, 1, (2, 1), (13, 21), "misread", True, NOON)
    services.act(tournament, olga, wrong, now=NOON)
    advanced(tournament)

    assert published_secret(first) is not None
    assert published_secret(second) is None
    assert match_of(tournament, 2, 2) == kept
    again = match_of(tournament, 2, 1)
    assert again.board == ""
    play_to_the_end(tournament)
    again.refresh_from_db()
    assert again.status == Match.Status.FINISHED
    state = tournament_log.load(tournament.pk)
    assert state.phase == "completed"
    assert (2, 1) not in state.stages[0].stage.deals
    assert check(MATCHES, match_log.stream_of(again.pk)).fault is None
    assert check(TOURNAMENTS, tournament_log.stream_of(tournament.pk)).fault is None


@pytest.mark.parametrize("kind", [commands.EndEarly, commands.CancelTournament])
def test_the_cards_of_a_round_that_is_broken_off_are_told(
    kind: type[commands.EndEarly | commands.CancelTournament], olga: Player, people: NewPlayers
) -> None:
    tournament = shared(olga, people(4))
    first, _ = boards(tournament)
    assert published_secret(first) is None

    services.act(tournament, olga, kind(olga.pk.hex, "the hall is closing", NOON), now=NOON)

    assert published_secret(first) is not None
    assert check(TOURNAMENTS, tournament_log.stream_of(tournament.pk)).fault is None
