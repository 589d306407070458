"""How an event ends: provisional, final, opened again; everybody has a place, and a champion is
earned or said aloud.
"""

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from rest_framework.test import APIClient

from games.models import Player
from games.store.replay import check
from tests.api import code_of, signed_in
from tests.long import SQLITE_FIRST
from tests.noon import NOON, at_noon
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.consoles import browser, text_of
from tests.tournaments.factories import finish_matches, play_to_the_end, running
from tournaments.actions import services
from tournaments.domain import commands
from tournaments.domain.entrant_commands import DisqualifyEntrant, WithdrawEntrant
from tournaments.domain.round_commands import CorrectResult, ForfeitMatch, ResolveDispute
from tournaments.domain.settings import StageSettings
from tournaments.models import Entrant, Pairing, Stage, Tournament
from tournaments.progress import advance
from tournaments.read.group_places import group_places
from tournaments.store.tournament_log import TOURNAMENTS, tournament_log
from tournaments.text.group_names import group_name

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]
API = "/api/v1/tournaments/"
GROUPS = (
    StageSettings("round_robin", {"groups": 2}, advance=2, name="Groups"),
    StageSettings("single_elimination", name="Finals"),
)
# One round of which all who won are equals.
ONE_ROUND = (StageSettings("swiss", {"rounds": 1, "tie_breaks": ["wins"]}),)


def later() -> datetime:
    return NOON + timedelta(hours=2)


def ranking(tournament: Tournament) -> dict[str, Any]:
    found: dict[str, Any] = APIClient().get(f"{API}{tournament.pk.hex}/ranking/").json()
    return found


def sound(tournament: Tournament) -> None:
    checked = check(TOURNAMENTS, tournament_log.stream_of(tournament.pk))
    assert checked.fault is None


def do(olga: Player, tournament: Tournament, command: commands.TournamentCommand) -> None:
    services.act(tournament, olga, command, now=NOON)
    advance.advance(tournament.pk, at_noon)
    tournament.refresh_from_db()


def test_everybody_of_all_stages_has_one_place(olga: Player, people: NewPlayers) -> None:
    tournament = running(olga, people(8), stages=GROUPS)
    play_to_the_end(tournament)

    found = ranking(tournament)
    assert [line["place"] for line in found["results"]] == [1, 2, 3, 3, 5, 6, 7, 8]
    assert [line["stage_name"] for line in found["results"]] == ["Finals"] * 4 + ["Groups"] * 4
    assert (found["final"], found["decided"]) == (True, "play")
    assert [line["champion"] for line in found["results"]] == [True] + [False] * 7
    assert sorted(Entrant.objects.values_list("place", flat=True)) == [1, 2, 3, 3, 5, 6, 7, 8]
    file = b"".join(APIClient().get(f"{API}{tournament.pk.hex}/ranking.csv"))  # type: ignore[arg-type]
    assert len(file.splitlines()) == 9
    page = text_of(browser(olga).get(f"/tournaments/{tournament.slug}/ranking/"))
    assert "Final ranking" in page
    assert "has won." in page
    sound(tournament)


def test_a_bracket_from_groups_says_who_came_from_where(olga: Player, people: NewPlayers) -> None:
    tournament = running(olga, people(8), stages=GROUPS, starts="rounds")
    while tournament_log.load(tournament.pk).current.stage.number < 2:  # type: ignore[union-attr]
        finish_matches(tournament)
        advance.advance(tournament.pk, at_noon)
    places = group_places(tournament_log.load(tournament.pk), 2)
    assert sorted(places.values()) == ["A1", "A2", "A3", "A4", "B1", "B2", "B3", "B4"]

    page = browser(olga).get(f"/tournaments/{tournament.slug}/bracket/?stage=2").content.decode()
    drawn = re.findall(r'class="box__seed"[^>]*>([AB]\d)<', page)

    assert sorted(drawn) == ["A1", "A2", "B1", "B2"]
    assert {drawn[0][0], drawn[1][0]} == {"A", "B"}, "of two groups"
    standings = text_of(browser(olga).get(f"/tournaments/{tournament.slug}/standings/?stage=1"))
    assert "Group" in standings


def test_groups_are_called_by_letters() -> None:
    assert [group_name(one) for one in (0, 1, 2, 26, 27, 52, 53)] == [
        "", "A", "B", "Z", "AA", "AZ", "BA",
    ]  # fmt: skip


def test_results_are_provisional_until_their_time_is_over(olga: Player, people: NewPlayers) -> None:
    tournament = running(olga, people(4), provisional_minutes=30)
    play_to_the_end(tournament)
    tournament.refresh_from_db()
    assert (tournament.state, tournament.champion) == ("provisional", None)
    assert tournament.final_at == NOON + timedelta(minutes=30)
    assert tournament.due_at == tournament.final_at
    assert ranking(tournament)["final"] is False

    advance.advance(tournament.pk, later)

    tournament.refresh_from_db()
    assert tournament.state == "completed"
    assert tournament.champion is not None
    sound(tournament)


def test_events_of_bots_only_are_final_at_once(olga: Player) -> None:
    from tests.tournaments.page_events import play_out, stage, started

    tournament = started(olga, 4, stage("single_elimination"), provisional_minutes=30)
    play_out(tournament)
    assert tournament.state == "completed"


def test_a_protest_holds_up_the_end_and_the_champion_is_disqualified_after_it(
    olga: Player, people: NewPlayers
) -> None:
    players = people(4)
    tournament = running(olga, players, provisional_minutes=30)
    play_to_the_end(tournament)
    final = Pairing.objects.get(tournament=tournament, round=2)
    protest = f"{API}{tournament.pk.hex}/stages/1/rounds/2/pairings/1/dispute/"
    loser = final.seatings.get(side=1).entrant.members.get().player
    told = signed_in(loser).post(protest, {"reason": "A card was seen."}, format="json")
    assert told.status_code == 200, told.content

    advance.advance(tournament.pk, later)
    assert Tournament.objects.get().state == "provisional"
    confirm = f"{API}{tournament.pk.hex}/confirm/"
    assert code_of(signed_in(olga).post(confirm)) == (409, "disputes_open")

    do(olga, tournament, ResolveDispute(olga.pk.hex, 1, 2, 1, "It was not.", NOON))
    assert signed_in(olga).post(confirm).status_code == 200
    tournament.refresh_from_db()
    assert tournament.champion is not None
    first = tournament.champion.pk.hex

    do(olga, tournament, commands.ReopenTournament(olga.pk.hex, "It was after all."))
    assert (tournament.state, tournament.champion_id) == ("provisional", None)
    assert not Stage.objects.get().completed
    do(olga, tournament, DisqualifyEntrant(olga.pk.hex, first, "A card was seen."))
    assert signed_in(olga).post(confirm).status_code == 200
    tournament.refresh_from_db()
    assert tournament.champion == final.seatings.get(side=1).entrant
    last = ranking(tournament)["results"][-1]
    assert (last["entrant"]["id"], last["state"], last["place"]) == (first, "disqualified", 4)
    sound(tournament)


def test_a_correction_of_provisional_results_may_have_something_played_again(
    olga: Player, people: NewPlayers
) -> None:
    tournament = running(olga, people(4), provisional_minutes=30)
    play_to_the_end(tournament)
    correct = CorrectResult(olga.pk.hex, 1, 1, 1, (2, 1), (3, 21), "Read wrongly.", True, NOON)

    do(olga, tournament, correct)

    assert tournament.state == "running"
    final = Pairing.objects.get(tournament=tournament, round=2)
    assert not final.decided
    play_to_the_end(tournament)
    tournament.refresh_from_db()
    assert tournament.state == "provisional"
    sound(tournament)


@pytest.mark.parametrize(
    ("policy", "champions", "decided", "places"),
    [
        ("lot", 1, "lot", [1, 2, 3, 3]),
        ("shared", 2, "shared", [1, 1, 3, 3]),
    ],
)
def test_whom_only_the_lot_separates_wins_as_the_event_has_it(
    olga: Player,
    people: NewPlayers,
    policy: str,
    champions: int,
    decided: str,
    places: list[int],
) -> None:
    tournament = running(olga, people(4), stages=ONE_ROUND, policies={"first_place": policy})
    play_to_the_end(tournament)

    found = ranking(tournament)
    assert [line["place"] for line in found["results"]] == places
    assert sum(line["champion"] for line in found["results"]) == champions
    told = APIClient().get(f"{API}{tournament.pk.hex}/").json()
    assert (told["decided"], len(told["champions"])) == (decided, champions)
    page = text_of(browser(olga).get(f"/tournaments/{tournament.slug}/"))
    assert ("by the lot" in page) == (decided == "lot")
    for line in found["results"]:
        handle = line["entrant"]["player"]["handle"]
        titled = "Titles" in text_of(browser(olga).get(f"/players/{handle}/"))
        assert titled == line["champion"]
    sound(tournament)


def test_equals_play_the_title_off(olga: Player, people: NewPlayers) -> None:
    tournament = running(olga, people(4), stages=ONE_ROUND, policies={"first_place": "play_off"})
    finish_matches(tournament)
    advance.advance(tournament.pk, at_noon)
    assert list(Stage.objects.values_list("number", "name", "entrants")) == [
        (1, "", 4),
        (2, "Play-off", 2),
    ]

    play_to_the_end(tournament)

    found = ranking(tournament)
    assert (found["final"], found["decided"]) == (True, "play")
    assert [line["place"] for line in found["results"]] == [1, 2, 3, 3]
    assert [line["stage_name"] for line in found["results"]][:2] == ["Play-off"] * 2
    sound(tournament)


def test_a_double_no_show_in_the_final_crowns_nobody(olga: Player, people: NewPlayers) -> None:
    tournament = running(olga, people(4))
    finish_matches(tournament)
    advance.advance(tournament.pk, at_noon)

    both = ForfeitMatch(olga.pk.hex, 1, 2, 1, (0, 1), "Nobody came.", NOON)
    do(olga, tournament, both)

    assert (tournament.state, tournament.champion, tournament.decided) == (
        "completed", None, "nobody",
    )  # fmt: skip
    assert [line["place"] for line in ranking(tournament)["results"]] == [2, 2, 3, 3]
    page = text_of(browser(olga).get(f"/tournaments/{tournament.slug}/"))
    assert "Nobody has won: the first place is free." in page
    sound(tournament)


def test_whoever_waits_is_called_up_when_somebody_does_not_come(
    olga: Player, people: NewPlayers
) -> None:
    swiss = (StageSettings("swiss", {"rounds": 2}),)
    tournament = running(
        olga, people(5), stages=swiss, capacity=4, starts="rounds",
        policies={"late_entry": "always"},
    )  # fmt: skip
    waiting = Entrant.objects.get(number=5)
    assert waiting.state == "waitlisted"

    gone = Entrant.objects.get(number=1).pk.hex
    do(olga, tournament, WithdrawEntrant(olga.pk.hex, gone, "He did not come."))

    waiting.refresh_from_db()
    assert (waiting.state, waiting.joins) == ("active", 2)
    play_to_the_end(tournament)
    assert len(ranking(tournament)["results"]) == 5
    sound(tournament)
