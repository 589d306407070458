"""The verifier takes the rules of a match from its first fact, and finds false ones out."""

from typing import Any

import pytest

from engine import RULESETS
from engine.wire.earlier_rules import earlier_rules
from engine.wire.rules_json import rules_json
from games.match import queries
from games.models import Player
from tests.games.exports import Fact, bots_match, chained, loaded_verifier, read, verify, written
from tests.long import sqlite_first
from tests.product import ROOT

WITH_RULES = ("--engine", str(ROOT))
OVERRIDES = {"first_to": 5, "points": {"ace": 2}, "owner_may_trail": True}


@pytest.fixture
def facts(bots: list[Player]) -> list[Fact]:
    return read(queries.export(bots_match(bots, "classic", OVERRIDES)))


@pytest.fixture(scope="module")
def verifier() -> Any:
    return loaded_verifier()


@sqlite_first
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("false", "problem"),
    [
        ({"first_to": 6}, "`first_to` was overridden otherwise"),
        ({"no_trail": "owner"}, "`no_trail` was overridden otherwise"),
        ({"points": {**earlier_rules("classic", {})["points"]}}, "`points` was overridden"),  # type: ignore[dict-item]
        ({"points": {"ace": 2}}, "exactly the fields of a ruleset"),
        ({"colour": "red"}, "exactly the fields of a ruleset"),
        ({"deals_each": 2}, "one end of the match"),
        ({"players": [3, 4]}, "so many cannot play"),
        ({"players": None}, "cannot be read"),
    ],
)
def test_rules_that_are_not_what_was_asked_for_are_found_out(
    facts: list[Fact], false: dict[str, Any], problem: str
) -> None:
    assert verify(written(facts))[0] == 0
    facts[0]["data"]["rules"].update(false)
    for options in ((), WITH_RULES):
        code, said = verify(written(chained(facts)), *options)
        assert (code, "line 1, match_created" in said, problem in said) == (1, True, True), said


@sqlite_first
@pytest.mark.django_db
@pytest.mark.parametrize("false", [{"deal_order": "singly"}, {"draws": True}])
def test_rules_that_nobody_overrode_still_have_to_make_the_match(
    facts: list[Fact], false: dict[str, Any]
) -> None:
    facts[0]["data"]["rules"].update(false)
    code, said = verify(written(chained(facts)))
    assert (code, said.splitlines()[-1].startswith("BROKEN")) == (1, True), said


@sqlite_first
@pytest.mark.django_db
def test_the_verifier_names_what_differs_from_what_it_knows_of_the_ruleset(
    facts: list[Fact],
) -> None:
    said = verify(written(facts))[1].splitlines()
    assert "rules    classic, with no_trail never, points.ace 2, first_to 5" in said


@sqlite_first
@pytest.mark.django_db
def test_a_fact_of_the_newest_schema_without_rules_is_none(facts: list[Fact]) -> None:
    del facts[0]["data"]["rules"]
    code, said = verify(written(chained(facts)))
    assert (code, "line 1, match_created" in said) == (1, True), said


@sqlite_first
@pytest.mark.django_db
def test_a_fact_of_an_earlier_schema_cannot_bring_rules(facts: list[Fact]) -> None:
    facts[0]["schema"] = 2
    code, said = verify(written(chained(facts)))
    assert code == 1
    assert "its schema has no such field" in said


@pytest.mark.parametrize("key", RULESETS)
@pytest.mark.parametrize(
    "overrides",
    [
        {},
        {"owner_may_trail": True},
        {"owner_may_trail": False, "points": {"ace": 0}},
        {"first_to": 11, "deals_each": None},
        {"deals_each": 1},
    ],
    ids=str,
)
def test_the_verifier_knows_the_rules_of_before_as_the_engine_does(
    verifier: Any, key: str, overrides: dict[str, Any]
) -> None:
    assert verifier.named_rules(key, overrides) == earlier_rules(key, overrides)


def test_the_verifier_knows_every_field_of_a_ruleset(verifier: Any) -> None:
    assert set(verifier.RULES) == set(rules_json(RULESETS["classic"]))


@sqlite_first
@pytest.mark.django_db
def test_a_ruleset_of_a_later_day_is_proved_by_the_rules_in_its_fact(facts: list[Fact]) -> None:
    facts[0]["data"]["ruleset"] = "bridge"
    code, said = verify(written(chained(facts)))
    assert code == 0, said
    assert "rules    bridge, with players [2, 3, 4], " in said
