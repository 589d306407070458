"""Making, entering and starting tournaments, and what the rows say of them afterwards."""

from functools import partial
from typing import Any

import pytest

from games.accounts.bots import bot_players
from games.models import Event, Player
from tests.noon import NOON, at_noon
from tests.refusals import refusal_of
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.factories import facts_of, made, opened
from tournaments.actions import services
from tournaments.models import Entrant, Member, Tournament
from tournaments.progress import advance, signal_handlers
from tournaments.store.entrant_views import entrant_json

pytestmark = [pytest.mark.store, pytest.mark.django_db]


def handle_of(entrant: Entrant) -> str:
    return entrant.members.get().player.handle


def test_a_tournament_is_made_as_a_draft_of_its_organiser(olga: Player) -> None:
    tournament = made(olga, capacity=8)

    assert (tournament.state, tournament.slug, tournament.organiser, tournament.version) == (
        "draft",
        "friday-night",
        olga,
        1,
    )
    assert (tournament.created_at, tournament.entered, tournament.capacity) == (NOON, 0, 8)


@pytest.mark.parametrize(
    ("name", "slugs"),
    [
        ("Friday night", ["friday-night", "friday-night-2", "friday-night-3"]),
        ("土曜日", ["tournament", "tournament-2", "tournament-3"]),
        ("New", ["new-2", "new-3", "new-4"]),
        ("0" * 32, ["t-" + "0" * 32, "t-" + "0" * 32 + "-2", "t-" + "0" * 32 + "-3"]),
        ("x" * 80, ["x" * 60, "x" * 60 + "-2", "x" * 60 + "-3"]),
    ],
)
def test_every_tournament_has_an_address_of_its_own(
    olga: Player, name: str, slugs: list[str]
) -> None:
    assert [made(olga, name=name).slug for _ in range(3)] == slugs


def test_a_tournament_that_loses_the_race_for_its_slug_takes_the_next(
    olga: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    made(olga)
    offers = iter(["friday-night", "friday-night-2"])
    monkeypatch.setattr(services, "free_slug", lambda name: next(offers))

    assert made(olga).slug == "friday-night-2"


def test_a_slug_that_never_gets_free_is_answered_and_not_tried_for_ever(
    olga: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    made(olga)
    monkeypatch.setattr(services, "free_slug", lambda name: "friday-night")

    assert refusal_of(partial(made, olga)) == "busy"
    assert Tournament.objects.count() == 1


def test_a_refused_tournament_leaves_nothing(olga: Player) -> None:
    assert refusal_of(partial(made, olga, name="")) == "bad_field"

    assert not Tournament.objects.exists()
    assert not Event.objects.exists()


def test_people_enter_in_order(olga: Player, people: NewPlayers) -> None:
    tournament = opened(olga, *people(3))

    rows = Entrant.objects.filter(tournament=tournament).order_by("number")
    assert [(row.number, handle_of(row), row.state) for row in rows] == [
        (1, "p1", "registered"),
        (2, "p2", "registered"),
        (3, "p3", "registered"),
    ]
    tournament.refresh_from_db()
    assert (tournament.entered, tournament.version) == (3, 5)


def test_entering_late_twice_or_into_a_full_event_changes_nothing(
    olga: Player, ann: Player, people: NewPlayers
) -> None:
    p1, p2, late = people(3)
    tournament = made(olga, capacity=2, policies={"waiting_list": 0})
    assert refusal_of(lambda: services.enter(tournament, p1, now=NOON)) == "registration_closed"
    services.open_registration(tournament, olga, now=NOON)
    services.enter(tournament, p1, now=NOON)
    assert refusal_of(lambda: services.enter(tournament, p1, now=NOON)) == "already_entered"
    services.enter(tournament, p2, now=NOON)
    assert refusal_of(lambda: services.enter(tournament, late, now=NOON)) == "tournament_full"
    services.start(tournament, olga, now=NOON)
    facts = facts_of(tournament)
    assert refusal_of(lambda: services.enter(tournament, late, now=NOON)) == "late_entry_closed"
    assert refusal_of(lambda: services.withdraw(tournament, late, now=NOON)) == "not_entered"
    assert refusal_of(lambda: services.start(tournament, ann, now=NOON)) == "not_director"

    assert facts_of(tournament) == facts
    assert Entrant.objects.count() == 2


def test_a_withdrawn_player_may_enter_again(olga: Player, ann: Player) -> None:
    tournament = opened(olga, ann, capacity=2)

    gone = services.withdraw(tournament, ann, now=NOON)
    back = services.enter(tournament, ann, now=NOON)

    gone.refresh_from_db()
    assert (gone.state, gone.number, back.state, back.number) == ("withdrawn", 1, "registered", 2)
    tournament.refresh_from_db()
    assert tournament.entered == 1


def test_bots_are_different_players_and_used_again_elsewhere(olga: Player) -> None:
    first, second = opened(olga), opened(olga)

    here = services.enter_bots(first, olga, "greedy", 3, now=NOON)
    more = services.enter_bots(first, olga, "greedy", 2, now=NOON)
    there = services.enter_bots(second, olga, "greedy", 4, now=NOON)

    handles = [handle_of(entrant) for entrant in here + more]
    assert handles == [f"greedy-{n}" for n in range(1, 6)]
    assert [handle_of(entrant) for entrant in there] == handles[:4]
    assert {member.player.kind for member in Member.objects.all()} == {"bot"}
    assert not Player.objects.filter(kind="bot")[0].has_usable_password()


def test_a_field_of_more_than_a_thousand_enters_in_one_command(olga: Player) -> None:
    here = services.enter_bots(opened(olga, capacity=1_100), olga, "greedy", 1_100, now=NOON)

    assert [entrant.number for entrant in here] == list(range(1, 1_101))
    assert entrant_json(here[-1])["name"] == "greedy-1100"


def test_a_bot_does_not_take_the_handle_of_a_person(db: None) -> None:
    Player.objects.create_person("Greedy-1", "a password of greedy")

    assert [bot.handle for bot in bot_players("greedy", 2, [])] == ["greedy-2", "greedy-3"]


def test_no_bot_is_made_for_somebody_who_may_not_enter_it(olga: Player, ann: Player) -> None:
    tournament = opened(olga, capacity=2)

    def enter(by: Player, key: str, count: int) -> str:
        return refusal_of(lambda: services.enter_bots(tournament, by, key, count, now=NOON))

    assert enter(ann, "greedy", 1) == "not_organiser"
    assert enter(olga, "hal", 1) == "bad_field"
    assert enter(olga, "greedy", 3) == "tournament_full"
    assert not Player.objects.filter(kind="bot").exists()


def test_bots_fill_the_free_places_at_the_start(olga: Player, ann: Player) -> None:
    tournament = opened(olga, ann, capacity=4, fill_with_bots="random")

    services.start(tournament, olga, now=NOON)
    advance.advance(tournament.pk, at_noon)

    seeded = Entrant.objects.filter(tournament=tournament).order_by("seed")
    assert [(row.seed, handle_of(row), row.state) for row in seeded] == [
        (1, "ann", "active"),
        (2, "random-1", "active"),
        (3, "random-2", "active"),
        (4, "random-3", "active"),
    ]
    tournament.refresh_from_db()
    assert (tournament.state, tournament.entered, tournament.started_at) == ("running", 4, NOON)


def test_a_person_who_enters_hurries_the_start_on(
    olga: Player,
    ann: Player,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    queued: list[object] = []
    monkeypatch.setattr(
        signal_handlers,
        "enqueue_after_commit",
        lambda task, *args: queued.append((task.name, args)),
    )
    tournament = opened(olga, autostart="first_person", fill_with_bots="greedy")
    queued.clear()

    with django_capture_on_commit_callbacks(execute=True):
        services.enter(tournament, ann, now=NOON)

    assert queued == [("tournaments.progress.tasks.advance_tournament", (tournament.pk.hex,))]
    tournament.refresh_from_db()
    assert tournament.due_at == NOON


def test_facts_are_announced_only_once_they_are_committed(
    olga: Player, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks
) -> None:
    sent: list[tuple[object, int, int]] = []
    monkeypatch.setattr(
        "games.live.hub.tell",
        lambda stream, told: sent.append((stream, told[0].version, told[-1].version)),
    )
    with django_capture_on_commit_callbacks(execute=True):
        tournament = made(olga, capacity=4)
        services.open_registration(tournament, olga, now=NOON)
        services.enter_bots(tournament, olga, "greedy", 2, now=NOON)
        assert sent == []

    stream = ("tournament", tournament.pk)
    assert sent == [(stream, 1, 1), (stream, 2, 2), (stream, 3, 4)]
