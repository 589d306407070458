"""The browser finds the edits of the cuts that the Python file finds, line by line."""

from pathlib import Path
from typing import Any

import pytest

from tests.games.cut_scenes import kept
from tests.games.exports import chained, verify, written
from tests.games.test_verify_cuts import BY_A_RECEIPT, BY_ITSELF, two_people
from tests.scripts import answer

CHECKED = """
    return Promise.all(given.map(async ([facts, receipt]) => {
        try {
            return (await module.chainProblem(facts)) ?? (await module.cutProblem(facts))
                ?? (receipt && await module.receiptProblem(facts, receipt));
        } catch {
            return { code: "unreadable" };
        }
    }));
"""
# What is no cut at all, or has a shape that facts do not have: the page folds no such log.
OF_THE_LOG = {"delete a cut", "too few digests", "more in a commitment", "more in a cut"}
OF_THE_LOG |= {"no digests, but commitments", "of an earlier schema", "no digest"}
EDITS = {name: edit for name, edit in BY_ITSELF.items() if name not in OF_THE_LOG} | BY_A_RECEIPT


def case_of(name: str | None) -> list[Any]:
    """The facts after an edit, and the receipt where it needs one."""
    facts, receipt = two_people()
    if name is not None:
        EDITS[name](facts)
    return [chained(facts), None if name in BY_ITSELF else receipt]


@pytest.fixture(scope="module")
def found() -> dict[str | None, Any]:
    """What the browser says of every edit, by its name, and of none."""
    names = [None, *EDITS]
    problems = answer("verify_cuts.js", CHECKED, *map(case_of, names))
    return dict(zip(names, problems, strict=True))


def test_the_browser_finds_nothing_wrong_with_an_honest_match(found: Any) -> None:
    assert found[None] is None


@pytest.mark.parametrize("name", EDITS)
def test_the_browser_finds_what_is_wrong_at_the_same_line(
    name: str, found: Any, tmp_path: Path
) -> None:
    facts, receipt = case_of(name)
    _, said = verify(written(facts), *kept(tmp_path, *([receipt] if receipt else [])))
    assert "BROKEN   line " in said
    assert found[name] is not None
    if found[name]["code"] != "unreadable":
        assert f"BROKEN   line {found[name]['version']}," in said


def test_a_receipt_of_the_page_is_one_that_the_file_reads(tmp_path: Path) -> None:
    facts, receipt = two_people()
    made = answer(
        "verify_cuts.js", "return module.receiptOf(given[0], 0, given[1]);", facts, receipt["cut"]
    )
    assert made.keys() == receipt.keys()
    code, said = verify(written(facts), *kept(tmp_path, made))
    assert (code, said.splitlines()[-1]) == (0, "PROVED, and seat 0's own cut is in it")
