"""docs/events.md names every fact that is stored, with its schema, its fields and who sees them."""

import dataclasses
import json
import re
from types import SimpleNamespace
from typing import Any, NamedTuple, get_args

import pytest

from engine import from_fact, observe_event
from engine.wire.decoding import _READERS
from games.models import Event
from tests.product import ROOT
from tournaments.core.stages import Outcome
from tournaments.domain import codec
from tournaments.domain.events import TournamentEvent
from tournaments.domain.fact_parts import Table
from tournaments.domain.settings import Settings
from tournaments.ladders import events
from tournaments.ladders.events import LadderEvent

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
    """The cells of the first table below this title, its head first."""
    below = PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    table = re.findall(r"^\|(.*)\|$", below, re.MULTILINE)
    del table[1]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)] for line in table]


def facts_of_the_page(title: str) -> dict[str, Row]:
    """The rows of a table whose columns are type, data, perhaps secret, and perhaps who sees it."""
    head, *rows = section(title)
    found = {}
    for row in rows:
        cells = dict(zip(head, row, strict=True))
        kind = re.fullmatch(r"`(\w+)`(?: \(schema (\d+)\))?", cells["type"])
        assert kind is not None
        assert kind[1] not in found
        seen = cells.get("who sees what") or cells.get("seen by") or "all"
        hidden = named(cells.get("secret", ""))
        found[kind[1]] = Row(int(kind[2] or 1), named(cells["data"]), hidden, seen)
    return found


MATCH = facts_of_the_page("Match")
TOURNAMENT = facts_of_the_page("Tournament")
RATINGS = facts_of_the_page("Ratings")


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


def hidden_in(event: Any) -> tuple[set[str], set[str]]:
    """The fields of a tournament's fact that are secret always, and those of a draft."""
    hidden = getattr(event, "secret", ())
    if isinstance(hidden, property):
        assert hidden.fget is not None
        return set(), set(hidden.fget(SimpleNamespace(draft=True)))
    return set(hidden), set()


@pytest.mark.parametrize("event", get_args(TournamentEvent), ids=lambda event: event.type)
def test_a_fact_of_a_tournament_is_on_the_page_with_its_fields(event: Any) -> None:
    row = TOURNAMENT[event.type]
    always, drafted = hidden_in(event)
    assert row.data == {field.name for field in dataclasses.fields(event)} - always
    assert row.secret == always | drafted


def test_the_page_knows_no_fact_that_a_tournament_does_not() -> None:
    assert set(TOURNAMENT) == {event.type for event in get_args(TournamentEvent)}
    assert f"All facts of a tournament have schema {codec.SCHEMA} " in PAGE


def test_the_objects_that_facts_of_a_tournament_share_are_on_the_page_with_their_fields() -> None:
    said = PAGE.partition("\n## Tournament\n")[2].partition("\n| type")[0]
    settings, outcome, table = (part.partition("\n\n")[0] for part in said.split("**")[2::2])
    for fields, shared in ((settings, Settings), (outcome, Outcome), (table, Table)):
        listed = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`]+)`", fields))))
        assert {field.name for field in dataclasses.fields(shared)} <= listed


@pytest.mark.parametrize("event", get_args(LadderEvent), ids=lambda event: event.type)
def test_a_fact_of_a_ladder_is_on_the_page_with_its_fields(event: Any) -> None:
    data = {field.name for field in dataclasses.fields(event)}
    assert RATINGS[event.type] == Row(events.SCHEMA, data, set(), "all")


def test_the_page_knows_no_fact_that_a_ladder_does_not() -> None:
    assert set(RATINGS) == {event.type for event in get_args(LadderEvent)}


def test_the_envelope_of_the_page_is_that_of_the_store() -> None:
    columns = {field.attname for field in Event._meta.concrete_fields} - {"id"}
    told = set().union(*(named(name) for name, _ in section("The envelope")[1:]))
    assert told == columns
