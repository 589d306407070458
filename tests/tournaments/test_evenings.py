"""Three evenings from their first to their last minute, as they happen."""

import io
from datetime import datetime, timedelta
from typing import Any

import pytest
from rest_framework.test import APIClient

from games.models import Player
from games.store.replay import check
from tests.api import code_of, signed_in
from tests.noon import NOON, at_noon
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.consoles import Console, browser, text_of
from tests.tournaments.factories import finish_matches, opened, play_to_the_end
from tournaments.actions import services
from tournaments.domain.settings import StageSettings
from tournaments.models import Entrant, Pairing, Round, Tournament
from tournaments.progress import advance
from tournaments.store.tournament_log import TOURNAMENTS, tournament_log

pytestmark = [pytest.mark.django_db]
API = "/api/v1/tournaments/"


def later() -> datetime:
    return NOON + timedelta(hours=3)


def ask(player: Player, tournament: Tournament, rest: str, **body: Any) -> Any:
    path = f"{API}{tournament.pk.hex}/{rest}"
    answer = signed_in(player).post(path, body, format="json")
    assert answer.status_code < 300, answer.content
    return answer.json()


def start(tournament: Tournament, olga: Player) -> None:
    services.start(tournament, olga, now=NOON)
    advance.advance(tournament.pk, at_noon)


def play_round(tournament: Tournament) -> None:
    finish_matches(tournament)
    advance.advance(tournament.pk, at_noon)


def ranking(tournament: Tournament) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (
        APIClient().get(f"{API}{tournament.pk.hex}/ranking/").json()["results"]
    )
    return found


def sound(tournament: Tournament) -> None:
    assert check(TOURNAMENTS, tournament_log.stream_of(tournament.pk)).fault is None


def test_a_club_night(olga: Player, people: NewPlayers) -> None:
    """Sixteen play a Swiss of four rounds. One leaves, one comes late, and a wrong result is found
    after the next round has begun.
    """
    *players, late = people(17)
    swiss = (StageSettings("swiss", {"rounds": 4}),)
    tournament = opened(
        olga, *players, stages=swiss, starts="rounds", capacity=20, provisional_minutes=10,
        policies={"late_entry": "always"},
    )  # fmt: skip
    console = Console(olga, tournament)
    start(tournament, olga)
    play_round(tournament)
    leaver = Entrant.objects.get(number=16).pk.hex
    ask(players[15], tournament, f"entrants/{leaver}/withdraw/", reason="The last train.")
    ask(late, tournament, "entrants/")
    wrong = Pairing.objects.get(tournament=tournament, round=1, number=1)
    sides = [one.entrant for one in wrong.seatings.order_by("side")]
    assert Round.objects.filter(tournament=tournament).count() == 2

    shown = console.press(
        "do/correct_result/?stage=1&round=1&pairing=1",
        winner="1", points_0=9, points_1=21, reason="The card was read upside down.",
    )  # fmt: skip
    assert "8 pairings of later rounds stay as they are." in shown
    assert "becomes" in shown
    said = console.do(
        "correct_result", "stage=1&round=1&pairing=1",
        winner="1", points_0=9, points_1=21, reason="The card was read upside down.",
    )  # fmt: skip
    assert "is corrected: " in said
    play_to_the_end(tournament)

    tournament.refresh_from_db()
    assert tournament.state == "provisional"
    found = ranking(tournament)
    assert len(found) == 17
    assert {one["state"] for one in found} == {"active", "withdrawn"}
    corrected = APIClient().get(f"{API}{tournament.pk.hex}/stages/1/rounds/1/").json()
    (table,) = [one for one in corrected["results"][0]["pairings"] if one["pairing"] == 1]
    assert (table["winner"], table["corrected"]) == (1, True)
    assert table["sides"][1]["entrants"][0]["id"] == sides[1].pk.hex
    advance.advance(tournament.pk, later)
    tournament.refresh_from_db()
    assert tournament.state == "completed"
    page = text_of(browser(olga).get(f"/tournaments/{tournament.slug}/standings/"))
    assert "withdrawn" in page
    sound(tournament)


def test_a_championship_with_a_protest_after_its_final(olga: Player, people: NewPlayers) -> None:
    """Four groups of three, two of each go on; after the final somebody protests, and is right."""
    players = people(12)
    stages = (
        StageSettings("round_robin", {"groups": 4}, advance=2, name="Groups"),
        StageSettings("single_elimination", {"third_place": True}, name="Finals"),
    )
    tournament = opened(olga, *players, stages=stages, provisional_minutes=10_080)
    start(tournament, olga)
    play_to_the_end(tournament)
    tournament.refresh_from_db()
    assert tournament.state == "provisional"
    assert [one["place"] for one in ranking(tournament)] == [1, 2, 3, 4, *[5] * 4, 9, 10, 11, 12]
    final = Pairing.objects.filter(tournament=tournament, stage=2).order_by("-round")[0]
    loser = final.seatings.get(side=1).entrant
    at = f"stages/2/rounds/{final.round}/pairings/1/"
    ask(loser.members.get().player, tournament, f"{at}dispute/", reason="It was my trick.")
    assert code_of(signed_in(olga).post(f"{API}{tournament.pk.hex}/confirm/")) == (
        409, "disputes_open",
    )  # fmt: skip

    ask(olga, tournament, f"{at}correct/", places=[2, 1], points=[17, 21], reason="It was.")
    ask(olga, tournament, "confirm/")

    tournament.refresh_from_db()
    assert (tournament.state, tournament.champion) == ("completed", loser)
    assert ranking(tournament)[0]["entrant"]["id"] == loser.pk.hex
    ask(olga, tournament, "reopen/", reason="One more look.")
    ask(olga, tournament, "confirm/")
    tournament.refresh_from_db()
    assert tournament.champion == loser
    console = text_of(browser(olga).get(f"/tournaments/{tournament.slug}/console/record/"))
    assert "It was my trick." in console
    assert "beats" in console
    sound(tournament)


def test_an_open_of_sixty_four_from_a_file_to_a_file(olga: Player, people: NewPlayers) -> None:
    """Everybody comes from a file that a spreadsheet wrote; two more wait, one of whom is called
    up; it ends as files.
    """
    players = people(66)
    swiss = (StageSettings("swiss", {"rounds": 3}),)
    tournament = opened(
        olga, stages=swiss, starts="rounds", capacity=64, policies={"late_entry": "always"}
    )
    rows = [f"{one.handle};Club {number % 5};{65 - number}" for number, one in
            enumerate(players[:64], 1)]  # fmt: skip
    file = "\ufeffHandle;Club;Seed\r\n" + "\r\n".join(rows) + "\r\n"
    entered = signed_in(olga).post(
        f"{API}{tournament.pk.hex}/entrants/", file, content_type="text/csv"
    )
    assert entered.status_code == 201, entered.content
    first = Entrant.objects.get(tournament=tournament, number=1)
    assert first.members.get().player == players[63]
    for waiting in players[64:]:
        ask(waiting, tournament, "entrants/")
    assert Entrant.objects.filter(state="waitlisted").count() == 2
    start(tournament, olga)
    gone = Entrant.objects.get(number=7).pk.hex
    ask(olga, tournament, f"entrants/{gone}/withdraw/", reason="He did not come.")
    assert Entrant.objects.get(number=65).state == "active"
    play_to_the_end(tournament)

    tournament.refresh_from_db()
    assert tournament.state == "completed"
    assert len(ranking(tournament)) == 65
    client = APIClient()
    for name in ("entrants.csv", "pairings.csv", "standings.csv", "ranking.csv"):
        answer: Any = client.get(f"{API}{tournament.pk.hex}/{name}")
        lines = io.StringIO(b"".join(answer).decode()).readlines()
        assert len(lines) > 65
    report = client.get(f"{API}{tournament.pk.hex}/report.trf").content.decode().split("\r\n")
    assert sum(line.startswith("001 ") for line in report) == 65
    assert all(len(line) == 89 + 3 * 10 for line in report if line.startswith("001 "))
    export: Any = client.get(f"{API}{tournament.pk.hex}/export/")
    assert len(b"".join(export).splitlines()) == tournament.version
    sound(tournament)


def test_a_report_is_made_only_of_who_plays_two_at_a_table(
    olga: Player, people: NewPlayers
) -> None:
    tournament = opened(olga, *people(4))
    start(tournament, olga)
    answer = APIClient().get(f"{API}{tournament.pk.hex}/report.trf")
    assert code_of(answer) == (404, "no_report")
