"""A match of an event from which both sides stayed away: both have lost, and the event goes on."""

from datetime import timedelta

import pytest

from games.match import commands
from games.match.clocks import GRACE
from games.models import Match, Player
from games.store.replay import check
from tests.long import SQLITE_FIRST
from tests.noon import NOON, at_noon
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.factories import play_to_the_end, running
from tournaments.domain.settings import StageSettings
from tournaments.models import Entrant, Pairing
from tournaments.progress.advance import advance, due_tournaments
from tournaments.store.tournament_log import TOURNAMENTS, tournament_log

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]


def stay_away(match: Match, comes_first: Player | None = None) -> None:
    """Lets the clocks of both run out, of whom one may have cut."""
    if comes_first is not None:
        commands.waive_cut(match.pk, comes_first, now=NOON)
    now = NOON
    while Match.objects.get(pk=match.pk).status != "finished":
        now += timedelta(seconds=60) + GRACE
        commands.run_out_clock(match.pk, now)


@pytest.mark.parametrize("comes", [False, True])
def test_both_lose_and_the_next_opponent_goes_through(
    comes: bool, olga: Player, people: NewPlayers
) -> None:
    tournament = running(olga, people(4))
    pairing = Pairing.objects.get(round=1, number=1)
    assert pairing.match is not None
    stay_away(pairing.match, pairing.match.seats.get(number=0).player if comes else None)
    assert due_tournaments(NOON) == [tournament.pk]

    advance(tournament.pk, at_noon)
    play_to_the_end(tournament)

    pairing.refresh_from_db()
    assert (pairing.decided, pairing.reason) == (True, "abandoned")
    statuses = {row.status for row in pairing.seatings.all()}
    assert statuses == ({"no_show", "forfeit_loss"} if comes else {"no_show"})
    tournament.refresh_from_db()
    assert tournament.state == "completed"
    assert tournament.champion is not None
    seatings = Pairing.objects.get(round=1, number=2).seatings
    assert tournament.champion_id in set(seatings.values_list("entrant", flat=True))


def statuses_of(pairing: Pairing) -> dict[int, str]:
    """How each entrant came by the outcome, by its number."""
    return {row.entrant.number: row.status for row in pairing.seatings.select_related("entrant")}


@pytest.mark.parametrize("key", ["single_elimination", "double_elimination"])
@pytest.mark.parametrize("away", ["higher_seed", "lot"])
def test_one_side_goes_on_in_a_knockout_where_the_event_says_so(
    key: str, away: str, olga: Player, people: NewPlayers
) -> None:
    tournament = running(
        olga, people(4), stages=(StageSettings(key),),
        policies={"both_away": away, "no_show": "withdraw"},
    )  # fmt: skip
    gone_on = set()
    for number, came in ((1, None), (2, 1)):
        pairing = Pairing.objects.get(round=1, number=number)
        assert pairing.match is not None
        first = None if came is None else pairing.match.seats.get(number=came).player
        stay_away(pairing.match, first)
        advance(tournament.pk, at_noon)
        pairing.refresh_from_db()
        statuses = statuses_of(pairing)
        (winner,) = [one for one, status in statuses.items() if status == "forfeit_win"]
        assert pairing.reason == "abandoned"
        assert (away == "lot") or winner == min(statuses)
        gone_on.add(winner)

    # Whoever goes on is not out for having stayed away.
    out = set(Entrant.objects.filter(state="no_show").values_list("number", flat=True))
    assert not gone_on & out
    final = Pairing.objects.get(round=2, number=1)
    assert set(statuses_of(final)) == gone_on
    play_to_the_end(tournament)
    tournament.refresh_from_db()
    assert tournament.champion is not None
    assert tournament.champion.number in gone_on
    assert check(TOURNAMENTS, tournament_log.stream_of(tournament.pk)).fault is None


def test_both_lose_in_a_format_that_needs_no_winner(olga: Player, people: NewPlayers) -> None:
    tournament = running(
        olga, people(4), stages=(StageSettings("swiss", {"rounds": 1}),),
        policies={"both_away": "lot"},
    )  # fmt: skip
    pairing = Pairing.objects.get(round=1, number=1)
    assert pairing.match is not None
    stay_away(pairing.match)
    advance(tournament.pk, at_noon)

    assert set(statuses_of(pairing).values()) == {"no_show"}
