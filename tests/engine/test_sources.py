"""The worked examples of the source descriptions, each with the words that decide it, and beside
them both readings of every field that the sources' words left open.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from engine import OVERRIDABLE, judge, legal_moves, move_from_json, ruleset
from engine.rules.position_json import position_from_json

DATA = Path(__file__).parent / "data"


def lines_of(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text().splitlines()]


EXAMPLES = lines_of("sources.jsonl")
READINGS = lines_of("readings.jsonl")


@pytest.mark.parametrize("line", [*EXAMPLES, *READINGS], ids=lambda line: line["id"])
def test_a_position_is_judged_as_its_source_says(line: dict[str, Any]) -> None:
    position, move = position_from_json(line), move_from_json(line["move"])
    assert (judge(position, move) is None) == line["legal"], line["says"]
    assert (move in set(legal_moves(position))) == line["legal"]


def test_every_example_names_its_source_and_its_words() -> None:
    assert len(EXAMPLES) == 85
    assert len({line["id"] for line in [*EXAMPLES, *READINGS]}) == len(EXAMPLES) + len(READINGS)
    for line in [*EXAMPLES, *READINGS]:
        assert line["source"] in ("000", "001", "002", "003", "004", "public rules")
        assert len(line["says"]) > 20


def test_both_readings_of_a_field_are_told_apart_by_a_position() -> None:
    decided: dict[str, set[tuple[str, bool]]] = {}
    for line in READINGS:
        for field in line["overrides"]:
            assert field in OVERRIDABLE
            same = json.dumps([line["hand"], line["loose"], line["builds"], line["move"]])
            decided.setdefault(field, set()).add((same, line["legal"]))
    assert set(decided) == {"no_trail", "one_action", "own_raise_keeps_both"}
    for answers in decided.values():
        assert any((same, not legal) in answers for same, legal in answers)


def test_without_overrides_the_reading_is_that_of_the_ruleset() -> None:
    for line in READINGS:
        if line["overrides"] or " as " not in line["id"]:
            continue
        field = line["id"].partition(" ")[0]
        value = getattr(ruleset(line["ruleset"], {}), field)
        said = [
            other["legal"]
            for other in READINGS
            if other["overrides"] == {field: value}
            and all(other[part] == line[part] for part in ("ruleset", "hand", "loose", "move"))
        ]
        assert said == [line["legal"]], line["id"]
