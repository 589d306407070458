"""The browser finds the edits of the cuts that the Python file finds, line by line."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.games.cut_scenes import kept
from tests.games.exports import Fact, chained, verify, written
from tests.games.test_verify_cuts import BY_A_RECEIPT, BY_ITSELF, Edit, two_people
from tests.scripts import answer

CHECKED = """
    const [facts, receipt] = given;
    try {
        return (await module.chainProblem(facts)) ?? (await module.cutProblem(facts))
            ?? (receipt && await module.receiptProblem(facts, receipt));
    } catch (error) {
        return { code: "unreadable" };
    }
"""
# What is no cut at all, or a shape that facts do not have: the page folds no such match.
OF_THE_LOG = {"delete a cut", "too few digests", "more in a commitment", "more in a cut"}
OF_THE_LOG |= {"no digests, but commitments", "of an earlier schema", "no digest"}
EDITS = {name: edit for name, edit in BY_ITSELF.items() if name not in OF_THE_LOG}


def found(facts: list[Fact], receipt: dict[str, Any] | None) -> Any:
    return answer("verify_cuts.js", CHECKED, facts, receipt)


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_the_browser_finds_what_is_wrong_at_the_same_line(edit: Edit) -> None:
    facts, _ = two_people()
    assert found(facts, None) is None
    edit(facts)
    problem = found(chained(facts), None)
    assert problem is not None
    _, said = verify(written(facts))
    if problem["code"] != "unreadable":
        assert f"BROKEN   line {problem['version']}," in said


@pytest.mark.parametrize("edit", BY_A_RECEIPT.values(), ids=BY_A_RECEIPT)
def test_the_browser_finds_by_a_receipt_what_the_file_finds(edit: Edit, tmp_path: Path) -> None:
    facts, receipt = two_people()
    assert found(facts, receipt) is None
    edit(facts)
    problem = found(chained(facts), receipt)
    _, said = verify(written(facts), *kept(tmp_path, receipt))
    assert f"BROKEN   line {problem['version']}," in said


def test_a_receipt_of_the_page_is_one_that_the_file_reads(tmp_path: Path) -> None:
    facts, receipt = two_people()
    made = answer(
        "verify_cuts.js", "return module.receiptOf(given[0], 0, given[1]);", facts, receipt["cut"]
    )
    assert json.loads(json.dumps(made)).keys() == receipt.keys()
    code, said = verify(written(facts), *kept(tmp_path, made))
    assert (code, said.splitlines()[-1]) == (0, "PROVED, and seat 0's own cut is in it")
