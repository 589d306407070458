"""A tournament from its creation over REST to its champion, on real processes that may die.

Every match is then checked from its export alone (`public_record`).
"""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.deployment import Deployment, deployed_as_tested
from tests.long import POSTGRESQL_FIRST, further
from tests.patience import PATIENCE
from tests.product import eventually
from tests.site.public_record import Record, checked

pytestmark = [pytest.mark.processes, *POSTGRESQL_FIRST]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    with deployed_as_tested(tmp_path_factory.mktemp("deployment")) as deployment:
        yield deployment


@pytest.fixture
def api(house: Deployment, request: pytest.FixtureRequest) -> Iterator[httpx.Client]:
    """The API as an organiser who has just signed up."""
    with httpx.Client(base_url=f"{house.url}/api/v1/", timeout=PATIENCE) as client:
        handle = f"organiser-{abs(hash(request.node.name)) % 10**8}"
        signed_up = _done(
            client.post("players/", json={"handle": handle, "password": "ten of diamonds"})
        )
        client.headers["Authorization"] = f"Token {signed_up['token']}"
        yield client


@further
def test_a_sixteen_bot_tournament_is_played_to_its_champion(
    house: Deployment, api: httpx.Client
) -> None:
    tournament = _started(api, greedy=8, random=8)
    _wait_for_the_champion(house, api, tournament)
    records = _checked_bracket(api, tournament, entrants=16)
    assert sum(record.plays for record in records) >= 15 * 48


def test_killing_the_worker_again_and_again_loses_and_doubles_nothing(
    house: Deployment, api: httpx.Client
) -> None:
    tournament = _started(api, greedy=5, random=6)
    for facts in (150, 400, 700):
        _wait_for_facts(api, tournament, facts)
        assert _state(api, tournament) == "running"
        house.kill("worker")
        house.start("worker")
    _wait_for_the_champion(house, api, tournament)
    _checked_bracket(api, tournament, entrants=11)


@further
def test_killing_redis_in_mid_tournament_loses_and_doubles_nothing(
    house: Deployment, api: httpx.Client
) -> None:
    tournament = _started(api, greedy=4, random=4)
    _wait_for_facts(api, tournament, 200)
    house.kill("redis")
    assert _state(api, tournament) == "running"
    house.start("redis")
    _wait_for_the_champion(house, api, tournament)
    _checked_bracket(api, tournament, entrants=8)
    house.wait_until_healthy()


def test_a_deployment_serves_its_pages(house: Deployment) -> None:
    page = httpx.get(house.url)
    assert page.status_code == 200
    assert "Good Ten" in page.text


def _started(api: httpx.Client, **bots: int) -> str:
    """Creates a tournament, enters the bots and starts it; returns its address in the API."""
    name = " and ".join(f"{count} {bot}" for bot, count in bots.items())
    made = _done(
        api.post(
            "tournaments/",
            json={
                "name": name,
                "capacity": sum(bots.values()),
                "turn_seconds": 3600,  # no clock runs out, however busy the machine
                "bot_pace_ms": 0,
            },
        )
    )
    assert made["state"] == "draft"
    address = f"tournaments/{made['id']}/"
    _done(api.post(f"{address}open/"))
    for bot, count in bots.items():
        _done(api.post(f"{address}entrants/", json={"bot": bot, "count": count}))
    _done(api.post(f"{address}start/"))
    return address


def _wait_for_the_champion(house: Deployment, api: httpx.Client, tournament: str) -> None:
    def completed() -> bool:
        house.restart_what_ended()
        return _state(api, tournament) == "completed"

    try:
        eventually(completed, PATIENCE, "a champion")
    except AssertionError as failure:
        failure.add_note(house.said())
        raise


def _state(api: httpx.Client, tournament: str) -> str:
    return str(_done(api.get(tournament))["state"])


def _wait_for_facts(api: httpx.Client, tournament: str, at_least: int) -> None:
    """Waits until the matches of the tournament have so many facts together."""

    def enough() -> bool:
        matches = _done(api.get(f"{tournament}matches/"))["results"]
        return sum(match["version"] for match in matches) >= at_least

    eventually(enough, PATIENCE, f"{at_least} facts")


def _checked_bracket(api: httpx.Client, tournament: str, entrants: int) -> list[Record]:
    """Checks every match, and that the rounds follow from the matches; returns their records."""
    rounds = _done(api.get(f"{tournament}rounds/"))["results"]
    records = []
    advancing: list[str] = []
    for number, round_ in enumerate(rounds, 1):
        assert (round_["round"], round_["state"]) == (number, "closed")
        if number > 1:
            assert [_id(side) for p in round_["pairings"] for side in p["sides"]] == advancing
        records += [_checked_match(api, p) for p in round_["pairings"] if p["state"] != "bye"]
        advancing = [_id(p["sides"][p["winner"]]) for p in round_["pairings"]]
    assert len(records) == entrants - 1
    assert len({record.match for record in records}) == entrants - 1
    _check_the_ends(api, tournament, champion=advancing[0], entrants=entrants)
    _check_nothing_was_doubled(api, tournament, rounds, {record.match for record in records})
    return records


def _checked_match(api: httpx.Client, pairing: dict[str, Any]) -> Record:
    """The record of a pairing's match, which must be the one that the pairing states."""
    export = api.get(f"matches/{pairing['match']}/export/")
    assert export.is_success, export.text
    record = checked(pairing["match"], export.content)
    sides = pairing["sides"]
    assert list(record.players) == [side["entrants"][0]["player"]["id"] for side in sides]
    assert pairing["winner"] == record.winner
    assert tuple(side["points"] for side in sides) == record.scores
    assert pairing["reason"] == "score"
    return record


def _check_the_ends(api: httpx.Client, tournament: str, champion: str, entrants: int) -> None:
    """The champion of the bracket is the tournament's, and heads the standings."""
    assert _champion(_done(api.get(tournament))) == champion
    standings = _done(api.get(f"{tournament}standings/"))["results"]
    assert len(standings) == entrants
    assert (standings[0]["rank"], standings[0]["entrant"]["id"]) == (1, champion)
    assert sum(row["losses"] for row in standings) == entrants - 1


def _check_nothing_was_doubled(
    api: httpx.Client, tournament: str, rounds: list[Any], matches: set[str]
) -> None:
    """Each table was paired once, and each match has one result."""
    facts = _all_facts(api, tournament)
    paired = [
        (fact["data"]["round"], table["number"])
        for fact in facts
        if fact["type"] == "round_paired"
        for table in fact["data"]["tables"]
    ]
    assert sorted(paired) == [(p["round"], p["pairing"]) for r in rounds for p in r["pairings"]]
    results = [fact["data"]["match"] for fact in facts if fact["type"] == "result_recorded"]
    assert len(results) == len(set(results))
    assert set(results) == matches
    listed = _done(api.get(f"{tournament}matches/"))["results"]
    assert {match["id"] for match in listed} == matches


def _all_facts(api: httpx.Client, address: str) -> list[dict[str, Any]]:
    facts: list[dict[str, Any]] = []
    while True:
        page = _done(api.get(f"{address}events/", params={"after": len(facts)}))
        facts += page["results"]
        if len(facts) >= page["version"]:
            return facts


def _id(side: dict[str, Any]) -> str:
    return str(side["entrants"][0]["id"])


def _champion(tournament: dict[str, Any]) -> str:
    champion = tournament["champion"]
    return str(champion["id"] if isinstance(champion, dict) else champion)


def _done(response: httpx.Response) -> Any:
    assert response.is_success, response.text
    return response.json()
