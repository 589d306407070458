"""Golden matches: a change to the rules, the shuffle or the notation shows here (`make golden`)."""

import pytest

from engine import RULESETS
from engine.record import replay
from tests.engine.make_golden import MATCHES, file_of, played


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
