"""An event of every ruleset and number of seats that REST offers, from its creation to its end,
played by bots; each of its matches is then proved, with the rules.
"""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from engine import RULESETS
from games.match import queries
from games.models import Match, Player
from tests.games.exports import loaded_verifier
from tests.tournaments.factories import finish_bot_matches
from tournaments.progress import advance

pytestmark = [pytest.mark.django_db]

API = "/api/v1/"
OFFERED = [(key, seats) for key, rules in RULESETS.items() for seats in rules.players]


class Ticking:
    """A clock that moves on by a second whenever it is looked at."""

    def __init__(self) -> None:
        self.moment = timezone.now()

    def __call__(self) -> datetime:
        self.moment += timedelta(seconds=1)
        return self.moment


def verdict(content: bytes) -> str:
    """What the verifier says last, with the engine of this process."""
    return str(list(loaded_verifier().proof(content.splitlines(), with_rules=True))[-1])


def wish(ruleset: str, seats: int) -> tuple[int, dict[str, Any]]:
    """How many enter, and what is asked for, so that tables have so many seats."""
    asked: dict[str, Any] = {"ruleset": ruleset, "bot_pace_ms": 0}
    if seats == 2:
        return 2, asked | {"format": "single_elimination"}
    if seats == 4 and RULESETS[ruleset].partnership:
        return 2, asked | {"format": "single_elimination", "team": 2}
    options = {"sizes": [seats], "rounds": 1}
    return seats, asked | {"stages": [{"format": "table_swiss", "options": options}]}


def test_rest_offers_these(client: APIClient) -> None:
    offered = client.get(f"{API}rulesets/").json()["results"]
    assert [(one["key"], seats) for one in offered for seats in one["players"]] == OFFERED


@pytest.mark.parametrize(("ruleset", "seats"), OFFERED)
def test_an_event_of_every_ruleset_and_number_of_seats_is_played_to_its_end(
    ruleset: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, olga = Ticking(), APIClient()
    monkeypatch.setattr(timezone, "now", clock)
    olga.force_authenticate(Player.objects.create_person("olga", "!"))
    entrants, asked = wish(ruleset, seats)

    def ask(path: str, body: dict[str, Any]) -> Any:
        answer = olga.post(f"{API}tournaments/{path}", body, format="json")
        assert answer.status_code < 300, answer.json()
        return answer.json()

    event = ask("", {"name": "Whole", "capacity": entrants} | asked)["id"]
    ask(f"{event}/open/", {})
    ask(f"{event}/entrants/", {"bot": "greedy", "count": entrants})
    ask(f"{event}/start/", {})
    while olga.get(f"{API}tournaments/{event}/").json()["state"] == "running":
        advance.advance_all(clock)
        finish_bot_matches(clock)

    assert olga.get(f"{API}tournaments/{event}/").json()["state"] == "completed"
    for match in Match.objects.all():
        assert match.seats.count() == seats
        assert verdict(queries.export(match.pk)).startswith("PROVED")
