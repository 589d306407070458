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
    """What the page says of a fact; `also` are the fields that some viewer sees beside `data`."""

    schema: int
    data: set[str]
    secret: set[str]
    also: set[str]


def named(said: str) -> set[str]:
    """The fields of a line: words in backticks, but for what stands in brackets or after a `;`."""
    while (plain := re.sub(r"\([^()]*\)", "", said)) != said:
        said = plain
    return set(re.findall(r"`(\w+)`", said.partition(";")[0]))


def section(title: str) -> str:
    """What stands below a title of the second level."""
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def facts_with_a_title(section_: str) -> dict[str, Row]:
    """The facts that have a title each: below it lists of fields, `data`, `secret`, `also seen`."""
    found = {}
    for kind, schema, told in re.findall(
        r"^### `(\w+)`(?: \(schema (\d+)\))?\n(.*?)(?=^### |\Z)", section_, re.DOTALL | re.MULTILINE
    ):
        lists = {
            name: re.findall(r"^  - `(\w+)`", items, re.MULTILINE)
            for name, items in re.findall(r"^- ([a-z ]+):\n((?:  .*\n)+)", told, re.MULTILINE)
        }
        assert set(lists) <= {"data", "secret", "also seen"}
        assert all(len(fields) == len(set(fields)) for fields in lists.values())
        data, secret, also = (set(lists.get(of, ())) for of in ("data", "secret", "also seen"))
        assert kind not in found
        found[kind] = Row(int(schema or 1), data, secret, also)
    return found


def facts_of_a_line(section_: str, schema: int) -> dict[str, Row]:
    """The facts that are an item each, `type`: fields, perhaps with an item `secret` below it; one
    that has another schema says so.
    """
    found = {}
    for kind, own, told in re.findall(
        r"^- `([a-z]+_[a-z_]+)`(?: \(schema (\d+)\))?: (.*\n(?:  .*\n)*)", section_, re.MULTILINE
    ):
        public, _, hidden = told.partition("\n  - secret: ")
        assert kind not in found
        found[kind] = Row(int(own or schema), named(public), named(hidden), set())
    return found


def said_schema(sentence: str) -> int:
    """The number that this sentence of the page has at `…`."""
    before, after = map(re.escape, sentence.split("…"))
    found = re.search(f"{before}(\\d+){after}", PAGE)
    assert found is not None
    return int(found[1])


MATCH = facts_with_a_title(section("Match"))
TOURNAMENT = facts_of_a_line(
    section("Tournament"), said_schema("All facts of a tournament have schema … unless")
)
RATINGS = facts_of_a_line(section("Ratings"), said_schema("All have schema … and are seen by all."))


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
    assert more == MATCH[event.type].also


def hidden_in(event: Any) -> tuple[set[str], set[str]]:
    """The fields of a tournament's fact that are secret always, and those of a draft."""
    hidden = getattr(event, "secret", ())
    if isinstance(hidden, property):
        assert hidden.fget is not None
        return set(), set(hidden.fget(SimpleNamespace(draft=True)))
    return set(hidden), set()


@pytest.mark.parametrize("event", get_args(TournamentEvent), ids=lambda event: event.type)
def test_a_fact_of_a_tournament_is_on_the_page_with_its_fields(event: Any) -> None:
    always, drafted = hidden_in(event)
    data = {field.name for field in dataclasses.fields(event)} - always
    schema = codec.SCHEMA_OF[event.type]
    assert TOURNAMENT[event.type] == Row(schema, data, always | drafted, set())


def test_the_page_knows_no_fact_that_a_tournament_does_not() -> None:
    assert set(TOURNAMENT) == {event.type for event in get_args(TournamentEvent)}


def test_the_objects_that_facts_of_a_tournament_share_are_on_the_page_with_their_fields() -> None:
    said = section("Tournament").partition("\n### ")[0]
    settings, outcome, table = said.split("**")[2::2]
    for fields, shared in ((settings, Settings), (outcome, Outcome), (table, Table)):
        listed = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`]+)`", fields))))
        assert {field.name for field in dataclasses.fields(shared)} <= listed


@pytest.mark.parametrize("event", get_args(LadderEvent), ids=lambda event: event.type)
def test_a_fact_of_a_ladder_is_on_the_page_with_its_fields(event: Any) -> None:
    data = {field.name for field in dataclasses.fields(event)}
    assert RATINGS[event.type] == Row(events.SCHEMA_OF[event.type], data, set(), set())


def test_the_page_knows_no_fact_that_a_ladder_does_not() -> None:
    assert set(RATINGS) == {event.type for event in get_args(LadderEvent)}


def test_the_envelope_of_the_page_is_that_of_the_store() -> None:
    columns = {field.attname for field in Event._meta.concrete_fields} - {"id"}
    items = re.findall(r"^- ((?:`\w+`(?:, )?)+): ", section("The envelope"), re.MULTILINE)
    told = [name for item in items for name in re.findall(r"`(\w+)`", item)]
    assert sorted(told) == sorted(columns)
