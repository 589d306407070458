"""One event of each format, from its creation over REST to its champion, played by bots.

What is left is then checked: the log, the replay, standings of the past, and ratings.
"""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from games.models import Match, Player
from tests.forgetting import forgotten_states  # noqa: F401
from tests.long import SQLITE_FIRST, thinned
from tests.replaying import replay, verify_log
from tests.tournaments.factories import finish_bot_matches
from tournaments.models import Entrant, Pairing
from tournaments.models.ratings import Rating
from tournaments.progress import advance

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]

API = "/api/v1/tournaments/"
# A short game, so that whole events are.
SHORT = {"first_to": 5}
EVENTS: dict[str, tuple[int, dict[str, Any]]] = {
    "single elimination": (
        7,
        {"stages": [{"format": "single_elimination", "options": {"third_place": True}}]},
    ),
    "double elimination": (5, {"format": "double_elimination"}),
    "round robin": (5, {"format": "round_robin"}),
    "swiss": (9, {"format": "swiss", "starts": "rounds"}),
    "table swiss": (10, {"format": "table_swiss"}),
    "heats": (11, {"format": "heats"}),
    "rotating partners": (9, {"format": "rotating_partners"}),
    "arena": (5, {"stages": [{"format": "arena", "options": {"minutes": 5}}]}),
    "groups and knockout": (
        8,
        {
            "stages": [
                {"format": "round_robin", "options": {"groups": 2}, "advance": 2},
                {"format": "single_elimination", "name": "Finals"},
            ]
        },
    ),
    "swiss and top cut": (
        8,
        {
            "stages": [
                {"format": "swiss", "options": {"rounds": 2}, "advance": 4},
                {"format": "single_elimination", "name": "Top four"},
            ]
        },
    ),
    "partnerships": (5, {"format": "swiss", "team": 2}),
    "duplicate dealing": (6, {"format": "swiss", "dealing": "duplicate"}),
    "mirrored matches": (4, {"format": "single_elimination", "mirrored": True}),
}


class Clock:
    """Stands still within a step; an arena's minutes pass between the steps."""

    def __init__(self) -> None:
        self.moment = timezone.now()

    def __call__(self) -> datetime:
        return self.moment

    def tick(self, passed: timedelta) -> None:
        self.moment += passed


@pytest.fixture
def api(db: None) -> APIClient:
    client = APIClient()
    client.force_authenticate(Player.objects.create_person("olga", "a password of olga"))
    return client


def started(api: APIClient, entrants: int, wish: dict[str, Any]) -> str:
    """Made, entered and started over REST; its address."""
    body = {"name": "Whole", "capacity": entrants, "overrides": SHORT, "rated": True} | wish
    made = api.post(API, body, format="json")
    assert made.status_code == 201, made.json()
    address = f"{API}{made.json()['id']}/"
    for rest, content in (
        ("open/", {}),
        ("entrants/", {"bot": "greedy", "count": entrants // 2}),
        ("entrants/", {"bot": "random", "count": entrants - entrants // 2}),
        ("start/", {}),
    ):
        answer = api.post(address + rest, content, format="json")
        assert answer.status_code < 300, answer.json()
    return address


def played_out(api: APIClient, address: str) -> list[tuple[int, int, Any]]:
    """Plays it to its end; the standings that were seen on the way, by stage and version."""
    clock, seen = Clock(), []
    for _ in range(200):
        advance.advance_all(clock)
        tournament = api.get(address).json()
        if tournament["stage"]:
            shown = api.get(f"{address}standings/").json()
            seen.append((shown["stage"], shown["version"], shown["results"]))
        if tournament["state"] == "completed":
            return seen
        assert tournament["failed"] is None
        finish_bot_matches(clock)
        clock.tick(timedelta(seconds=20))
    raise AssertionError(f"it does not end: {tournament}")


# Played to their ends by other tests as well.
OTHERS = {"single elimination", "round robin", "swiss"}


@pytest.mark.parametrize("name", thinned(EVENTS, lambda name: name not in OTHERS))
def test_an_event_of_each_format_runs_from_its_creation_to_its_champion(
    api: APIClient, name: str
) -> None:
    entrants, wish = EVENTS[name]
    address = started(api, entrants, wish)

    seen = played_out(api, address)

    tournament = api.get(address).json()
    assert tournament["champion"] is not None
    places = list(Entrant.objects.order_by("place").values_list("place", flat=True))
    assert len(places) == entrants
    # Who goes out of a bracket together shares a place.
    assert places == [1 + sum(other < place for other in places) for place in places]
    assert tournament["champion"]["id"] == Entrant.objects.get(place=1).pk.hex
    assert not Pairing.objects.filter(decided=False).exists()
    assert not Match.objects.exclude(status="finished").exists()
    for stage, version, results in seen:
        past = api.get(f"{address}standings/", {"stage": stage, "version": version}).json()
        assert past["results"] == results, f"the standings of version {version} have changed"
    assert "all sound" in verify_log()[1]
    assert ": as they should be" in replay("--check")[1]
    assert not Rating.objects.exclude(player__kind="bot").exists()
