"""The planted faults (`make mutants`) still apply, and one of them is caught here and now."""

from pathlib import Path

import pytest

from tests.engine.mutants import FAULTS, Fault, copied, plant, tried


@pytest.mark.parametrize("fault", FAULTS, ids=[fault.rule for fault in FAULTS])
def test_a_planted_fault_applies_to_the_engine_as_it_is(fault: Fault, tmp_path: Path) -> None:
    copied(tmp_path)
    file = tmp_path / "engine" / fault.file
    before = file.read_text()
    plant(tmp_path, fault)
    assert file.read_text() != before
    compile(file.read_text(), fault.file, "exec")


def test_a_planted_fault_is_caught_and_a_harmless_change_is_not() -> None:
    """The negative control: what breaks no rule is reported as not caught."""
    assert tried(FAULTS[2])
    harmless = Fault("nothing", "errors.py", "What the match refuses.", "What a match refuses.")
    assert not tried(harmless, ("test_conformance.py",))
