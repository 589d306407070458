"""Rounds in which every table is dealt the same: who may look on, and what a correction deals."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from rest_framework.test import APIClient

from games.identity import new_id
from games.match import queries
from games.match.boards import published_secret
from games.match.match_log import MATCHES, match_log
from games.models import Match, Player
from games.store.replay import check
from tests.games.exports import chained, read, verify, written
from tests.long import SQLITE_FIRST
from tests.noon import NOON, at_noon
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.factories import finish_matches, play_to_the_end, running
from tournaments.actions import services
from tournaments.domain import commands
from tournaments.domain.round_commands import CorrectResult, DiscardRound, OverridePairings
from tournaments.models import Pairing, Tournament
from tournaments.progress import advance
from tournaments.store.tournament_log import TOURNAMENTS, tournament_log

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]


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
    wrong = CorrectResult(by, 1, 1, 1, (2, 1), (13, 21), "misread", True, NOON)
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


def test_a_table_that_a_director_makes_anew_in_such_a_round_has_cards_of_its_own_too(
    olga: Player, people: NewPlayers, tmp_path: Path
) -> None:
    tournament = shared(olga, people(8))
    finish_matches(tournament)
    advanced(tournament)
    by = olga.pk.hex
    wrong = CorrectResult(by, 1, 1, 1, (2, 1), (13, 21), "misread", True, NOON)
    services.act(tournament, olga, wrong, now=NOON)
    advanced(tournament)
    state = tournament_log.load(tournament.pk)
    round_ = state.stages[0].stage.round(2)
    assert round_ is not None
    ((one, two), (three, four)) = (round_.pairings[number].sides for number in (1, 2))
    tables = ((1, (one, three)), (2, (two, four)))
    ids = (new_id().hex, new_id().hex)
    override = OverridePairings(by, 1, 2, tables, "another seating", ids)
    services.act(tournament, olga, override, now=NOON)
    advanced(tournament)

    made = [match_of(tournament, 2, number) for number in (1, 2)]
    assert [match.board for match in made] == ["", ""]
    play_to_the_end(tournament)
    code, said = verify(queries.export(made[0].pk), *told(tournament, tmp_path))
    assert (code, "board    none, as the tournament has it" in said) == (0, True), said


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


def told(tournament: Tournament, folder: Path) -> list[str]:
    """The option that gives the tournament's facts to the verifier, in answers of thirty."""
    content, after = "", 0
    while True:
        path = f"/api/v1/tournaments/{tournament.slug}/events/?limit=30&after={after}"
        answer = APIClient().get(path).content.decode()
        facts = json.loads(answer)["results"]
        if not facts:
            break
        content, after = f"{content}{answer}\n", facts[-1]["version"]
    file = folder / "events.json"
    file.write_text(content)
    return ["--tournament", str(file)]


def test_the_verifier_derives_the_board_of_a_match_and_its_secret(
    olga: Player, people: NewPlayers, tmp_path: Path
) -> None:
    tournament = shared(olga, people(4))
    discard = DiscardRound(olga.pk.hex, 1, 1, "wrong order")
    services.act(tournament, olga, discard, now=NOON)
    advanced(tournament)
    play_to_the_end(tournament)
    options = told(tournament, tmp_path)
    for number in (1, 2):
        content = queries.export(match_of(tournament, number, 1).pk)
        code, said = verify(content, *options)
        assert (code, f"board    {tournament.pk.hex}/1/{number}" in said) == (0, True), said
        assert "its secret was fixed before anybody had entered" in said
        assert said.endswith("the server alone drew the secret of the board")
        facts = read(content)
        facts[0]["data"]["board"] = f"{tournament.pk.hex}/1/{3 - number}"
        code, said = verify(written(chained(facts)), *options)
        assert (code, "line 1, match_created: `board` is" in said) == (1, True)


def test_a_board_of_another_tournament_or_with_a_fact_left_out_is_found_out(
    olga: Player, people: NewPlayers, tmp_path: Path
) -> None:
    tournament = shared(olga, people(4))
    play_to_the_end(tournament)
    _, name = told(tournament, tmp_path)
    content = queries.export(match_of(tournament, 1, 1).pk)
    pages = [json.loads(line) for line in Path(name).read_text().splitlines()]
    facts = [fact for page in pages for fact in page["results"]]

    def with_facts(changed: list[dict[str, Any]]) -> tuple[int, str]:
        file = tmp_path / "changed.json"
        file.write_text(json.dumps({"results": changed}))
        return verify(content, "--tournament", str(file))

    assert with_facts(facts)[0] == 0
    assert with_facts(facts[1:])[0] == 2
    assert with_facts(facts[:3])[0] == 1
    other = deepcopy(facts)
    other[0]["data"]["commitment"] = "0" * 64
    assert "the secret of its round is not of the tournament" in with_facts(other)[1]
    closed = next(n for n, fact in enumerate(facts) if fact["type"] == "round_closed")
    other = deepcopy(facts)
    other[closed]["data"]["deck"] = "0" * 64
    assert with_facts(other)[0] == 1


def test_a_table_made_anew_has_no_board_in_the_verifier_either(
    olga: Player, people: NewPlayers, tmp_path: Path
) -> None:
    tournament = shared(olga, people(8))
    finish_matches(tournament)
    advanced(tournament)
    wrong = CorrectResult(olga.pk.hex, 1, 1, 1, (2, 1), (13, 21), "misread", True, NOON)
    services.act(tournament, olga, wrong, now=NOON)
    advanced(tournament)
    again = match_of(tournament, 2, 1)
    play_to_the_end(tournament)
    code, said = verify(queries.export(again.pk), *told(tournament, tmp_path))
    assert (code, "board    none, as the tournament has it" in said) == (0, True), said
