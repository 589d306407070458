"""Tournaments over REST: who may do what, and the code of every refusal."""

from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone
from rest_framework.response import Response
from rest_framework.test import APIClient

from engine import ruleset
from engine.wire.rules_json import rules_json
from games.models import Event, Player
from tests.api import code_of, signed_in
from tests.noon import at_noon
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.factories import opened
from tournaments.domain.policies import POLICIES
from tournaments.progress import advance
from tournaments.store.tournament_log import tournament_log

pytestmark = [pytest.mark.store, pytest.mark.django_db]
API = "/api/v1/tournaments/"


def post(client: APIClient, rest: str = "", **body: Any) -> Response:
    return client.post(API + rest, body, format="json")


def test_a_tournament_is_made_entered_and_started_over_rest(olga: Player, ann: Player) -> None:
    organiser = signed_in(olga)
    made = post(organiser, name="Friday night", capacity=8)
    assert made.status_code == 201
    assert made.json() == {
        "id": made.json()["id"],
        "slug": "friday-night",
        "name": "Friday night",
        "state": "draft",
        "organiser": {"id": olga.pk.hex, "handle": "olga"},
        "format": "single_elimination",
        "stages": [
            {
                "number": 1,
                "name": "",
                "format": "single_elimination",
                "options": {"third_place": False},
                "advance": 0,
                "watching": "",
            }
        ],
        "ruleset": {
            "key": "classic",
            "overrides": {},
            "rules": rules_json(ruleset("classic", {})),
            "words": [],
        },
        "capacity": 8,
        "entrants": 0,
        "waiting": 0,
        "team": 1,
        "turn_seconds": 30,
        "bank_seconds": 0,
        "bot_pace_ms": 0,
        "autostart": "manual",
        "fill_with_bots": None,
        "starts_at": None,
        "check_in_minutes": 0,
        "provisional_minutes": 0,
        "round_gap_seconds": 0,
        "starts": "ready",
        "publish": "automatic",
        "dealing": "own",
        "mirrored": False,
        "rated": True,
        "scale": [],
        "policies": {option.name: option.default for option in POLICIES},
        "directors": [],
        "description": "",
        "stage": 0,
        "round": 0,
        "round_name": None,
        "failed": None,
        "champion": None,
        "champions": [],
        "champions_count": 0,
        "decided": None,
        "final_at": None,
        "version": 1,
        "created_at": made.json()["created_at"],
        "started_at": None,
        "completed_at": None,
    }
    one = made.json()["id"] + "/"

    opened_ = post(organiser, one + "open/")
    assert [fact["type"] for fact in opened_.json()["facts"]] == ["registration_opened"]
    assert organiser.get(API + one).json()["state"] == "registration"
    entered = post(signed_in(ann), "friday-night/entrants/")
    assert entered.status_code == 201
    bots = post(organiser, one + "entrants/", bot="greedy", count=3)
    assert (bots.status_code, len(bots.json()["results"])) == (201, 3)
    started = post(organiser, one + "start/")

    assert (started.status_code, started.json()["state"]) == (200, "running")
    assert started.json()["entrants"] == 4
    advance.advance(UUID(made.json()["id"]), timezone.now)
    listed = APIClient().get(API + one + "entrants/").json()
    assert listed["next"] is None
    assert [entrant["number"] for entrant in listed["results"]] == [1, 2, 3, 4]
    assert listed["results"][0] == entered.json()["results"][0] | {"seed": 1, "state": "active"}
    assert listed["results"][1]["members"] == [listed["results"][1]["player"]]
    assert listed["results"][1]["player"] == {
        "id": bots.json()["results"][0]["player"]["id"],
        "handle": "greedy-1",
        "kind": "bot",
        "bot": "greedy",
    }


def test_what_a_tournament_answers_may_be_sent_back_and_changes_nothing_else(
    olga: Player, ann: Player
) -> None:
    """Its co-directors stay, and so do its rules, before the start and after it."""
    organiser = signed_in(olga)
    made = post(
        organiser, name="Friday night", directors=["ann"], overrides={"first_to": 11},
        format="swiss", description="Bring a friend.",
    ).json()  # fmt: skip
    address = API + made["id"] + "/"
    before = tournament_log.load(UUID(made["id"])).settings

    changed = organiser.put(address, made | {"name": "Saturday"}, format="json")
    assert changed.status_code == 200, changed.content
    after = tournament_log.load(UUID(made["id"]))
    assert after.settings == replace(before, name="Saturday")
    assert after.description == "Bring a friend."

    edited = organiser.patch(address, {"policies": {"no_show": "keep"}}, format="json")
    assert edited.json()["facts"][0]["data"]["settings"]["policies"]["no_show"] == "keep"
    post(organiser, made["id"] + "/open/")
    post(organiser, made["id"] + "/entrants/", bot="greedy", count=4)
    post(organiser, made["id"] + "/start/")
    told = organiser.get(address).json()
    assert organiser.put(address, told, format="json").json()["facts"] == []
    assert told["directors"] == ["ann"]


def test_a_field_that_there_is_not_is_refused_by_name(olga: Player) -> None:
    organiser = signed_in(olga)
    for body, field in (
        ({"name": "Friday", "turn_second": 60}, "turn_second"),
        ({"name": "Friday", "stages": [{"formt": "swiss"}]}, "stages.0.formt"),
    ):
        answer = post(organiser, **body)
        assert (answer.status_code, list(answer.json()["params"]["fields"])) == (400, [field])
    tournament = opened(olga)
    for rest, body in (("pause/", {"reason": "x", "why": "y"}), ("entrants/", {"handel": "ann"})):
        answer = post(organiser, f"{tournament.slug}/{rest}", **body)
        assert answer.json()["code"] == "invalid"
        assert set(answer.json()["params"]["fields"]) == set(body) - {"reason"}


def test_a_draft_is_deleted_as_if_it_had_never_been(olga: Player, ann: Player) -> None:
    made = post(signed_in(olga), name="Friday night").json()
    address = API + made["id"] + "/"
    assert code_of(signed_in(ann).delete(address)) == (403, "not_director")

    assert signed_in(olga).delete(address).status_code == 200

    assert code_of(signed_in(olga).get(address)) == (404, "unknown_tournament")
    assert APIClient().get(API).json()["results"] == []
    assert APIClient().get("/tournaments/friday-night/").status_code == 404
    other = opened(olga)
    assert code_of(signed_in(olga).delete(f"{API}{other.pk.hex}/")) == (409, "wrong_state")


def test_whoever_is_not_signed_in_only_reads(olga: Player) -> None:
    opened(olga)
    nobody = APIClient()

    assert code_of(post(nobody, name="Mine")) == (401, "not_authenticated")
    for rest in ("open/", "start/", "entrants/"):
        assert code_of(post(nobody, "friday-night/" + rest)) == (401, "not_authenticated")
    assert code_of(nobody.delete(API + "friday-night/entrants/")) == (401, "not_authenticated")
    for rest in ("", "entrants/", "rounds/", "matches/", "standings/", "bracket/", "events/"):
        assert nobody.get(API + "friday-night/" + rest).status_code == 200


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", "x" * 81),
        ("name", "nul\x00"),
        ("name", None),
        ("name", ["Friday"]),
        ("capacity", "many"),
        ("fill_with_bots", "hal"),
        ("overrides", [1]),
        ("ruleset", ["classic"]),
    ],
)
def test_a_bad_field_is_named_and_nothing_is_made(olga: Player, field: str, value: Any) -> None:
    answer = post(signed_in(olga), **{"name": "Friday night"} | {field: value})

    assert answer.status_code == 400
    if answer.json()["code"] != "malformed_json":  # control characters may be refused unread
        assert (answer.json()["code"], list(answer.json()["params"]["fields"])) == (
            "invalid",
            [field],
        )
    assert not Event.objects.exists()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", "   "),
        ("name", "bell\x07"),
        ("name", "\u202ethgin yadirF"),
        ("capacity", 1),
        ("capacity", 16_385),
        ("turn_seconds", 4),
        ("turn_seconds", 3601),
        ("bank_seconds", -1),
        ("bot_pace_ms", -1),
        ("bot_pace_ms", 10_001),
        ("autostart", "later"),
        ("starts", "never"),
        ("team", 3),
    ],
)
def test_a_field_out_of_its_bounds_is_named_and_nothing_is_made(
    olga: Player, field: str, value: Any
) -> None:
    answer = post(signed_in(olga), **{"name": "Friday night"} | {field: value})

    if answer.json()["code"] in ("malformed_json", "invalid"):
        assert answer.status_code == 400
    else:
        assert code_of(answer) == (409, "bad_field")
        assert answer.json()["params"]["field"] == field
    assert not Event.objects.exists()


@pytest.mark.parametrize(
    ("body", "refused"),
    [
        ({"ruleset": "bridge"}, (400, "unknown_ruleset")),
        ({"overrides": {"first_to": "21"}}, (409, "bad_override")),
        ({"overrides": {"first_to": 2.5}}, (409, "bad_override")),
    ],
)
def test_rules_that_the_game_does_not_have_are_refused(
    olga: Player, body: dict[str, Any], refused: tuple[int, str]
) -> None:
    assert code_of(post(signed_in(olga), name="Friday night", **body)) == refused
    assert not Event.objects.exists()


@pytest.mark.parametrize("body", ['["a"]', '"a"', "{", "null"])
def test_a_body_that_is_no_object_is_malformed(olga: Player, body: str) -> None:
    opened(olga)
    for rest in ("", "friday-night/entrants/"):
        answer = signed_in(olga).post(API + rest, body, content_type="application/json")
        assert answer.status_code == 400
    assert Event.objects.count() == 2


def test_entering_is_refused_with_a_code_that_says_why(
    olga: Player, ann: Player, people: NewPlayers
) -> None:
    tournament = opened(olga, ann, capacity=2, policies={"waiting_list": 0})
    path = f"{tournament.pk.hex}/entrants/"
    late, other = people(2)

    assert code_of(post(signed_in(ann), path)) == (409, "already_entered")
    assert code_of(post(signed_in(ann), path, bot="greedy")) == (403, "not_organiser")
    assert code_of(post(signed_in(olga), path, bot="greedy", count=2)) == (409, "tournament_full")
    assert code_of(post(signed_in(olga), path, bot="hal")) == (400, "invalid")
    assert code_of(post(signed_in(olga), path, count=2)) == (409, "invalid")
    assert code_of(post(signed_in(olga), path, bot="greedy", count=0)) == (400, "invalid")
    assert code_of(signed_in(late).delete(API + path)) == (409, "not_entered")
    assert post(signed_in(other), path).status_code == 201
    assert code_of(post(signed_in(late), path)) == (409, "tournament_full")
    assert code_of(post(signed_in(ann), f"{tournament.pk.hex}/start/")) == (403, "not_director")
    advance.advance(tournament.pk, at_noon)
    assert post(signed_in(olga), f"{tournament.pk.hex}/start/").status_code == 200
    assert code_of(post(signed_in(late), path)) == (409, "late_entry_closed")
    assert code_of(signed_in(late).delete(API + path)) == (409, "not_entered")
    assert code_of(post(signed_in(olga), f"{tournament.pk.hex}/start/")) == (409, "wrong_state")
    assert code_of(post(signed_in(olga), f"{tournament.pk.hex}/open/")) == (409, "wrong_state")


def test_a_player_withdraws_and_is_no_longer_listed(olga: Player, ann: Player) -> None:
    opened(olga, ann)

    gone = signed_in(ann).delete(API + "friday-night/entrants/")

    assert (gone.status_code, gone.json()["state"]) == (200, "withdrawn")
    assert APIClient().get(API + "friday-night/entrants/").json()["results"] == []
    assert APIClient().get(API + "friday-night/").json()["entrants"] == 0


def test_too_few_entrants_do_not_start(olga: Player, ann: Player) -> None:
    opened(olga, ann)

    answer = post(signed_in(olga), "friday-night/start/")

    assert code_of(answer) == (409, "too_few_entrants")
    assert answer.json()["params"] == {"least": 2, "entrants": 1}


@pytest.mark.parametrize("name", ["nothing", "0" * 32, "%00", "x" * 300, "new"])
@pytest.mark.parametrize("rest", ["", "entrants/", "standings/", "bracket/", "events/"])
def test_an_unknown_tournament_is_not_found(db: None, name: str, rest: str) -> None:
    assert APIClient().get(f"{API}{name}/{rest}").status_code == 404


def test_an_unknown_tournament_has_the_code_of_its_own(olga: Player) -> None:
    assert code_of(APIClient().get(API + "nothing/")) == (404, "unknown_tournament")
    assert code_of(post(signed_in(olga), "nothing/open/")) == (404, "unknown_tournament")


def test_the_list_is_newest_first_in_pages_and_by_state(olga: Player) -> None:
    for number in range(5):
        post(signed_in(olga), name=f"T{number}")
    post(signed_in(olga), "t1/open/")

    names, address = [], API + "?limit=2"
    while address:
        page = APIClient().get(address).json()
        assert set(page) == {"results", "next"}
        names.append([tournament["name"] for tournament in page["results"]])
        address = page["next"]

    assert names == [["T4", "T3"], ["T2", "T1"], ["T0"]]
    filtered = APIClient().get(API + "?state=registration").json()["results"]
    assert [tournament["name"] for tournament in filtered] == ["T1"]
    assert code_of(APIClient().get(API + "?state=lost")) == (400, "invalid")
    assert code_of(APIClient().get(API + "?cursor=nonsense")) == (400, "bad_cursor")
