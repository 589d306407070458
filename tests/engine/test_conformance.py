"""Every line of the conformance table, which was drawn from the source descriptions of the game."""

import json
from pathlib import Path

import pytest

from engine import apply, judge, move_from_json
from engine.rules.position_json import position_from_json

LINES = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "moves.jsonl").read_text().splitlines()
]


@pytest.mark.parametrize("line", LINES, ids=[line["id"] for line in LINES])
def test_a_move_is_judged_as_the_sources_say(line: dict[str, object]) -> None:
    refusal = judge(position_from_json(line), move_from_json(line["move"]))
    assert (refusal is None) == line["legal"], line["why"]


@pytest.mark.parametrize(
    "line",
    [line for line in LINES if line.get("result", "").startswith(("single", "multiple"))],
    ids=lambda line: line["id"],
)
def test_a_build_play_makes_the_build_that_the_sources_say(line: dict[str, str]) -> None:
    build = apply(position_from_json(line), move_from_json(line["move"])).build
    assert build is not None
    kind, value = line["result"].split()[:2]
    assert (build.kind, str(build.value), build.owner) == (kind, value.strip(",;"), 0)
