"""docs/events.md names every fact that is stored, with its schema, its fields and who sees them."""

import dataclasses
import json
import re
from typing import Any, NamedTuple, get_args

import pytest

from engine import from_fact, observe_event
from engine.decoding import _READERS
from games.models import Event
from tests.product import ROOT
from tournaments.domain import codec
from tournaments.domain.events import TournamentEvent

PAGE = (ROOT / "docs" / "events.md").read_text()
SAMPLES = [
    json.loads(line)
    for line in (ROOT / "tests" / "engine" / "data" / "facts.jsonl").read_text().splitlines()
]


class Row(NamedTuple):
    """What the page says of a fact."""

    schema: int
    data: set[str]
    secret: set[str]
    seen: str


def named(cell: str) -> set[str]:
    """The fields of a cell: words in backticks, but for what stands in brackets or after a `;`."""
    while (plain := re.sub(r"\([^()]*\)", "", cell)) != cell:
        cell = plain
    return set(re.findall(r"`(\w+)`", cell.partition(";")[0]))


def section(title: str) -> list[list[str]]:
    """The cells of the rows of the first table below this title."""
    below = PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    table = re.findall(r"^\|(.*)\|$", below, re.MULTILINE)[2:]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)] for line in table]


def facts_of_the_page(title: str) -> dict[str, Row]:
    found = {}
    for kind, data, *secret, seen in section(title):
        name, said = re.match(r"`(\w+)`(?:, schema (\d+))?$", kind).groups()  # type: ignore[union-attr]
        assert name not in found
        hidden = set().union(*map(named, secret))
        found[name] = Row(int(said or 1), named(data), hidden, seen)
    return found


MATCH = facts_of_the_page("Match")
TOURNAMENT = facts_of_the_page("Tournament")


def newest(samples: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The samples of each type's last schema."""
    last: dict[str, int] = {}
    for sample in samples:
        last[sample["type"]] = max(sample["schema"], last.get(sample["type"], 0))
    return [sample for sample in samples if sample["schema"] == last[sample["type"]]]


def test_every_fact_of_a_match_is_on_the_page_with_its_schema() -> None:
    schemas: dict[str, int] = {}
    for kind, schema in _READERS:
        schemas[kind] = max(schema, schemas.get(kind, 0))
    assert {kind: row.schema for kind, row in MATCH.items()} == schemas


@pytest.mark.parametrize("kind", MATCH)
def test_a_fact_of_a_match_has_the_fields_of_the_page(kind: str) -> None:
    samples = [sample for sample in newest(SAMPLES) if sample["type"] == kind]
    assert samples
    assert MATCH[kind].data == {field for sample in samples for field in sample["data"]}
    assert MATCH[kind].secret == {field for sample in samples for field in sample["secret"] or {}}


@pytest.mark.parametrize("sample", newest(SAMPLES), ids=lambda sample: sample["type"])
def test_who_sees_more_of_a_fact_than_its_data_is_on_the_page(sample: dict[str, Any]) -> None:
    event = from_fact(sample["type"], sample["schema"], sample["data"], sample["secret"])
    assert set(observe_event(event, None)) == MATCH[event.type].data
    more = set()
    for seat in range(len(sample["secret"]["hands"]) if event.type == "packet_dealt" else 2):
        more |= set(observe_event(event, seat)) - MATCH[event.type].data
    assert more == set(re.findall(r"`(\w+)`", MATCH[event.type].seen)) - {"data"}
    assert bool(more) is (MATCH[event.type].seen != "all")


@pytest.mark.parametrize("event", get_args(TournamentEvent), ids=lambda event: event.type)
def test_a_fact_of_a_tournament_is_on_the_page_with_its_fields(event: Any) -> None:
    row = TOURNAMENT[event.type]
    assert row.data == {field.name for field in dataclasses.fields(event)}
    assert row.schema == getattr(event, "schema", getattr(codec, "SCHEMA", 1))
    assert (row.secret, row.seen) == (set(), "all")


def test_the_page_knows_no_fact_that_a_tournament_does_not() -> None:
    assert set(TOURNAMENT) == {event.type for event in get_args(TournamentEvent)}


def test_the_envelope_of_the_page_is_that_of_the_store() -> None:
    columns = {field.attname for field in Event._meta.concrete_fields} - {"id"}
    told = set().union(*(named(name) for name, _ in section("The envelope")))
    assert told == columns
