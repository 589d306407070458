"""The table hall: who sits where, who is missing, who is late, and one button for each."""

from datetime import timedelta

import pytest

from games.match import commands as match_commands
from games.models import Player
from tests.long import SQLITE_FIRST
from tests.noon import NOON, at_noon
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.consoles import Console, browser, text_of
from tests.tournaments.factories import facts_of, finish_matches, opened, players_of, running
from tournaments.domain.settings import StageSettings
from tournaments.models import Entrant, Pairing, Round, Tournament
from tournaments.progress import advance
from tournaments.read.hall import GRACE, hall

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]
SWISS = (StageSettings("swiss", {"rounds": 2}),)


def swiss(olga: Player, people: NewPlayers, count: int = 4) -> Tournament:
    return running(olga, people(count), stages=SWISS, starts="rounds")


def sits_down(pairing: Pairing, side: int) -> Player:
    player = players_of(pairing)[side]
    assert pairing.match_id is not None
    match_commands.cut(pairing.match_id, player, bytes(16), now=NOON)
    return player


def test_whoever_has_not_come_is_named_and_late_after_a_while(
    olga: Player, people: NewPlayers
) -> None:
    tournament = swiss(olga, people)
    pairing = Pairing.objects.get(number=1)
    missing = players_of(pairing)[1]
    sits_down(pairing, 0)
    round_ = Round.objects.get()

    early = hall(tournament, round_, NOON + timedelta(seconds=30), False)["tables"]
    late = hall(tournament, round_, NOON + GRACE, False)["tables"]

    assert [one["names"] for one in early[0]["waits_for"]] == [[missing.handle]]
    assert [len(one["waits_for"]) for one in early] == [1, 2]
    assert [one["is_late"] for one in early] == [False, False]
    assert [one["is_late"] for one in late] == [True, True]


def test_tables_that_are_decided_are_left_out_unless_all_are_wanted(
    olga: Player, people: NewPlayers
) -> None:
    tournament = swiss(olga, people)
    console = Console(olga, tournament)
    assert "2 of 2 tables are not decided." in console.see("hall/")

    finish_matches(tournament)
    advance.advance(tournament.pk, at_noon)
    assert "2 of 2 tables are not decided." in console.see("hall/"), "the next round"
    finish_matches(tournament)
    advance.advance(tournament.pk, at_noon)

    assert "Every table is decided." in console.see("hall/")
    assert "Nothing is missing." in console.see("hall/")
    assert "beats" not in console.see("hall/?all=1")
    assert "p1" in console.see("hall/?all=1")


def test_whoever_is_missing_is_called_and_reads_it(olga: Player, people: NewPlayers) -> None:
    tournament = swiss(olga, people)
    missing = players_of(Pairing.objects.get(number=1))[1]
    console = Console(olga, tournament)

    seen = console.press("do/call_table/?stage=1&round=1&pairing=1&from=hall")

    assert "Table hall" in seen
    assert "called at" in seen
    assert facts_of(tournament)[-1] == "table_called"
    page = text_of(browser(missing).get(f"/tournaments/{tournament.slug}/"))
    assert "You are called to your table" in page
    assert "table 1 is called: " in console.see("record/")


def test_a_forfeit_is_one_press_and_leads_back_to_the_hall(
    olga: Player, people: NewPlayers
) -> None:
    tournament = swiss(olga, people)
    console = Console(olga, tournament)

    seen = console.press(
        "do/forfeit_match/?stage=1&round=1&pairing=1&from=hall",
        reason="did not come", losers="1", confirm="1",
    )  # fmt: skip

    assert "1 of 2 tables is not decided." in seen
    assert Pairing.objects.get(number=1).decided


def test_whoever_is_absent_is_left_out_of_the_rounds_to_come(
    olga: Player, people: NewPlayers
) -> None:
    tournament = swiss(olga, people)
    entrant = Entrant.objects.get(number=2)
    console = Console(olga, tournament)
    assert "Absent from now on" in console.see("hall/")

    console.press(
        f"do/pause_entrant/?entrant={entrant.pk.hex}&from=hall", reason="absent", confirm="1"
    )

    entrant.refresh_from_db()
    assert entrant.state == "paused"


def test_a_table_that_is_decided_is_not_called(olga: Player, people: NewPlayers) -> None:
    tournament = swiss(olga, people)
    finish_matches(tournament)
    advance.advance(tournament.pk, at_noon)

    said = Console(olga, tournament).press("do/call_table/?stage=1&round=1&pairing=1")

    assert "(result_final)" in said or "(unknown_pairing)" in said


def test_the_hall_of_an_event_that_has_not_begun_says_so(olga: Player, people: NewPlayers) -> None:
    assert "there is nobody to seat" in Console(olga, opened(olga)).see("hall/")


def test_the_console_calls_a_round_by_its_name(olga: Player, people: NewPlayers) -> None:
    tournament = running(olga, people(4), starts="rounds")
    console = Console(olga, tournament)
    assert "Semi-finals: 2 tables are still to be decided." in console.see()

    finish_matches(tournament)
    advance.advance(tournament.pk, at_noon)

    assert "Final: 1 table is still to be decided." in console.see()
