"""The demo: what a new house shows."""

import pytest

from games.models import Event, Match, Player
from games.store.stream_log import StreamLog
from tests.long import SQLITE_FIRST
from tests.noon import NOON, at_noon
from tests.tournaments.conftest import NewPlayers
from tournaments.actions import demo, services
from tournaments.models import Member, Tournament
from tournaments.progress import advance

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]


def test_a_new_house_shows_a_running_tournament_and_one_that_waits_for_a_person(
    ann: Player,
) -> None:
    demo.seed_demo(NOON)
    advance.advance_all(at_noon)

    running = Tournament.objects.get(state="running")
    waiting = Tournament.objects.get(state="registration")
    assert (running.entered, running.capacity, running.settings["bot_pace_ms"]) == (8, 8, 500)
    keys = Member.objects.filter(tournament=running).values_list("bot", flat=True)
    assert set(keys) == {"greedy", "random"}
    assert Match.objects.count() == 4
    assert waiting.capacity == 8
    assert waiting.settings["turn_seconds"] == 45
    assert waiting.settings["autostart"] == "first_person"

    services.enter(waiting, ann, now=NOON)
    advance.advance_all(at_noon)

    waiting.refresh_from_db()
    assert (waiting.state, waiting.entered) == ("running", 8)


def challenges() -> list[str]:
    rows = Tournament.objects.filter(settings__autostart="first_person").order_by("id")
    return list(rows.values_list("state", flat=True))


def test_the_house_can_be_challenged_again_as_soon_as_one_challenge_has_begun(
    ann: Player, people: NewPlayers
) -> None:
    demo.seed_demo(NOON)
    for number, player in enumerate([ann, *people(2)], 1):
        waiting = Tournament.objects.get(settings__autostart="first_person", state="registration")
        services.enter(waiting, player, now=NOON)
        advance.advance_all(at_noon)
        demo.keep_challenge_open(NOON)
        demo.keep_challenge_open(NOON)
        assert challenges() == ["running"] * number + ["registration"]


def test_a_house_that_challenges_nobody_is_left_alone(db: None) -> None:
    demo.keep_challenge_open(NOON)

    assert not Tournament.objects.exists()


def test_the_house_plays_only_so_many_challenges_at_once(
    ann: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo, "MOST_CHALLENGES", 1)
    demo.seed_demo(NOON)
    services.enter(Tournament.objects.get(state="registration"), ann, now=NOON)
    advance.advance_all(at_noon)

    demo.keep_challenge_open(NOON)

    assert challenges() == ["running"]


def test_nobody_can_sign_in_as_the_house(db: None) -> None:
    demo.seed_demo(NOON)

    house = Player.objects.get(handle="house")
    assert not house.has_usable_password()
    assert house.kind == "bot"


def test_seeding_twice_is_as_once(db: None) -> None:
    demo.seed_demo(NOON)
    events = Event.objects.count()

    demo.seed_demo(NOON)

    assert Event.objects.count() == events


@pytest.mark.parametrize("steps", range(1, 7))
def test_a_seeding_that_broke_off_is_finished_by_the_next(
    db: None, steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Crash(Exception):
        pass

    left = iter(range(steps))
    real = StreamLog.append

    def breaking(*args, **kwargs):  # type: ignore[no-untyped-def]
        if next(left, None) is None:
            raise Crash
        return real(*args, **kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(StreamLog, "append", breaking)
        try:
            demo.seed_demo(NOON)
        except Crash:
            pass
        else:
            assert steps >= 5, "open, two kinds of bots, start, open"
    demo.seed_demo(NOON)

    assert Tournament.objects.count() == 2
    assert Tournament.objects.get(state="running").entered == 8
    assert Tournament.objects.get(state="registration").entered == 0
