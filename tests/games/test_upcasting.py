"""Facts of earlier schemas are read as the newest, for ever."""

import importlib
import json
from typing import Any

import pytest
from django.apps import apps

from engine import from_fact, to_fact
from games.models import Player, Seat
from games.store.upcasting import UPCASTERS, upcast
from tests.games.exports import DATA, bots_match, resigned_match
from tournaments.domain import codec
from tournaments.ladders import events
from tournaments.ladders.events import MatchRated

OLD = [
    json.loads(line)
    for name in (
        "facts-of-schema-1",
        "facts-of-schema-2",
        "facts-before-digests",
        "facts-before-stated-texts",
        "facts-before-whole-rankings",
        "facts-before-clocks",
        "facts-before-watching",
    )
    for line in (DATA / f"{name}.jsonl").read_text().splitlines()
]


@pytest.mark.parametrize("sample", OLD, ids=lambda sample: f"{sample['type']}-{sample['schema']}")
def test_a_fact_of_an_earlier_schema_is_read_as_one_of_the_newest(sample: Any) -> None:
    schema, data, secret = upcast(
        sample["type"], sample["schema"], sample["data"], sample["secret"]
    )
    if sample["type"] in codec.SCHEMA_OF:
        fact = codec.to_fact(codec.from_fact(sample["type"], data, secret))
    elif sample["type"] == MatchRated.type:
        fact = events.to_fact(events.from_fact(sample["type"], data))
    else:
        fact = to_fact(from_fact(sample["type"], schema, data, secret))
    assert json.loads(json.dumps([fact.schema, fact.data, fact.secret])) == [schema, data, secret]
    assert schema > sample["schema"]
    assert holds(data, sample["data"])


def holds(data: Any, before: Any) -> bool:
    """Whether nothing that was said before is said otherwise now."""
    if isinstance(before, dict):
        return all(holds(data[name], value) for name, value in before.items())
    if isinstance(before, list):
        return len(data) == len(before) and all(map(holds, data, before))
    return bool(data == before)


def test_rules_that_were_only_named_are_resolved_as_they_were() -> None:
    created = [sample for sample in OLD if sample["type"] == "match_created"]
    rules = [
        upcast("match_created", one["schema"], one["data"], None)[1]["rules"] for one in created
    ]
    assert {(one["no_trail"], one["last_card_sweep"], one["one_action"]) for one in rules} == {
        ("owner", True, False)
    }
    changed = next(sample for sample in OLD if sample["type"] == "settings_changed")
    settings = upcast("settings_changed", 2, changed["data"], None)[1]["settings"]
    assert (settings["ruleset"], settings["rules"]["no_trail"]) == ("california", "never")


@pytest.mark.parametrize("lost", ["ruleset", "overrides"])
def test_a_fact_that_names_no_rules_is_corrupt_and_breaks_nothing_before(lost: str) -> None:
    sample = next(one for one in OLD if (one["type"], one["schema"]) == ("match_created", 2))
    less = {name: value for name, value in sample["data"].items() if name != lost}
    schema, data, _ = upcast("match_created", 2, less, None)
    with pytest.raises(ValueError, match="corrupt match_created"):
        from_fact("match_created", schema, data, sample["secret"])


def test_there_is_a_sample_of_every_schema_that_is_upcast() -> None:
    assert {(sample["type"], sample["schema"]) for sample in OLD} == set(UPCASTERS)


@pytest.mark.store
@pytest.mark.django_db
def test_rows_of_before_are_filled_in_from_their_facts(alice: Player, bots: list[Player]) -> None:
    bots_match(bots)
    resigned_match(alice, bots[0])
    kept = list(Seat.objects.order_by("id").values())
    Seat.objects.update(came=False, left_reason="")
    importlib.import_module("games.migrations.0004_seats_from_their_facts").fill(apps, None)

    assert list(Seat.objects.order_by("id").values()) == kept
    assert {"resigned"} < {row["left_reason"] for row in kept}
