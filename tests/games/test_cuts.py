"""Cuts from the first digest to the last reveal, through the service, REST and sockets."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from channels.db import database_sync_to_async
from django.utils import timezone
from rest_framework.test import APIClient

from engine import NEW, CreateMatch, TakeSeat, cut_digest, spare_cut, to_fact
from games.accounts import tokens
from games.identity import new_id
from games.jobs import tasks
from games.match import commands, queries
from games.match.clocks import CUT_SECONDS, GRACE, REVEAL_SECONDS, ClockRules
from games.match.match_log import MATCHES, match_log
from games.match.results import result_of
from games.models import Match, Player
from games.store import eventstore
from games.store.replay import check, rebuild
from tests.games.cut_scenes import OWN, commit, open_table, show
from tests.games.exports import verify
from tests.games.tables import OpenMatch
from tests.noon import NOON
from tests.product import ROOT
from tests.refusals import refusal_of
from tests.sockets import open_socket

pytestmark = [pytest.mark.store, pytest.mark.django_db]
TO_COMMIT = timedelta(seconds=CUT_SECONDS) + GRACE


def cutters(match_id: UUID) -> list[tuple[int, str]]:
    facts = eventstore.read(match_log.stream_of(match_id))
    return [(fact.data["seat"], fact.data["by"]) for fact in facts if fact.type == "cut_made"]


def kinds(match_id: UUID) -> list[str]:
    return [fact.type for fact in eventstore.read(match_log.stream_of(match_id))]


def is_sound(match_id: UUID) -> bool:
    """Whether all facts follow from their commands, and the rows from the facts."""
    return check(MATCHES, match_log.stream_of(match_id)).fault is None


def spare(match_id: UUID, seat: int) -> bytes:
    return spare_cut(match_log.load(match_id).seed, match_id.hex, seat)


def test_play_begins_with_the_last_cut_that_is_shown(alice: Player, bob: Player) -> None:
    match_id = open_table(alice, bob)
    for seat, player in ((1, bob), (0, alice)):
        commit(match_id, seat, player)
    assert Match.objects.get().status == "waiting"
    for seat, player in ((0, alice), (1, bob)):
        show(match_id, seat, player)
    assert Match.objects.get().status == "playing"
    assert kinds(match_id)[3:8] == [*["cut_committed"] * 2, *["cut_made"] * 2, "match_started"]
    assert cutters(match_id) == [(0, "player"), (1, "player")]
    assert is_sound(match_id)


def test_a_match_of_bots_has_as_many_facts_as_ever_and_its_cuts_are_fixed(
    bots: list[Player],
) -> None:
    match_id = open_table(*bots)
    assert kinds(match_id) == [
        "match_created",
        *["seat_taken"] * 2,
        *["cut_made"] * 2,
        "match_started",
        "deal_started",
        "packet_dealt",
    ]
    facts = eventstore.read(match_log.stream_of(match_id))
    for seat, digest in enumerate(facts[0].data["digests"]):
        made = bytes.fromhex(facts[3 + seat].data["cut"])
        assert cut_digest(match_id.hex, seat, made).hex() == digest


def test_who_has_committed_has_a_turns_time_to_show_the_cut(alice: Player, bob: Player) -> None:
    for seconds in (5, 45):
        match_id = open_table(alice, bob, turn_seconds=seconds)
        commit(match_id, 0, alice)
        waiting = Match.objects.get(id=match_id)
        assert waiting.deadline_at == NOON + timedelta(seconds=CUT_SECONDS)
        later = NOON + timedelta(seconds=30)
        commands.commit_cut(match_id, bob, bytes(32), now=later)
        waiting.refresh_from_db()
        assert waiting.deadline_at == later + timedelta(seconds=max(REVEAL_SECONDS, seconds))


def test_the_sweep_cuts_for_the_absent_and_then_for_the_silent(
    alice: Player, bob: Player, charlie: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = open_table(alice, bob, charlie)
    commit(match_id, 0, alice)
    commit(match_id, 1, bob)

    def sweep(now: datetime) -> None:
        monkeypatch.setattr(timezone, "now", lambda: now)
        for _ in range(3):
            tasks.sweep_clocks()

    sweep(NOON + TO_COMMIT - timedelta(seconds=1))
    assert cutters(match_id) == []
    sweep(NOON + TO_COMMIT)
    assert cutters(match_id) == [(2, "absent")]
    show(match_id, 1, bob)
    sweep(NOON + TO_COMMIT + timedelta(seconds=30) + GRACE)
    assert cutters(match_id) == [(2, "absent"), (1, "player"), (0, "not_revealed")]
    state = match_log.load(match_id)
    assert state.status == "playing"
    assert [seat.cut for seat in state.seats] == [
        spare(match_id, 0),
        OWN[1],
        spare(match_id, 2),
    ]
    assert is_sound(match_id)


def test_who_committed_and_was_silent_came_all_the_same(alice: Player, bob: Player) -> None:
    """No penalty: it is not a no-show, and no clock has run out."""
    match_id = open_table(alice, bob)
    commit(match_id, 0, alice)
    commands.run_out_clock(match_id, NOON + TO_COMMIT)
    commands.run_out_clock(match_id, NOON + 2 * TO_COMMIT)
    state = match_log.load(match_id)
    assert cutters(match_id) == [(1, "absent"), (0, "not_revealed")]
    assert [seat.timeouts for seat in state.seats] == [0, 0]
    assert "clock_ran_out" not in kinds(match_id)
    commands.annul(match_id, "system", "the end", NOON)
    assert result_of(match_id).came == (True, False)


def test_the_rows_are_those_of_the_facts_at_every_step(
    alice: Player, bob: Player, charlie: Player
) -> None:
    match_id = open_table(alice, bob, charlie)
    steps: list[Callable[[], object]] = [
        lambda: commit(match_id, 0, alice),
        lambda: commands.waive_cut(match_id, charlie, now=NOON + timedelta(seconds=9)),
        lambda: commands.commit_cut(match_id, bob, bytes(32), now=NOON + timedelta(seconds=20)),
        lambda: show(match_id, 0, alice),
        lambda: commands.run_out_clock(match_id, NOON + 2 * TO_COMMIT),
    ]
    for step in steps:
        step()
        kept = Match.objects.filter(id=match_id).values().get()
        rebuild(MATCHES, match_log.stream_of(match_id))
        again = Match.objects.filter(id=match_id).values().get()
        assert {**again, "bot_due_at": None} == {**kept, "bot_due_at": None}


@pytest.fixture
def unbound(alice: Player, bob: Player) -> UUID:
    """A match that an earlier version created, and that still waits for its players."""
    match_id = new_id()
    timeouts = ClockRules().timeouts(2)
    create = CreateMatch(match_id.hex, "classic", {}, 2, bytes(32), timeouts, bound=False)
    seats = [TakeSeat(seat, player.id.hex) for seat, player in enumerate((alice, bob))]
    facts = [to_fact(event) for event in MATCHES.decided(NEW, [create, *seats], "system").events]
    later = ("digests", "rules")
    data = {name: value for name, value in facts[0].data.items() if name not in later}
    for part, field in (("clock", "bank_seconds"), ("timeouts", "both")):
        data[part] = {name: value for name, value in data[part].items() if name != field}
    facts[0] = replace(facts[0], schema=2, data=data)
    eventstore.append(match_log.stream_of(match_id), 0, facts, actor="system", now=NOON)
    rebuild(MATCHES, match_log.stream_of(match_id))
    return match_id


def test_a_match_that_waited_through_an_upgrade_goes_on_as_it_began(
    unbound: UUID, alice: Player, bob: Player
) -> None:
    assert APIClient().get(f"/api/v1/matches/{unbound.hex}/").json()["digests"] is None
    assert refusal_of(lambda: commit(unbound, 0, alice)) == "cuts_not_committed"
    show(unbound, 0, alice)
    commands.run_out_clock(unbound, NOON + TO_COMMIT)
    assert cutters(unbound) == [(0, "player"), (1, "absent")]
    assert is_sound(unbound)
    code, said = verify(queries.export(unbound), "--engine", str(ROOT))
    assert code == 0, said
    assert "nothing bound those that the server made" in said


def signed_in(player: Player) -> APIClient:
    client = APIClient()
    client.force_authenticate(player)
    return client


def test_over_rest_a_seat_commits_shows_or_leaves_it_to_the_server(
    alice: Player, bob: Player, charlie: Player
) -> None:
    match_id = open_table(alice, bob, charlie)
    path = f"/api/v1/matches/{match_id.hex}/"

    def cut(player: Player, **body: object) -> tuple[int, str | None]:
        answer = signed_in(player).post(f"{path}cut/", body, format="json")
        return answer.status_code, answer.json().get("code")

    digest = cut_digest(match_id.hex, 0, OWN[0]).hex()
    assert cut(alice, digest="xyz") == (400, "malformed_field")
    assert cut(alice, spare="yes") == (400, "malformed_field")
    assert cut(alice, spare=True, digest=digest) == (400, "malformed_field")
    assert cut(alice, cut=OWN[0].hex(), digest=digest) == (400, "malformed_field")
    assert cut(alice) == (400, "malformed_field")
    assert cut(alice, digest=digest) == (201, None)
    assert cut(alice, digest=digest) == (409, "cut_already_committed")
    assert cut(alice, spare=True) == (400, "bad_cut")
    view = APIClient().get(path).json()
    assert [seat["committed"] for seat in view["seats"]] == [digest, None, None]
    assert [seat["cut"] for seat in view["seats"]] == [False] * 3
    assert len(view["digests"]) == 3
    assert cut(alice, cut=OWN[1].hex()) == (409, "cut_differs")
    assert cut(bob, cut=OWN[1].hex()) == (201, None)
    assert cut(charlie, spare=True) == (201, None)
    assert cut(alice, cut=OWN[0].hex()) == (201, None)
    assert cutters(match_id) == [(1, "open"), (2, "waived"), (0, "player")]
    assert APIClient().get(path).json()["status"] == "playing"


@pytest.mark.django_db(transaction=True)
async def test_over_sockets_a_seat_commits_and_shows(transactional_db: None) -> None:
    in_db: Callable[..., Any] = database_sync_to_async
    people = [
        await in_db(Player.objects.create_person)(name, "zebra-crossing-9")
        for name in ("ann", "ben")
    ]
    match_id = await in_db(open_table)(*people)
    token = (await in_db(tokens.issue)(people[0])).token
    digest = cut_digest(match_id.hex, 0, OWN[0]).hex()
    async with open_socket(f"/ws/matches/{match_id.hex}/") as socket:
        await socket.say(type="join", token=token)
        assert (await socket.hear("snapshot"))["data"]["seats"][0]["committed"] is None
        await socket.say(type="cut", digest=digest)
        assert (await socket.hear("cut_committed"))["data"] == {"seat": 0, "digest": digest}
        await socket.say(type="cut", cut=OWN[1].hex())
        assert (await socket.hear("refused"))["data"]["code"] == "cut_differs"
        await socket.say(type="cut", cut=OWN[0].hex())
        made = (await socket.hear("cut_made"))["data"]
        assert made == {"seat": 0, "cut": OWN[0].hex(), "by": "open"}


def test_who_has_left_is_waited_for_no_longer_than_the_others(
    open_match: OpenMatch, alice: Player, bob: Player, charlie: Player
) -> None:
    match_id = open_match(alice, bob, charlie, cut=False)
    commands.forfeit(match_id, alice, "system", NOON)
    commit(match_id, 1, bob)
    commit(match_id, 2, charlie)
    commands.run_out_clock(match_id, NOON + TO_COMMIT)
    for seat, player in ((1, bob), (2, charlie)):
        show(match_id, seat, player)
    assert cutters(match_id) == [(0, "absent"), (1, "player"), (2, "player")]


def test_only_seats_cut(alice: Player, bob: Player, charlie: Player) -> None:
    match_id = open_table(alice, bob)
    assert refusal_of(lambda: commit(match_id, 0, charlie)) == "not_seated"
    assert refusal_of(lambda: commands.waive_cut(match_id, charlie, now=NOON)) == "not_seated"
