"""Bad input over REST: each has its code as problem+json, and nothing is half done."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from rest_framework.response import Response
from rest_framework.test import APIClient

from games.models import Event, Player
from tests.api import code_of, signed_in
from tests.long import SQLITE_FIRST
from tests.noon import NOON, at_noon
from tests.threads import at_once
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.factories import facts_of, finish_matches, opened, running
from tournaments.actions import services
from tournaments.domain import commands
from tournaments.models import Entrant, Tournament
from tournaments.progress import advance
from tournaments.store.tournament_log import TOURNAMENTS, tournament_log

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db(transaction=True)]

API = "/api/v1/tournaments/"


def post(player: Player, rest: str = "", **body: Any) -> Response:
    return signed_in(player).post(API + rest, body, format="json")


def everything() -> tuple[int, dict[str, Any]]:
    """How many facts there are, and every row of every tournament."""
    rows: dict[str, Any] = {}
    for tournament in Tournament.objects.all():
        rows |= TOURNAMENTS.rows(tournament.pk)
    return Event.objects.count(), rows


def refused(ask: Callable[[], Response], status: int, code: str) -> dict[str, Any]:
    """The params of the refusal, which has this code and has changed nothing."""
    before = everything()
    answer = ask()
    assert code_of(answer) == (status, code)
    assert everything() == before
    params: dict[str, Any] = answer.json()["params"]
    return params


def test_the_same_player_is_not_entered_twice(olga: Player, ann: Player) -> None:
    tournament = opened(olga, ann)

    refused(lambda: post(ann, f"{tournament.slug}/entrants/"), 409, "already_entered")


def test_a_partner_is_in_one_partnership_only(olga: Player, people: NewPlayers) -> None:
    one, two, three = people(3)
    tournament = opened(olga, team=2)
    path = f"{tournament.slug}/entrants/"
    assert post(one, path, partner="p2").status_code == 201

    refused(lambda: post(three, path, partner="p2"), 409, "already_entered")
    refused(lambda: post(two, path, partner="p3"), 409, "already_entered")


@pytest.mark.parametrize("partner", [None, "p1"])
def test_a_partnership_is_of_two_different_players(
    olga: Player, people: NewPlayers, partner: str | None
) -> None:
    (one,) = people(1)
    tournament = opened(olga, team=2)
    body = {} if partner is None else {"partner": partner}

    params = refused(lambda: post(one, f"{tournament.slug}/entrants/", **body), 409, "bad_field")
    assert params["field"] == "members"


def test_nobody_is_too_few_to_start(olga: Player) -> None:
    tournament = opened(olga)

    params = refused(lambda: post(olga, f"{tournament.slug}/start/"), 409, "too_few_entrants")
    assert params == {"least": 2, "entrants": 0}


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"capacity": 100_001}, "capacity"),
        ({"capacity": 0}, "capacity"),
        ({"starts_at": "2020-01-01T00:00:00Z"}, "starts_at"),
        ({"stages": [{"format": "swiss", "options": {"rounds": 51}}]}, "stages.0.options.rounds"),
        ({"stages": [{"format": "swiss", "options": {"round": 5}}]}, "stages.0.options.round"),
        ({"stages": [{"format": "cup"}]}, "stages.0.format"),
        ({"policies": {"late_entry": "maybe"}}, "policies.late_entry"),
        ({"scale": [1, 2, 3]}, "scale"),
        ({"team": 2, "format": "table_swiss"}, "stages.0.options"),
        ({"dealing": "duplicate", "starts": "ready"}, "dealing"),
        ({"publish": "manual", "starts": "ready"}, "publish"),
    ],
)
def test_settings_that_cannot_be_are_refused_by_name(
    olga: Player, body: dict[str, Any], field: str
) -> None:
    params = refused(lambda: post(olga, name="Friday night", **body), 409, "bad_field")

    assert params["field"] == field


def test_a_hundred_thousand_entrants_at_once_are_refused(olga: Player) -> None:
    tournament = opened(olga, capacity=16_384)
    ask = partial(post, olga, f"{tournament.slug}/entrants/", bot="greedy", count=100_001)

    refused(ask, 400, "invalid")


def test_a_swiss_of_more_rounds_than_opponents_does_not_start(
    olga: Player, people: NewPlayers
) -> None:
    settings = {"format": "swiss", "options": {"rounds": 9}}
    made = post(olga, name="Friday night", capacity=64, stages=[settings]).json()
    path = f"{made['id']}/"
    post(olga, path + "open/")
    for player in people(4):
        post(player, path + "entrants/")

    refused(lambda: post(olga, path + "start/"), 409, "bad_field")


def test_a_result_is_not_corrected_while_the_match_is_played(
    olga: Player, people: NewPlayers
) -> None:
    tournament = running(olga, people(2))
    path = f"{tournament.slug}/stages/1/rounds/1/pairings/1/correct/"
    body = {"places": [1, 2], "points": [21, 4], "reason": "misread"}

    refused(lambda: post(olga, path, **body), 409, "match_running")
    finish_matches(tournament)
    refused(lambda: post(olga, path, **body), 409, "match_running")


def test_what_rests_on_a_result_is_named_before_it_is_corrected(
    olga: Player, people: NewPlayers
) -> None:
    tournament = running(olga, people(4))
    finish_matches(tournament)
    advance.advance(tournament.pk, at_noon)
    path = f"{tournament.slug}/stages/1/rounds/1/pairings/1/correct/"
    body = {"places": [2, 1], "points": [4, 21], "reason": "misread"}

    params = refused(lambda: post(olga, path, **body), 409, "dependent_matches")
    assert params == {"pairings": ["2/1"]}
    before = everything()
    told = signed_in(olga).post(
        f"{API}{path}?preview=true", body | {"reset_dependents": True}, format="json"
    )
    assert [fact["type"] for fact in told.json()["facts"]] == ["result_corrected", "pairing_voided"]
    assert everything() == before


@pytest.mark.parametrize(
    ("rest", "body", "status", "code"),
    [
        ("stages/1/rounds/1/pairings/9/forfeit/", {"losers": [0]}, 404, "unknown_pairing"),
        ("stages/9/rounds/1/pairings/1/forfeit/", {"losers": [0]}, 404, "unknown_pairing"),
        ("stages/1/rounds/1/pairings/1/forfeit/", {"losers": [2]}, 400, "invalid"),
        ("stages/1/rounds/1/pairings/1/dispute/", {}, 409, "not_disputable"),
        ("stages/1/rounds/1/pairings/1/resolve/", {}, 409, "not_disputable"),
        ("stages/1/rounds/1/publish/", {}, 409, "wrong_state"),
        ("entrants/" + "0" * 32 + "/disqualify/", {}, 404, "unknown_entrant"),
        ("retry/", {}, 409, "nothing_failed"),
        ("resume/", {}, 409, "wrong_state"),
    ],
)
def test_what_a_director_cannot_do_has_a_code(
    olga: Player, people: NewPlayers, rest: str, body: dict[str, Any], status: int, code: str
) -> None:
    tournament = running(olga, people(2))
    why = {} if rest in ("retry/", "resume/") or "publish" in rest else {"reason": "why not"}
    ask = partial(post, olga, f"{tournament.slug}/{rest}", **why | body)

    refused(ask, status, code)


def test_only_directors_direct(olga: Player, people: NewPlayers) -> None:
    player, other = people(2)
    tournament = running(olga, [player, other])
    stranger = Entrant.objects.get(number=2).pk.hex
    for rest in ("pause/", "end/", "cancel/", "stages/1/rounds/1/pairings/1/forfeit/"):
        said = {"reason": "mine"} | ({"losers": [1]} if "forfeit" in rest else {})
        ask = partial(post, player, f"{tournament.slug}/{rest}", **said)
        refused(ask, 403, "not_director")
    refused(
        lambda: post(player, f"{tournament.slug}/entrants/{stranger}/withdraw/"),
        403,
        "not_your_entrant",
    )


def test_the_second_of_two_directors_has_to_look_again(olga: Player, ann: Player) -> None:
    tournament = opened(olga, directors=(ann.pk.hex,))
    shown = f'"{tournament.pk.hex}-v{Tournament.objects.get().version}"'

    def change(player: Player, capacity: int) -> Response:
        body = {"name": "Friday night", "capacity": capacity, "directors": ["ann"]}
        return signed_in(player).put(
            f"{API}{tournament.slug}/", body, format="json", headers={"If-Match": shown}
        )

    assert change(ann, 4).status_code == 200
    refused(lambda: change(olga, 8), 412, "version_mismatch")
    assert Tournament.objects.get().capacity == 4


def test_a_change_that_comes_between_the_look_and_the_deed_counts_as_well(
    olga: Player, ann: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = opened(olga)
    shown = f'"{tournament.pk.hex}-v{Tournament.objects.get().version}"'
    real = services.act

    def overtaken(*args: Any, **kwargs: Any) -> Any:
        monkeypatch.setattr(services, "act", real)
        services.enter(tournament, ann, now=NOON)
        return real(*args, **kwargs)

    monkeypatch.setattr(services, "act", overtaken)
    answer = signed_in(olga).post(
        f"{API}{tournament.slug}/open-check-in/", {}, format="json", headers={"If-Match": shown}
    )

    assert code_of(answer) == (412, "version_mismatch")
    assert "check_in_opened" not in facts_of(tournament)


def _capacity(tournament: Tournament, by: Player, capacity: int, only_at: int | None) -> object:
    settings = replace(tournament_log.load(tournament.pk).settings, capacity=capacity)
    command = commands.ChangeSettings(by.pk.hex, settings, NOON)
    return len(services.act(tournament, by, command, now=NOON, only_at=only_at))


def test_of_two_directors_at_once_exactly_one_changes_what_both_have_seen(olga: Player) -> None:
    tournament = opened(olga)
    seen = Tournament.objects.get().version

    answers = at_once(
        [partial(_capacity, tournament, olga, capacity, seen) for capacity in range(4, 10)]
    )

    assert sorted(map(str, answers)) == ["1", *["stale"] * 5]
    assert facts_of(tournament).count("settings_changed") == 1


def test_without_a_version_every_director_at_once_has_their_way(olga: Player) -> None:
    """The control: nothing else keeps the later ones from overwriting what they never saw."""
    tournament = opened(olga)

    answers = at_once(
        [partial(_capacity, tournament, olga, capacity, None) for capacity in range(4, 10)]
    )

    assert answers == [1] * 6
    assert facts_of(tournament).count("settings_changed") == 6


def test_every_refusal_is_said_to_whoever_is_not_signed_in_as_well(olga: Player) -> None:
    tournament = opened(olga)
    client = APIClient()

    for rest in ("pause/", "cancel/", "entrants/"):
        answer = client.post(f"{API}{tournament.slug}/{rest}", {"reason": "x"}, format="json")
        assert code_of(answer) == (401, "not_authenticated")
