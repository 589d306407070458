"""A match that people cut for is proved for ever, with the receipts that they kept."""

import json
import random
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from games.models import Player
from tests.games.cut_scenes import kept, match_of_all_cuts
from tests.games.exports import DATA, Fact, read, verify
from tests.long import enough
from tests.product import ROOT

EXPORT = DATA / "match-cuts.jsonl"
# The same since matches say how their clocks run.
NEWEST = DATA / "match-clocks.jsonl"
RECEIPTS = [DATA / "receipts" / f"match-cuts-{seat}.json" for seat in range(2)]
FIRST, SECOND = (("--receipt", str(file)) for file in RECEIPTS)
WITH_RULES = ("--engine", str(ROOT))
SAID = [
    (FIRST, 0, "PROVED, and seat 0's own cut is in it"),
    (
        SECOND,
        1,
        "NOT PROVED for seat 1: its cut is left out; "
        "the server cut for seat 1, who committed to a cut and did not show it",
    ),
]


@pytest.mark.parametrize("options", [(), WITH_RULES], ids=["alone", "with the rules"])
@pytest.mark.parametrize(("receipt", "code", "verdict"), SAID, ids=["in it", "left out"])
def test_what_a_receipt_proves_it_proves_for_ever(
    receipt: tuple[str, ...], code: int, verdict: str, options: tuple[str, ...]
) -> None:
    found, said = verify(EXPORT.read_bytes(), *options, *receipt)
    assert (found, said.splitlines()[-1]) == (code, verdict)
    assert "the server cut for seat 1 (who committed" in said
    assert "seat 2 (who wanted none), seat 3 (a bot)" in said


def test_each_digit_of_a_receipt_is_looked_at(tmp_path: Path) -> None:
    """Of all that a receipt says but its name for the kind of document."""
    receipt = json.loads(RECEIPTS[0].read_text())
    for field in ("match", "seat", "commitment", "digests", "cut", "first", "seen"):
        code, said = verify(
            EXPORT.read_bytes(), *kept(tmp_path, receipt | {field: flipped(receipt[field])})
        )
        assert code == 1, (field, said)


def flipped(value: Any) -> Any:
    if isinstance(value, int):
        return value + 1
    if isinstance(value, list):
        return [flipped(value[0]), *value[1:]]
    if isinstance(value, dict):
        return value | {"hash": flipped(value["hash"])}
    return f"{int(value[0], 16) ^ 1:x}{value[1:]}"


@pytest.mark.long
def test_a_bit_that_is_flipped_anywhere_in_the_export_is_found_out() -> None:
    content, chance = EXPORT.read_bytes(), random.Random(1)
    for _ in range(enough(8, 100)):
        at, bit = chance.randrange(len(content)), 1 << chance.randrange(8)
        spoilt = content[:at] + bytes([content[at] ^ bit]) + content[at + 1 :]
        code, said = verify(spoilt, *FIRST)
        assert code != 0, (at, bit, said)


@pytest.mark.django_db
def test_the_product_still_writes_such_a_match(
    alice: Player, bob: Player, charlie: Player, bots: list[Player]
) -> None:
    facts, receipts = match_of_all_cuts([alice, bob, charlie], bots[0])
    assert shapes(facts) == shapes(read(NEWEST.read_bytes()))
    for receipt, file in zip(receipts, RECEIPTS, strict=True):
        assert receipt.keys() == json.loads(file.read_text()).keys()


def shapes(facts: list[Fact]) -> list[object]:
    """The kinds of facts in their order, with their fields and whose cuts they were."""
    found = [
        (fact["type"], fact["schema"], sorted(fact["data"]), fact["data"].get("by"))
        for fact in facts
    ]
    return [shape for shape, _ in groupby(found)]
