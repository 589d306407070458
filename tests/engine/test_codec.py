"""Stored facts: a sample of every type and schema, kept for ever, and corrupt ones."""

import json
from pathlib import Path

import pytest

from engine import Event, from_fact, to_fact
from engine.wire.decoding import _READERS

SAMPLES = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "facts.jsonl").read_text().splitlines()
]


def read(sample: dict[str, object]) -> Event:
    return from_fact(sample["type"], sample["schema"], sample["data"], sample["secret"])  # type: ignore[arg-type]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample["type"])
def test_a_fact_stored_long_ago_is_still_read_and_written_alike(
    sample: dict[str, object],
) -> None:
    fact = to_fact(read(sample))
    assert (fact.type, fact.schema) == (sample["type"], sample["schema"])
    assert fact.data == sample["data"]
    assert fact.secret == sample["secret"]


def test_there_is_a_sample_of_every_type_and_schema() -> None:
    """Samples of earlier schemas are in the tests of upcasting."""
    assert {(sample["type"], sample["schema"]) for sample in SAMPLES} == set(_READERS)


def test_facts_hold_nothing_but_plain_json_and_no_floats() -> None:
    for sample in SAMPLES:
        assert not any(isinstance(value, float) for value in leaves(sample))


def leaves(value: object) -> list[object]:
    if isinstance(value, dict):
        return [leaf for item in value.values() for leaf in leaves(item)]
    if isinstance(value, list):
        return [leaf for item in value for leaf in leaves(item)]
    return [value]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample["type"])
def test_a_fact_without_one_of_its_fields_is_corrupt(sample: dict[str, object]) -> None:
    data = sample["data"]
    assert isinstance(data, dict)
    for field in data:
        if field in ("bot", "text"):
            continue  # null when absent; derived from the move
        less = {name: value for name, value in data.items() if name != field}
        with pytest.raises(ValueError, match="corrupt"):
            read({**sample, "data": less})


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample["type"])
def test_a_fact_with_a_field_of_another_type_is_corrupt(sample: dict[str, object]) -> None:
    data = sample["data"]
    assert isinstance(data, dict)
    for field in data:
        if field != "text":
            with pytest.raises(ValueError, match="corrupt"):
                read({**sample, "data": {**data, field: 1.5}})


@pytest.mark.parametrize(
    ("type", "schema"), [("match_created", 2), ("match_created", 5), ("match_paused", 1), ("", 0)]
)
def test_a_fact_of_an_unknown_type_or_schema_is_not_guessed_at(type: str, schema: int) -> None:
    with pytest.raises(ValueError, match="no fact"):
        from_fact(type, schema, {}, None)


def test_a_deck_that_lacks_a_card_is_corrupt() -> None:
    sample = next(sample for sample in SAMPLES if sample["type"] == "deal_started")
    deck = sample["secret"]["deck"]
    with pytest.raises(ValueError, match="corrupt"):
        read({**sample, "secret": {"deck": [*deck[:51], deck[0]]}})
