"""Golden matches: a change to the rules, the shuffle or the notation shows here (`make golden`)."""

from pathlib import Path

import pytest

from engine import RULESETS, ruleset
from engine.record import record_of, record_text, replay
from engine.record.writing import resolved_text
from tests.engine.make_golden import MATCHES, file_of, played

EARLIER = sorted((Path(__file__).parent / "data" / "earlier").glob("*.txt"))


@pytest.mark.parametrize(("rules", "seats"), MATCHES)
def test_a_golden_match_is_played_as_ever(rules: str, seats: int) -> None:
    assert played(rules, seats) == file_of(rules, seats).read_text()


@pytest.mark.parametrize(("rules", "seats"), MATCHES)
def test_a_golden_record_is_right(rules: str, seats: int) -> None:
    replayed = replay(file_of(rules, seats).read_text())
    assert replayed.wrong is None
    assert replayed.state.result is not None


def test_there_is_a_golden_match_of_every_ruleset() -> None:
    assert {rules for rules, _ in MATCHES} == set(RULESETS)


@pytest.mark.parametrize("path", EARLIER, ids=lambda path: path.stem)
def test_a_match_from_before_the_rules_stood_in_its_record_is_right_for_ever(path: Path) -> None:
    replayed = replay(path.read_text())
    assert replayed.wrong is None
    assert replayed.state.result is not None
    assert record_text(record_of(replayed.events)) == path.read_text()


def test_the_letter_of_the_sources_came_with_the_rules_in_the_record() -> None:
    """What was legal in some earlier match is not, by the ruleset of the same name today."""
    assert sum(not legal_today(path.read_text()) for path in EARLIER) >= 1


def legal_today(text: str) -> bool:
    key = text.partition("\nruleset ")[2].partition("\n")[0]
    resolved = resolved_text(ruleset(key, {}))
    return (
        replay(text.replace(f"\nruleset {key}\n", f"\nruleset {key}\nrules {resolved}\n")).wrong
        is None
    )
