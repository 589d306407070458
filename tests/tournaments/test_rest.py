"""Tournaments over REST: who may do what, the code of every refusal, and the documents."""

from typing import Any

import pytest
from rest_framework.response import Response
from rest_framework.test import APIClient

from games import matches
from games.models import Event, Match, Player
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.houses import (
    NOON,
    at_noon,
    finish_matches,
    opened,
    play_to_the_end,
    running,
    signed_in,
)
from tournaments import duties, queries, services
from tournaments.models import Tournament

pytestmark = [pytest.mark.store, pytest.mark.django_db]
API = "/api/v1/tournaments/"


def post(client: APIClient, rest: str = "", **body: Any) -> Response:
    return client.post(API + rest, body, format="json")


def code_of(answer: Response) -> tuple[int, str]:
    assert answer["Content-Type"] == "application/problem+json"
    return answer.status_code, answer.json()["code"]


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
        "ruleset": {"key": "classic", "overrides": {}},
        "capacity": 8,
        "entrants": 0,
        "turn_seconds": 30,
        "bot_pace_ms": 0,
        "autostart": "manual",
        "fill_with_bots": None,
        "round": 0,
        "rounds": 0,
        "champion": None,
        "version": 1,
        "created_at": made.json()["created_at"],
        "started_at": None,
        "completed_at": None,
    }
    one = made.json()["id"] + "/"

    assert post(organiser, one + "open/").json()["state"] == "registration"
    entered = post(signed_in(ann), "friday-night/entrants/")
    assert entered.status_code == 201
    bots = post(organiser, one + "entrants/", bot="greedy", count=3)
    assert (bots.status_code, len(bots.json()["results"])) == (201, 3)
    started = post(organiser, one + "start/")

    assert (started.status_code, started.json()["state"]) == (200, "running")
    assert (started.json()["entrants"], started.json()["rounds"]) == (4, 2)
    listed = APIClient().get(API + one + "entrants/").json()
    assert listed["next"] is None
    assert [entrant["number"] for entrant in listed["results"]] == [1, 2, 3, 4]
    assert listed["results"][0] == entered.json()["results"][0] | {"seed": 1, "state": "active"}
    assert listed["results"][1]["player"] == {
        "id": bots.json()["results"][0]["player"]["id"],
        "handle": "greedy-1",
        "kind": "bot",
        "bot": "greedy",
    }


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
        ("name", "   "),
        ("name", "x" * 81),
        ("name", "bell\x07"),
        ("name", "nul\x00"),
        ("name", "\u202ethgin yadirF"),
        ("name", None),
        ("name", ["Friday"]),
        ("capacity", 1),
        ("capacity", 513),
        ("capacity", "many"),
        ("turn_seconds", 4),
        ("turn_seconds", 3601),
        ("bot_pace_ms", -1),
        ("bot_pace_ms", 10_001),
        ("autostart", "later"),
        ("fill_with_bots", "hal"),
        ("overrides", [1]),
        ("ruleset", {"key": "classic"}),
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
    ("body", "code"),
    [
        ({"ruleset": "bridge"}, "unknown_ruleset"),
        ({"overrides": {"first_to": "21"}}, "bad_override"),
        ({"overrides": {"first_to": 2.5}}, "bad_override"),
    ],
)
def test_rules_that_the_game_does_not_have_are_refused(
    olga: Player, body: dict[str, Any], code: str
) -> None:
    assert code_of(post(signed_in(olga), name="Friday night", **body)) == (400, code)
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
    tournament = opened(olga, ann, capacity=2)
    path = f"{tournament.pk.hex}/entrants/"
    late, other = people(2)

    assert code_of(post(signed_in(ann), path)) == (409, "already_entered")
    assert code_of(post(signed_in(ann), path, bot="greedy")) == (403, "not_organiser")
    assert code_of(post(signed_in(olga), path, bot="greedy", count=2)) == (409, "tournament_full")
    assert code_of(post(signed_in(olga), path, bot="hal")) == (400, "invalid")
    assert code_of(post(signed_in(olga), path, count=2)) == (400, "invalid")
    assert code_of(post(signed_in(olga), path, bot="greedy", count=0)) == (400, "invalid")
    assert code_of(signed_in(late).delete(API + path)) == (409, "not_entered")
    assert post(signed_in(other), path).status_code == 201
    assert code_of(post(signed_in(late), path)) == (409, "tournament_full")
    assert code_of(post(signed_in(ann), f"{tournament.pk.hex}/start/")) == (403, "not_organiser")
    duties.advance(tournament.pk, at_noon)
    assert post(signed_in(olga), f"{tournament.pk.hex}/start/").status_code == 200
    assert code_of(post(signed_in(late), path)) == (409, "registration_closed")
    assert code_of(signed_in(ann).delete(API + path)) == (409, "registration_closed")
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


def test_the_list_is_newest_first_in_pages_and_by_state(
    olga: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tournaments.api.tournaments import NewestFirst

    monkeypatch.setattr(NewestFirst, "page_size", 2)
    for number in range(5):
        post(signed_in(olga), name=f"T{number}")
    post(signed_in(olga), "t1/open/")

    names, address = [], API
    while address:
        page = APIClient().get(address).json()
        assert set(page) == {"results", "next"}
        names.append([tournament["name"] for tournament in page["results"]])
        address = page["next"]

    assert names == [["T4", "T3"], ["T2", "T1"], ["T0"]]
    filtered = APIClient().get(API + "?state=registration").json()["results"]
    assert [tournament["name"] for tournament in filtered] == ["T1"]
    assert code_of(APIClient().get(API + "?state=lost")) == (400, "invalid")
    assert APIClient().get(API + "?cursor=nonsense").status_code == 404


def test_the_bracket_shows_the_whole_tree_and_who_is_through(
    olga: Player, people: NewPlayers
) -> None:
    tournament = running(olga, people(3))
    path = f"{API}{tournament.slug}/bracket/"

    before = APIClient().get(path).json()
    assert (before["size"], before["version"]) == (4, 7)
    assert [(r["round"], r["name"], r["state"]) for r in before["rounds"]] == [
        (1, "Semi-finals", "running"),
        (2, "Final", "waiting"),
    ]
    bye, table = before["rounds"][0]["pairings"]
    assert (bye["state"], bye["bye"], bye["match"]) == ("bye", True, None)
    assert [e and e["player"]["handle"] for e in bye["entrants"]] == ["p1", None]
    assert bye["winner"] == bye["entrants"][0]["id"]
    assert (table["state"], table["match"]) == ("playing", Match.objects.get().pk.hex)
    (final,) = before["rounds"][1]["pairings"]
    assert [e and e["player"]["handle"] for e in final["entrants"]] == ["p1", None]
    assert final["state"] == "waiting"

    play_to_the_end(tournament, wins=lambda pairing: 1)
    after = APIClient().get(path).json()

    (final,) = after["rounds"][1]["pairings"]
    assert [e["player"]["handle"] for e in final["entrants"]] == ["p1", "p3"]
    assert (final["state"], final["reason"]) == ("finished", "resigned")
    assert final["winner"] == final["entrants"][1]["id"]
    assert len(final["scores"]) == 2
    assert final["entrants"][1]["state"] == "champion"
    assert APIClient().get(f"{API}{tournament.slug}/rounds/").json() == {
        "version": after["version"],
        "results": after["rounds"],
    }
    champion = APIClient().get(f"{API}{tournament.slug}/").json()["champion"]
    assert champion == final["entrants"][1]


def test_bracket_and_standings_are_empty_before_the_start(olga: Player, ann: Player) -> None:
    tournament = opened(olga, ann)

    assert APIClient().get(f"{API}{tournament.slug}/bracket/").json() == {
        "version": 3,
        "size": 0,
        "rounds": [],
    }
    assert APIClient().get(f"{API}{tournament.slug}/standings/").json() == {
        "version": 3,
        "state": "registration",
        "results": [],
    }


def test_the_standings_follow_the_results(olga: Player, people: NewPlayers) -> None:
    tournament = running(olga, people(4))
    play_to_the_end(tournament)

    standings = APIClient().get(f"{API}{tournament.slug}/standings/").json()

    assert standings["state"] == "completed"
    lines = [
        (line["rank"], line["entrant"]["player"]["handle"], line["wins"], line["losses"])
        for line in standings["results"]
    ]
    assert lines == [(1, "p1", 2, 0), (2, "p2", 1, 1), (3, "p3", 0, 1), (3, "p4", 0, 1)]
    assert [line["eliminated_in"] for line in standings["results"]] == [None, 2, 1, 1]


def test_the_tables_say_who_sits_where_and_how_it_stands(olga: Player, people: NewPlayers) -> None:
    tournament = running(olga, people(4))
    finish_matches(tournament)
    path = f"{API}{tournament.slug}/matches/"

    first, second = APIClient().get(path).json()["results"]
    assert (first["round"], first["pairing"], first["status"]) == (1, 1, "finished")
    assert [seat["player"]["handle"] for seat in first["seats"]] == ["p1", "p4"]
    assert [seat["seat"] for seat in second["seats"]] == [0, 1]
    match = Match.objects.get(id=first["id"])
    assert first["version"] == match.version
    assert [seat["score"] for seat in first["seats"]] == match.scores

    duties.advance(tournament.pk, at_noon)
    rounds = [table["round"] for table in APIClient().get(path).json()["results"]]
    assert rounds == [2, 1, 1]


@pytest.mark.parametrize("document", ["standings/", "bracket/"])
def test_an_unchanged_document_is_answered_by_304(
    olga: Player, people: NewPlayers, document: str, django_assert_num_queries: Any
) -> None:
    tournament = running(olga, people(4))
    path = f"{API}{tournament.slug}/{document}"
    first = APIClient().get(path)
    assert first["ETag"] == f'"{tournament.pk.hex}-v8"'

    with django_assert_num_queries(1):
        again = APIClient().get(path, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"]

    play_to_the_end(tournament)
    changed = APIClient().get(path, headers={"If-None-Match": first["ETag"]})
    assert changed.status_code == 200
    assert changed["ETag"] != first["ETag"]


def test_the_facts_are_read_after_a_version(olga: Player, ann: Player) -> None:
    tournament = opened(olga, ann)
    path = f"{API}{tournament.slug}/events/"

    everything = APIClient().get(path).json()
    news = APIClient().get(path + "?after=2").json()

    assert everything["version"] == news["version"] == 3
    assert [fact["type"] for fact in everything["results"]] == [
        "tournament_created",
        "registration_opened",
        "entrant_registered",
    ]
    assert news["results"] == everything["results"][2:]
    assert news["results"][0]["at"] == "2026-11-20T12:00:00.000Z"
    assert (
        APIClient().get(path + "?after=1&limit=1").json()["results"] == (everything["results"][1:2])
    )
    for wrong in ("?after=-1", "?after=x", "?limit=0", "?after=99999999999"):
        assert code_of(APIClient().get(path + wrong)) == (400, "invalid")


def test_the_largest_bracket_takes_as_many_queries_as_the_smallest(
    olga: Player, django_assert_num_queries: Any
) -> None:
    for count in (2, 512):
        made = opened(olga, capacity=512, name=f"Of {count}")
        services.enter_bots(made, olga, "greedy", count, now=NOON)
        services.start(made, olga, now=NOON)
        services.run(made.pk, duties._pair, actor="system", now=NOON)
        for document, number in (
            ("bracket/", 3),
            ("standings/", 3),
            ("matches/", 2),
            ("entrants/", 2),
        ):
            with django_assert_num_queries(number):
                answer = APIClient().get(f"{API}{made.slug}/{document}")
            assert answer.status_code == 200
        rows = Tournament.objects.get(pk=made.pk)
        assert (rows.entered, rows.size) == (count, count)


def test_the_live_tables_are_those_that_are_playing(olga: Player, people: NewPlayers) -> None:
    tournament = running(olga, people(4))
    first, second = Match.objects.order_by("pairing__number")
    for number in (1, 4):
        matches.cut(first.pk, Player.objects.get(handle=f"p{number}"), bytes(16), now=NOON)

    live = queries.matches(tournament, "playing")["results"]

    assert [table["id"] for table in live] == [first.pk.hex]
    assert second.status == "waiting"


def test_a_player_finds_their_own_entry(olga: Player, ann: Player) -> None:
    tournament = opened(olga, ann)

    own = queries.entry_of(tournament, ann)
    assert own is not None
    assert (own["number"], own["player"]["handle"]) == (1, "ann")
    assert queries.entry_of(tournament, olga) is None
    signed_in(ann).delete(API + "friday-night/entrants/")
    assert queries.entry_of(tournament, ann) is None


def test_a_list_takes_one_query_however_long(
    olga: Player, people: NewPlayers, django_assert_num_queries: Any
) -> None:
    players = people(2)
    for _ in range(3):
        play_to_the_end(running(olga, players))

    with django_assert_num_queries(1):
        listed = queries.listing("completed")
    assert [summary["champion"]["player"]["handle"] for summary in listed] == ["p1"] * 3
