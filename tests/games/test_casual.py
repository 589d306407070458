"""Casual tables: made over REST, joined by anybody or by a link, left, filled with bots, begun."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone
from rest_framework.response import Response

from engine import cut_digest
from engine.bots import BOTS
from games.accounts import guests
from games.casual import opening, sweeps, tables
from games.casual.models import Chair, Table
from games.jobs.bot_turns import play_due_bots
from games.jobs.tables import sweep_tables
from games.match import commands, queries
from games.match.match_log import match_log
from games.models import Match, Player, StuckWork
from tests.api import code_of, signed_in
from tests.games.exports import is_proved, verify
from tests.games.tables import a_legal_move
from tests.long import SQLITE_FIRST
from tests.noon import NOON

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]
API = "/api/v1/"


def post(player: Player | None, address: str, **body: Any) -> Response:
    return signed_in(player).post(API + address, body, format="json")


def made(player: Player, **body: Any) -> dict[str, Any]:
    answer = post(player, "matches/", **body)
    assert answer.status_code == 201, answer.content
    return dict(answer.json())


def handles(table: dict[str, Any]) -> list[str | None]:
    return [seat["player"] and seat["player"]["handle"] for seat in table["seats"]]


def test_a_match_against_one_bot_is_what_is_made_of_nothing_said(alice: Player) -> None:
    answer = post(alice, "matches/")

    table = answer.json()
    assert (answer.status_code, table["state"]) == (201, "opened")
    assert answer["Location"] == f"/api/v1/matches/{table['match']}/"
    view = signed_in(alice).get(answer["Location"]).json()
    assert (view["status"], view["tournament"]) == ("waiting", None)
    assert [seat["bot"] in BOTS for seat in view["seats"]] == [False, True]
    assert table["ruleset"] == {"key": "classic", "overrides": {}}


@pytest.mark.parametrize("bot", BOTS)
def test_the_bot_that_is_asked_for_plays(bot: str, alice: Player) -> None:
    table = made(alice, opponents=[bot])

    assert table["seats"][1]["player"]["bot"] == bot


@pytest.mark.parametrize(
    ("ruleset", "seats"),
    [("classic", 3), ("classic", 4), ("california", 6), ("draw", 2), ("spade", 4), ("royal", 3)],
)
def test_a_table_of_each_size_and_ruleset_begins_with_bots(
    ruleset: str, seats: int, alice: Player
) -> None:
    table = made(alice, ruleset=ruleset, seats=seats, opponents=["bot"])

    assert len({seat["player"]["id"] for seat in table["seats"]}) == seats
    state = match_log.load(UUID(table["match"]))
    assert state.ruleset.key == ruleset


def test_a_friend_with_the_link_takes_the_seat_that_is_kept(alice: Player, bob: Player) -> None:
    table = made(alice, opponents=["link"])
    assert (table["state"], table["match"]) == ("waiting", None)
    assert handles(table) == ["alice", None]
    assert signed_in(bob).get(f"{API}tables/").json() == {"results": []}
    assert code_of(signed_in(bob).get(f"{API}tables/{table['id']}/")) == (404, "unknown_table")
    assert code_of(post(bob, f"tables/{table['id']}/join/")) == (409, "table_full")

    joined = post(bob, f"tables/{table['code']}/join/").json()

    assert (joined["state"], joined["match"]) == ("opened", table["id"])
    assert handles(joined) == ["alice", "bob"]
    assert post(bob, f"tables/{table['code']}/join/").status_code == 200


def test_the_lobby_lists_who_waits_and_anybody_sits_down(
    alice: Player, bob: Player, charlie: Player
) -> None:
    table = made(alice, seats=3, opponents=["open"])
    (listed,) = signed_in(None).get(f"{API}tables/").json()["results"]
    assert (listed["id"], listed["code"]) == (table["id"], None)

    assert post(bob, f"tables/{table['id']}/join/").json()["state"] == "waiting"
    assert post(charlie, f"tables/{table['id']}/join/").json()["state"] == "opened"

    assert signed_in(None).get(f"{API}tables/").json() == {"results": []}
    seats = match_log.load(UUID(table["id"])).seats
    assert [seat.player for seat in seats] == [one.pk.hex for one in (alice, bob, charlie)]


def test_nobody_waits_at_two_tables_of_the_lobby(alice: Player) -> None:
    first = made(alice, opponents=["open"])
    made(alice, seats=3, opponents=["open"])

    states = dict(Table.objects.values_list("code", "state"))
    assert states[first["code"]] == "ended"


def test_who_leaves_gives_up_the_table_if_nobody_else_waits(alice: Player, bob: Player) -> None:
    table = made(alice, seats=3, opponents=["open"])
    post(bob, f"tables/{table['id']}/join/")

    left = post(alice, f"tables/{table['id']}/leave/").json()
    assert (left["state"], handles(left)) == ("waiting", [None, "bob", None])
    assert code_of(post(alice, f"tables/{table['id']}/leave/")) == (403, "not_at_this_table")

    assert post(bob, f"tables/{table['id']}/leave/").json()["state"] == "ended"
    assert code_of(post(alice, f"tables/{table['code']}/join/")) == (409, "table_over")


def test_bots_take_the_seats_that_wait_when_the_person_wants_it(alice: Player, bob: Player) -> None:
    table = made(alice, seats=4, opponents=["open"], ruleset="classic")
    address = f"tables/{table['id']}/bots/"
    assert code_of(post(bob, address)) == (403, "not_at_this_table")

    filled = post(alice, address).json()

    assert filled["state"] == "opened"
    assert [bool(seat["player"]["bot"]) for seat in filled["seats"]] == [False, True, True, True]


def test_the_bank_that_is_asked_for_is_the_matchs(alice: Player) -> None:
    table = made(alice, clock={"turn_seconds": 20, "bank_seconds": 60})

    view = signed_in(alice).get(f"{API}matches/{table['match']}/").json()
    assert (view["clock"]["turn_seconds"], view["clock"]["bank_seconds"]) == (20, 60)
    assert [seat["bank_ms"] for seat in view["seats"]] == [60_000, 60_000]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"opponents": []}, "malformed_field"),
        ({"opponents": ["greedy", "greedy"], "seats": 4}, "bad_seats"),
        ({"opponents": ["open"] * 6}, "malformed_field"),
        ({"opponents": [7]}, "malformed_field"),
        ({"opponents": ["nobody"]}, "unknown_bot"),
        ({"seats": 5}, "bad_seats"),
        ({"seats": True}, "malformed_field"),
        ({"ruleset": "poker"}, "unknown_ruleset"),
        ({"ruleset": ["classic"]}, "malformed_field"),
        ({"overrides": {"first_to": 0}}, "bad_override"),
        ({"overrides": []}, "malformed_field"),
        ({"clock": {"turn_seconds": 1}}, "malformed_field"),
        ({"clock": {"bank": 1}}, "malformed_field"),
        ({"clock": {"bank_seconds": -1}}, "malformed_field"),
        ({"rated": True, "opponents": ["greedy"]}, "not_ratable"),
        ({"rated": True, "opponents": ["open"], "overrides": {"first_to": 11}}, "not_ratable"),
        ({"rated": 1}, "malformed_field"),
        ({"speed": "quick"}, "malformed_field"),
    ],
)
def test_what_no_table_can_be_is_refused_and_nothing_is_made(
    body: dict[str, Any], code: str, alice: Player
) -> None:
    of_its_shape = code in ("bad_seats", "bad_override", "not_ratable")
    assert code_of(post(alice, "matches/", **body)) == (409 if of_its_shape else 400, code)
    assert not Table.objects.exists()
    assert not Match.objects.exists()


def test_a_rated_table_is_for_full_accounts(alice: Player, bob: Player) -> None:
    guest = guests.play_as_guest()
    assert code_of(post(guest, "matches/", opponents=["open"], rated=True)) == (
        403,
        "rated_needs_accounts",
    )
    table = made(alice, opponents=["open"], rated=True)
    assert code_of(post(guest, f"tables/{table['id']}/join/")) == (403, "rated_needs_accounts")
    assert post(bob, f"tables/{table['id']}/join/").json()["state"] == "opened"


def test_nobody_has_more_tables_at_once_than_ten(alice: Player) -> None:
    for _ in range(10):
        made(alice, opponents=["greedy"])
    assert code_of(post(alice, "matches/")) == (409, "too_many_tables")

    match = Match.objects.latest("id")
    commands.waive_cut(match.pk, alice, now=timezone.now())
    commands.resign(match.pk, alice, command_id="enough", now=timezone.now())
    made(alice)


def test_a_match_whose_opening_was_lost_is_begun_by_the_sweep(
    alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(tables, "open_if_full", lambda *args: None)
        table = made(alice)
    assert (table["state"], Match.objects.count()) == ("full", 0)

    sweep_tables(NOON)
    sweep_tables(NOON)

    assert Table.objects.get().state == "opened"
    assert Match.objects.get().pk == UUID(table["id"])


def test_a_table_that_cannot_begin_is_named_as_stuck_and_holds_up_no_other(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(tables, "open_if_full", lambda *args: None)
        broken, whole = UUID(made(alice)["id"]), UUID(made(bob)["id"])
    tries = []

    def fail_of_one(table_id: UUID, now: Any) -> None:
        tries.append(table_id)
        if table_id == broken:
            raise OSError
        opening.open_if_full(table_id, now)

    monkeypatch.setattr(sweeps, "open_if_full", fail_of_one)
    sweep_tables(NOON)
    sweep_tables(NOON + timedelta(seconds=1))

    (stuck,) = StuckWork.objects.all()
    assert (stuck.kind, stuck.subject) == ("table", broken)
    assert tries == [broken, whole]
    assert Table.objects.get(pk=whole).state == "opened"


def test_who_is_not_heard_of_is_not_waited_with(alice: Player, bob: Player) -> None:
    table = made(alice, opponents=["open"])
    linked = made(bob, opponents=["link"])
    now = timezone.now()

    sweep_tables(now + timedelta(minutes=1))
    assert Table.objects.get(code=table["code"]).state == "waiting"
    sweep_tables(now + timedelta(minutes=4))
    assert Table.objects.get(code=table["code"]).state == "ended"
    assert Table.objects.get(code=linked["code"]).state == "waiting"
    sweep_tables(now + timedelta(hours=25))
    assert Table.objects.get(code=linked["code"]).state == "ended"
    sweep_tables(now + timedelta(days=3))
    assert not Table.objects.exists()
    assert not Chair.objects.exists()


def test_who_leaves_the_house_waits_nowhere(alice: Player) -> None:
    from games.accounts.leaving import leave

    made(alice, opponents=["link"])

    leave(alice, timezone.now())

    assert Table.objects.get().state == "ended"


def test_a_casual_match_is_proved_from_its_export_as_any_other(alice: Player) -> None:
    table = made(alice, overrides={"first_to": 11}, clock={"bot_pace_ms": 0})
    match_id = UUID(table["match"])
    cut = bytes(range(16))
    commands.commit_cut(match_id, alice, cut_digest(match_id.hex, 0, cut), now=timezone.now())
    commands.cut(match_id, alice, cut, now=timezone.now())
    while Match.objects.get(pk=match_id).status != Match.Status.FINISHED:
        while play_due_bots(match_id, timezone.now):
            pass
        state = match_log.load(match_id)
        if state.turn == 0 and state.status == "playing":
            commands.play(
                match_id,
                alice,
                a_legal_move(state),
                seen_version=state.version,
                command_id=f"play-{state.version}",
                now=timezone.now(),
            )

    assert is_proved(*verify(queries.export(match_id)))
