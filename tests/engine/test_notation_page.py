"""The examples of docs/notation.md and docs/rules.md agree with the engine."""

import json
import re
from pathlib import Path

import pytest

from engine import OVERRIDABLE, RULESETS, move_text, move_to_json, parse_move
from engine.record.header_reader import HEADER_KEYWORDS
from engine.record.reading import parse_entry
from engine.record.writing import entry_text
from engine.wire.diagram import diagram_text, parse_diagram

DOCS = Path(__file__).parents[2] / "docs"
NOTATION = (DOCS / "notation.md").read_text()
RULES = (DOCS / "rules.md").read_text()


def test_every_move_of_the_page_is_its_json() -> None:
    rows = re.findall(r"^\| [^|]+ \| `(\S+?)`[^|]* \| `(\{.*\})` \|$", NOTATION, re.M)
    assert len(rows) == 4
    for text, obj in rows:
        assert move_to_json(parse_move(text)) == json.loads(obj)
        assert move_text(parse_move(text)) == text


def test_every_diagram_of_the_page_reads_back() -> None:
    lines = re.findall(r"^    (\w+(?:\{.*\})? \d \d \S+/\S+ \S+ \S+)$", NOTATION, re.M)
    assert len(lines) == 2
    assert [diagram_text(parse_diagram(line)) for line in lines] == lines


def test_every_line_of_the_pages_record_is_one() -> None:
    example = NOTATION.partition("    casino record 1\n")[2].partition("\nNumbers by side")[0]
    lines = [line.strip() for line in example.splitlines() if line.strip() and "…" not in line]
    entries = [line for line in lines if line.partition(" ")[0] not in HEADER_KEYWORDS]
    assert len(entries) == 8
    assert [entry_text(parse_entry(line)) for line in entries] == entries


@pytest.mark.parametrize("key", RULESETS)
def test_the_rules_open_with_every_ruleset(key: str) -> None:
    opening = RULES.partition("## The five descriptions")[0]
    assert f"\n| `{key}` | " in opening


def test_every_field_and_every_rule_is_on_the_page() -> None:
    fields = RULES.partition("Any of these fields can be set")[2].partition("\n## ")[0]
    assert set(OVERRIDABLE) <= set(re.findall(r"`(\w+)`", fields))
    assert re.findall(r"^- \*\*(R\d+)\*\*", RULES, re.M) == [f"R{n}" for n in range(1, 28)]
    assert re.findall(r"^- \*\*(C\d+)\*\*", RULES, re.M) == [f"C{n}" for n in range(1, 21)]
    assert re.findall(r"^### (\d+): `(.+)`", RULES, re.M) == [
        ("000", "classic"),
        ("001", "classic"),
        ("002", "face-value"),
        ("003", "california"),
        ("004", "two-handed"),
    ]
