"""A match plays the rules that its own facts hold: what a ruleset means may change after it."""

import json
from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any

import pytest

from engine import RULESETS, Ruleset, diagram_of, fold, from_fact, ruleset, to_fact
from engine.match.events import MatchCreated
from engine.record import record_of, record_text, replay
from engine.rules import rulesets
from engine.wire.diagram import diagram_text, parse_diagram
from engine.wire.earlier_rules import earlier_rules
from engine.wire.rules_json import rules_from_json, rules_json
from tests.engine.builders import played_match, started

EARLIER = Path(__file__).parents[1] / "games" / "data" / "records"
WISHES: list[tuple[str, dict[str, Any]]] = [
    *((key, {}) for key in RULESETS),
    ("classic", {"owner_may_trail": True, "points": {"ace": 2}, "partnership": False}),
    ("classic", {"owner_may_trail": False, "deals_each": 2, "first_to": None}),
    ("california", {"first_to": 11}),
    ("draw", {"deals_each": 1, "face_values": True, "ace_values": [1, 14]}),
]


@pytest.fixture
def changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every ruleset means something else than it did."""
    others = {
        key: replace(
            rules,
            no_trail="never",
            one_action=True,
            last_card_sweep=False,
            sweep_points=7,
            first_to=3,
            deals_each=None,
            deal_order="singly" if rules.deal_order == "pairs" else "pairs",
        )
        for key, rules in RULESETS.items()
    }
    monkeypatch.setattr(rulesets, "RULESETS", others)


def test_the_fact_of_a_new_match_holds_every_field_of_its_rules() -> None:
    created = to_fact(started(overrides={"first_to": 11, "points": {"spades": 2}}).events[0])
    resolved = created.data["rules"]
    assert isinstance(resolved, dict)
    assert set(resolved) == {field.name for field in fields(Ruleset)} - {"key"}
    assert (resolved["first_to"], resolved["deals_each"]) == (11, None)
    assert resolved["points"] == asdict(RULESETS["classic"].points) | {"spades": 2}
    assert created.data["overrides"] == {"first_to": 11, "points": {"spades": 2}}


@pytest.mark.parametrize(("key", "overrides"), WISHES)
def test_resolved_rules_are_read_as_they_were_written(key: str, overrides: dict[str, Any]) -> None:
    rules = ruleset(key, overrides)
    assert rules_from_json(key, rules_json(rules)) == rules


@pytest.mark.parametrize("field", rules_json(RULESETS["classic"]))
def test_rules_without_one_of_their_fields_are_no_rules(field: str) -> None:
    data = rules_json(RULESETS["classic"])
    del data[field]
    with pytest.raises(ValueError, match=field):
        rules_from_json("classic", data)


@pytest.mark.parametrize(
    "false",
    [
        {"ace_values": [1, 10**12]},
        {"players": []},
        {"players": [2, 5]},
        {"players": [True]},
        {"face_capture": "all"},
        {"no_trail": None},
        {"one_action": 1},
        {"points": {}},
        {"sweep_points": 10**9},
        {"first_to": None},
        {"deals_each": 2},
        {"owner_may_trail": True},
    ],
    ids=str,
)
def test_rules_that_nobody_could_have_set_are_no_rules(false: dict[str, object]) -> None:
    """They come from whoever sends a record or an export, too."""
    with pytest.raises((ValueError, TypeError)):
        rules_from_json("classic", rules_json(RULESETS["classic"]) | false)
    lines = record_text(record_of(started().events)).splitlines()
    hostile = json.dumps(rules_json(RULESETS["classic"]) | false)
    text = "\n".join(f"rules {hostile}" if line.startswith("rules") else line for line in lines)
    wrong = replay(text).wrong
    assert wrong is not None
    assert wrong.code == "malformed_record"


@pytest.mark.parametrize(("key", "overrides"), WISHES)
def test_a_log_of_today_folds_alike_whatever_its_ruleset_means_later(
    key: str, overrides: dict[str, Any], changed: None
) -> None:
    rules = replace(ruleset_before(key, overrides), first_to=11, deals_each=None)
    created = to_fact(replace(first_event(started(rules.players[0], key).events), rules=rules))
    event = from_fact(created.type, created.schema, created.data, created.secret)
    state = fold([event])
    assert state.ruleset == rules
    assert state.ruleset != rulesets.RULESETS[key]


def ruleset_before(key: str, overrides: Mapping[str, object]) -> Ruleset:
    return rules_from_json(key, earlier_rules(key, overrides))


def first_event(events: list[Any]) -> MatchCreated:
    event = events[0]
    assert isinstance(event, MatchCreated)
    return event


@pytest.mark.parametrize("key", RULESETS)
def test_a_whole_log_of_today_is_played_again_alike_after_its_ruleset_has_changed(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = played_match(5, RULESETS[key].players[0], key)
    text, facts = record_text(record_of(game.events)), [to_fact(event) for event in game.events]
    other = replace(RULESETS[key], no_trail="never", sweep_points=5, last_card_sweep=False)
    monkeypatch.setattr(rulesets, "RULESETS", {key: other})

    events = [from_fact(fact.type, fact.schema, fact.data, fact.secret) for fact in facts]
    assert fold(events) == game.state
    replayed = replay(text)
    assert replayed.wrong is None
    assert (replayed.state.scores, replayed.state.ruleset) == (
        game.state.scores,
        game.state.ruleset,
    )


@pytest.mark.parametrize("path", sorted(EARLIER.glob("*.txt")), ids=lambda path: path.stem)
def test_a_record_from_before_is_played_again_alike_after_its_ruleset_has_changed(
    path: Path, changed: None
) -> None:
    replayed = replay(path.read_text())
    assert replayed.wrong is None
    assert (
        record_text(record_of(replayed.events)).splitlines()[:3]
        == (path.read_text().splitlines()[:3])
    )


@pytest.mark.parametrize(("key", "overrides"), WISHES)
def test_the_rules_of_before_stand_in_one_place(key: str, overrides: dict[str, Any]) -> None:
    """They are what the rulesets were, but for what the sources' letter has changed since."""
    today = rules_json(ruleset(key, overrides))
    before = earlier_rules(key, overrides)
    assert {field for field in today if today[field] != before[field]} <= SINCE


SINCE = {"no_trail", "one_action", "last_card_sweep"}


def test_there_is_nothing_to_know_of_a_ruleset_that_there_was_not() -> None:
    with pytest.raises(ValueError, match="bridge"):
        earlier_rules("bridge", {})


def test_the_diagram_of_an_old_match_says_what_its_rules_have_become() -> None:
    replayed = replay(cut_short(EARLIER / "classic.txt"))
    diagram = diagram_of(replayed.state)
    assert diagram is not None
    assert parse_diagram(diagram_text(diagram)).rules == replayed.state.ruleset


def cut_short(path: Path) -> str:
    lines = path.read_text().splitlines()
    packet = next(at for at, line in enumerate(lines) if line.startswith("packet"))
    return "\n".join(lines[: packet + 1])


def test_a_record_whose_rules_are_none_is_refused() -> None:
    lines = record_text(record_of(started().events)).splitlines()
    rules = ["rules {}" if line.startswith("rules ") else line for line in lines]
    if rules == lines:
        rules.insert(3, "rules {}")
    wrong = replay("\n".join(rules)).wrong
    assert wrong is not None
    assert wrong.code == "malformed_record"


def test_rules_that_so_many_cannot_play_are_refused_in_a_record() -> None:
    lines = (EARLIER / "draw.txt").read_text().splitlines()
    lines = [line for line in lines if not line.startswith("commitment")]
    wrong = replay("\n".join([*lines[:4], 'player 2 "third"', *lines[4:]])).wrong
    assert wrong is not None
    assert wrong.code == "bad_seats"
