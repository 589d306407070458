"""The lobby, where who looks for an opponent finds one, once; and what follows a casual match."""

from collections.abc import Collection, Mapping
from contextlib import nullcontext
from datetime import timedelta
from functools import partial
from threading import Barrier
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone

from engine import judge, move_from_json
from games.accounts import guests
from games.accounts.bots import bot_players
from games.casual import lobby, rematch, strength, tables
from games.casual.models import Table
from games.casual.wishes import Wish, wish_in
from games.jobs.bot_turns import play_due_bots
from games.jobs.tables import sweep_tables
from games.match import commands
from games.match.match_log import match_log
from games.models import Match, Player
from tests.api import code_of, signed_in
from tests.games.test_casual import API, handles, made, post
from tests.noon import NOON
from tests.refusals import refusal_of
from tests.threads import at_once

pytestmark = [pytest.mark.store, pytest.mark.django_db(transaction=True)]
DUEL = wish_in({"opponents": ["open"]})


def look(player: Player, wish: Wish = DUEL, later: int = 0) -> Table:
    return lobby.find_opponent(player, wish, NOON + timedelta(seconds=later))


def people(count: int) -> list[Player]:
    return [guests.play_as_guest() for _ in range(count)]


def sitting(table: Table) -> set[UUID | None]:
    return {chair.player_id for chair in tables.with_seats(table.pk).chairs.all()}


def test_two_who_look_for_an_opponent_meet(alice: Player, bob: Player) -> None:
    first = look(alice)
    assert first.state == "waiting"

    second = look(bob, later=5)

    assert (second.pk, second.state) == (first.pk, "opened")
    assert Match.objects.get().pk == first.pk
    assert lobby.here(tables.with_seats(first.pk), alice, NOON).state == "opened"


@pytest.mark.parametrize(
    "other",
    [
        {"ruleset": "royal"},
        {"seats": 3},
        {"clock": {"turn_seconds": 20}},
        {"clock": {"bank_seconds": 20}},
        {"overrides": {"first_to": 11}},
        {"rated": True},
    ],
)
def test_who_wants_something_else_is_not_met(
    other: dict[str, Any], alice: Player, bob: Player
) -> None:
    look(alice)

    assert look(bob, wish_in({"opponents": ["open"], **other})).state == "waiting"
    assert not Match.objects.exists()


def test_how_fast_bots_would_play_keeps_nobody_apart(alice: Player, bob: Player) -> None:
    first = look(alice)

    unpaced = wish_in({"opponents": ["open"], "clock": {"bot_pace_ms": 0}})
    assert look(bob, unpaced, later=1).pk == first.pk


def test_who_is_gone_from_the_page_is_not_met(alice: Player, bob: Player) -> None:
    look(alice)

    assert look(bob, later=61).state == "waiting"


def test_two_far_apart_in_rating_meet_after_waiting(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ratings(players: object, ladder: str) -> Mapping[UUID, int]:
        assert ladder == "duel"
        return {alice.pk: 1500, bob.pk: 2000}

    monkeypatch.setattr(strength, "_finders", [ratings])
    first = look(alice)
    second = look(bob)
    assert (first.state, second.state) == ("waiting", "waiting")

    met = lobby.here(second, bob, NOON + timedelta(seconds=20))

    assert (met.pk, met.state) == (first.pk, "opened")
    assert Table.objects.get(pk=second.pk).joined_id == first.pk
    again = lobby.here(tables.with_seats(second.pk), bob, NOON)
    assert again.pk == first.pk


def test_four_who_look_for_a_table_of_four_sit_at_one(db: None) -> None:
    wish = wish_in({"opponents": ["open"], "seats": 4})
    found = [look(player, wish) for player in people(4)]

    assert [table.state for table in found] == ["waiting"] * 3 + ["opened"]
    assert len({table.pk for table in found}) == 1


def test_who_presses_twice_waits_once(alice: Player) -> None:
    first = look(alice)

    assert look(alice, later=1).pk == first.pk
    assert Table.objects.count() == 1


def test_two_pages_of_one_person_that_look_at_once_wait_at_one_table(alice: Player) -> None:
    for _ in range(ROUNDS):
        Table.objects.all().delete()

        at_once([partial(look, alice) for _ in range(3)])

        assert Table.objects.filter(state="waiting").count() == 1


def test_without_holding_the_player_two_pages_would_wait_at_two_tables(
    alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: both pages have looked before either makes its table."""
    gate = Barrier(2)
    real = lobby._waits_already

    def unheld(player: Player, wish: Wish) -> Table | None:
        found = real(player, wish)
        gate.wait()
        return found

    monkeypatch.setattr(lobby, "_waits_already", unheld)
    monkeypatch.setattr(lobby, "transaction", SimpleNamespace(atomic=nullcontext))
    monkeypatch.setattr(tables, "leave_lobby", lambda *args, **kwargs: None)
    monkeypatch.setattr(tables, "hold_player", lambda player: None)

    at_once([partial(look, alice)] * 2)

    assert Table.objects.filter(state="waiting").count() == 2


# Several times: threads do not always meet.
ROUNDS = 6


def test_people_who_look_in_the_same_moment_are_paired_once(db: None) -> None:
    for _ in range(ROUNDS):
        Table.objects.all().delete()
        before = Match.objects.count()
        players = people(4)

        at_once([partial(look, player) for player in players])
        for player in players:  # as each of their pages asks, a moment later
            for table in tables.unfinished(player):
                lobby.here(tables.with_seats(table.pk), player, NOON)

        assert Match.objects.count() == before + 2
        assert faults(players) == []


def faults(players: list[Player]) -> list[str]:
    """What is wrong with where these sit: each should be at one table with one other."""
    full = [sitting(table) for table in Table.objects.all() if None not in sitting(table)]
    counts = {player.handle: sum(player.pk in seats for seats in full) for player in players}
    return [f"{handle} sits at {count} tables" for handle, count in counts.items() if count != 1]


def test_without_a_second_look_at_the_held_tables_somebody_would_be_paired_twice(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: two move to each other's table at once, and nobody looks again whether those
    still wait.
    """
    players = people(2)
    waiting = [tables.create(player, DUEL, NOON, seeking=True) for player in players]
    gate = Barrier(2)
    real = lobby._candidates

    def together(*args: Any) -> Any:
        found = list(real(*args))
        gate.wait()
        return iter(found)

    monkeypatch.setattr(lobby, "_candidates", together)
    monkeypatch.setattr(lobby, "_may_join", lambda *args: True)
    works = [
        partial(lobby.pair, table.pk, player, NOON)
        for table, player in zip(waiting, players, strict=True)
    ]
    at_once(works)

    assert faults(players) != []


def over(match_id: str, loser: Player) -> UUID:
    """The match, which this player has resigned."""
    id_ = UUID(match_id)
    for seat in Match.objects.get(pk=id_).seats.select_related("player"):
        if not seat.player.bot:
            commands.waive_cut(id_, seat.player, now=timezone.now())
    commands.resign(id_, loser, command_id="enough", now=timezone.now())
    return id_


def test_a_rematch_begins_when_both_agree_with_the_seats_changed(
    alice: Player, bob: Player
) -> None:
    code = made(alice, opponents=["link"], overrides={"first_to": 11})["code"]
    played = over(post(bob, f"tables/{code}/join/").json()["match"], bob)
    address = f"matches/{played.hex}/rematch/"
    assert code_of(signed_in(alice).get(API + address)) == (404, "unknown_table")

    asked = post(alice, address)

    assert (asked.status_code, asked.json()["state"]) == (201, "waiting")
    told = signed_in(bob).get(API + address).json()
    assert (told["state"], handles(told)) == ("waiting", ["bob", "alice"])
    assert told["seats"][0]["waits_for"] == "player"
    agreed = post(bob, address).json()
    assert agreed["state"] == "opened"
    state = match_log.load(UUID(agreed["match"]))
    assert [seat.player for seat in state.seats] == [bob.pk.hex, alice.pk.hex]
    assert state.ruleset.first_to == 11


def test_a_rematch_with_bots_begins_at_once(alice: Player) -> None:
    played = over(made(alice, seats=4, opponents=["greedy"])["match"], alice)

    agreed = post(alice, f"matches/{played.hex}/rematch/").json()

    assert agreed["state"] == "opened"
    assert agreed["seats"][1]["player"]["handle"] == "alice"


@pytest.mark.parametrize("seats", [2, 4])
def test_a_rematch_of_a_rematch_comes_back_round(seats: int, alice: Player) -> None:
    """Everybody has every seat once, until all sit as they did at first."""
    table, sat = made(alice, seats=seats, opponents=["greedy"]), list[int]()
    for _ in range(seats + 1):
        sat.append([one["player"]["handle"] for one in table["seats"]].index("alice"))
        played = over(table["match"], alice)
        table = post(alice, f"matches/{played.hex}/rematch/").json()
    assert sat == [*range(seats), 0]


def test_who_does_not_want_a_rematch_ends_the_waiting(alice: Player, bob: Player) -> None:
    code = made(alice, opponents=["link"])["code"]
    played = over(post(bob, f"tables/{code}/join/").json()["match"], bob)
    post(alice, f"matches/{played.hex}/rematch/")

    assert signed_in(bob).delete(f"{API}matches/{played.hex}/rematch/").status_code == 204

    assert code_of(post(bob, f"matches/{played.hex}/rematch/")) == (409, "table_over")
    assert not Match.objects.filter(status="waiting").exists()


def test_both_who_ask_for_the_rematch_at_once_play_one(alice: Player, bob: Player) -> None:
    code = made(alice, opponents=["link"])["code"]
    played = over(post(bob, f"tables/{code}/join/").json()["match"], bob)

    works = [
        partial(rematch.ask_for_rematch, played, player, timezone.now()) for player in (alice, bob)
    ]
    at_once(works)

    assert Table.objects.filter(after=played).get().state == "opened"
    assert Match.objects.count() == 2


def asked_by_alice(alice: Player, bob: Player) -> UUID:
    """A match after which alice has agreed to a rematch."""
    code = made(alice, opponents=["link"])["code"]
    played = over(post(bob, f"tables/{code}/join/").json()["match"], bob)
    rematch.ask_for_rematch(played, alice, NOON)
    return played


def test_a_rematch_does_not_begin_with_who_asked_for_it_and_has_left(
    alice: Player, bob: Player
) -> None:
    played = asked_by_alice(alice, bob)

    late = NOON + timedelta(minutes=4)
    assert refusal_of(lambda: rematch.ask_for_rematch(played, bob, late)) == "table_over"

    sweep_tables(late)
    assert Table.objects.get(after=played).state == "ended"


def test_who_still_looks_at_the_rematch_is_played_with(alice: Player, bob: Player) -> None:
    played = asked_by_alice(alice, bob)
    late = NOON + timedelta(minutes=4)
    table = rematch.rematch_of(played)
    assert table is not None

    lobby.here(table, alice, late)
    sweep_tables(late)

    assert rematch.ask_for_rematch(played, bob, late).state == "opened"


def test_who_looks_for_somebody_else_waits_for_no_rematch(alice: Player, bob: Player) -> None:
    played = asked_by_alice(alice, bob)

    look(alice)

    assert refusal_of(lambda: rematch.ask_for_rematch(played, bob, NOON)) == "table_over"


def test_a_rematch_that_is_refused_leaves_no_table(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = made(alice, opponents=["link"])["code"]
    played = over(post(bob, f"tables/{code}/join/").json()["match"], bob)
    for _ in range(10):
        made(alice, opponents=["greedy"])

    assert refusal_of(lambda: rematch.ask_for_rematch(played, alice, NOON)) == "too_many_tables"

    assert not Table.objects.filter(after=played).exists()


def test_what_no_table_can_be_any_more_is_not_played_again(alice: Player) -> None:
    played = over(made(alice, opponents=["greedy"])["match"], alice)
    Table.objects.filter(pk=played).update(overrides={"of_before": True})

    assert refusal_of(lambda: rematch.ask_for_rematch(played, alice, NOON)) == "bad_override"
    assert refusal_of(lambda: rematch.another_opponent(played, alice, NOON)) == "bad_override"


def test_a_rematch_is_for_who_played_a_casual_match_that_is_over(
    alice: Player, bob: Player
) -> None:
    running = made(alice)["match"]
    now = timezone.now()

    ask = partial(rematch.ask_for_rematch, UUID(running))
    assert refusal_of(lambda: ask(alice, now)) == "match_not_over"
    over(running, alice)
    assert refusal_of(lambda: ask(bob, now)) == "not_at_this_table"
    assert refusal_of(lambda: rematch.ask_for_rematch(UUID(int=1), bob, now)) == "not_casual"


def test_another_opponent_is_a_bot_after_bots_and_a_person_after_people(
    alice: Player, bob: Player, charlie: Player
) -> None:
    played = over(made(alice, opponents=["greedy"])["match"], alice)
    assert post(alice, f"matches/{played.hex}/another/").json()["state"] == "opened"

    code = made(bob, opponents=["link"])["code"]
    played = over(post(charlie, f"tables/{code}/join/").json()["match"], bob)
    post(bob, f"matches/{played.hex}/rematch/")
    looking = post(charlie, f"matches/{played.hex}/another/").json()
    assert looking["state"] == "waiting"
    assert Table.objects.get(after=played).state == "ended"
    assert signed_in(alice).get(f"{API}tables/").json()["results"][0]["id"] == looking["id"]


def test_a_newcomer_meets_the_second_weakest_bot_and_then_as_they_do(alice: Player) -> None:
    rungs = list(strength.BOTS)
    assert strength.fitting_bot(alice) == rungs[1]

    over(made(alice, opponents=[rungs[1]])["match"], alice)
    assert strength.fitting_bot(alice) == rungs[1]
    over(made(alice, opponents=[rungs[1]])["match"], alice)
    assert strength.fitting_bot(alice) == rungs[0]


def test_who_is_rated_among_bots_begins_with_the_bot_nearest_in_rating(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    rungs = list(strength.BOTS)
    rated = {bot_players(bot, 1, ())[0].pk: 1200 + 200 * n for n, bot in enumerate(rungs)}
    rated[alice.pk] = 1790

    def ratings(players: Collection[UUID], ladder: str) -> Mapping[UUID, int]:
        assert ladder == "duel-bots"
        return {player: rated[player] for player in players if player in rated}

    monkeypatch.setattr(strength, "_finders", [ratings])
    assert strength.fitting_bot(alice) == rungs[3]
    assert strength.fitting_bot(bob) == rungs[1]
    over(made(alice, opponents=[rungs[0]])["match"], alice)
    assert strength.fitting_bot(alice) == rungs[0]


def test_who_wins_again_and_again_is_offered_a_stronger_bot(alice: Player) -> None:
    rungs = list(strength.BOTS)
    for _ in range(2):
        match_id = UUID(made(alice, opponents=[rungs[0]])["match"])
        commands.waive_cut(match_id, alice, now=timezone.now())
        bot = Match.objects.get(pk=match_id).seats.get(number=1).player
        commands.forfeit(match_id, bot, actor="test", now=timezone.now())
    assert strength.fitting_bot(alice) == rungs[1]


def test_a_hint_is_a_legal_move_and_only_for_who_plays_bots_alone(
    alice: Player, bob: Player
) -> None:
    match_id = UUID(made(alice, opponents=["greedy"])["match"])
    address = f"{API}matches/{match_id.hex}/hint/"
    assert code_of(signed_in(alice).get(address)) == (409, "not_your_turn")
    commands.waive_cut(match_id, alice, now=timezone.now())
    while match_log.load(match_id).turn != 0:
        play_due_bots(match_id, timezone.now)

    hint = signed_in(alice).get(address).json()

    assert judge(match_log.load(match_id).position(0), move_from_json(hint["move"]["move"])) is None
    assert code_of(signed_in(bob).get(address)) == (403, "not_seated")
    code = made(alice, opponents=["link"])["code"]
    together = post(bob, f"tables/{code}/join/").json()["match"]
    assert code_of(signed_in(alice).get(f"{API}matches/{together}/hint/")) == (403, "no_hints")
