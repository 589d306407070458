"""Mutation testing (`make mutants`): plants one-line faults in a copy of the rules, one at a time,
and runs the core of the tests on each. A fault that no test catches is a hole in the tests.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
CORE = (
    "test_conformance.py",
    "test_contributors.py",
    "test_sources.py",
    "test_deal_tables.py",
    "test_perft.py",
    "test_board.py",
    "test_scoring.py",
    "test_draw.py",
    "test_match.py",
    "test_golden.py",
    "test_record.py",
    "test_cuts.py",
)
PATIENCE = 300


@dataclass(frozen=True)
class Fault:
    """One line of `file`, a path below `engine/`, changed; `was` occurs in it exactly once."""

    rule: str
    file: str
    was: str
    now: str


FAULTS = (
    Fault(
        "R1: an ace counts 2",
        "rules/ruleset.py",
        "else (card >> 2) + 1",
        "else (card >> 2 or 1) + 1",
    ),
    Fault(
        "R2: any pile of cards is a sum",
        "rules/judging.py",
        "elif not splits(counts, board.terms.value[card]):",
        "elif counts < 0:",
    ),
    Fault(
        "R3: two actions in a play",
        "rules/judging.py",
        "if board.terms.one_action and not",
        "if counts < 0 and not",
    ),
    Fault(
        "R4: two equal face cards may go",
        "rules/terms.py",
        '"one_or_three": (1, 3)',
        '"one_or_three": (1, 2, 3)',
    ),
    Fault(
        "R5: anybody may sum a build",
        "rules/board.py",
        "if self.sides[seat] == side:",
        "if seat < 0:",
    ),
    Fault(
        "R5: a multiple build is summed",
        "rules/board.py",
        "others = self.single",
        "others = self.standing",
    ),
    Fault(
        "R7: two sets are a single build",
        "rules/board.py",
        "self.terms.value[code & CARD] != value",
        "0 > value",
    ),
    Fault(
        "R8: the card played counts as held",
        "rules/board.py",
        "if other != card:",
        "if other >= 0:",
    ),
    Fault(
        "R9: loose cards help a raise",
        "rules/judging.py",
        "if raised + board.terms.value[card] != value:",
        "if raised >= value:",
    ),
    Fault(
        "R10: the old card need not stay",
        "rules/board.py",
        "return held >> value & 1 == 1",
        "return True",
    ),
    Fault(
        "R12: a multiple build is raised",
        "rules/judging.py",
        "if not board.single >> raised & 1:",
        "if raised > 14:",
    ),
    Fault(
        "R14: the owner never changes",
        "rules/board.py",
        "self.owned[seat] &= left",
        "self.owned[seat] &= left | values",
    ),
    Fault(
        "R15: the capturing card may go",
        "rules/judging.py",
        "owed = board.owes(card) & ~gone",
        "owed = 0",
    ),
    Fault(
        "R16: an owner may trail",
        "rules/escape.py",
        "if terms.owner_trails:",
        "if terms:",
    ),
    Fault(
        "R16: who added is forgotten",
        "rules/board.py",
        "if self.added[seat] & used:",
        "if self.owned[seat] & used and seat < 0:",
    ),
    Fault(
        "R16: a contributor never trails",
        "rules/escape.py",
        "return other_play(board)[0] == NONE",
        "return False",
    ),
    Fault(
        "R16: the fold forgets who added",
        "match/evolve.py",
        "others = table.contributors_of(gone) & ~(1 << event.build.owner)",
        "others = 0",
    ),
    Fault(
        "C3: the clock builds before it captures",
        "rules/escape.py",
        "    for card in hand:\n        items = _least_capture(board, card)",
        "    for card in hand:\n        items = 0",
    ),
    Fault(
        "R19: the dealer stays",
        "match/evolve.py",
        "next_dealer=(event.dealer + 1) %",
        "next_dealer=event.dealer %",
    ),
    Fault(
        "R20: the dealer is dealt to first",
        "rules/dealing.py",
        "twos = [*left, *([TO_TABLE] if first else []), dealer]",
        "twos = [dealer, *left, *([TO_TABLE] if first else [])]",
    ),
    Fault(
        "R20: nobody draws",
        "match/play.py",
        "if state.ruleset.draws and decision.deal.stock:",
        "if state.ruleset.draws and turn is None:",
    ),
    Fault(
        "R21: the residue goes to the next side",
        "match/play.py",
        "piles[state.sides[deal.last_capture]] |=",
        "piles[state.sides[deal.last_capture] - 1] |=",
    ),
    Fault(
        "R22: a sweep may leave builds",
        "rules/board.py",
        "if not self.loose and not self.standing:",
        "if not self.loose:",
    ),
    Fault(
        "R22: the last card always sweeps",
        "match/play.py",
        "(state.ruleset.last_card_sweep or not is_last)",
        "True",
    ),
    Fault(
        "R24: the little casino is the two of clubs",
        "rules/cards.py",
        '_NUMBERS["2s"]',
        '_NUMBERS["2c"]',
    ),
    Fault("R25: a tie is won by the first", "rules/awards.py", "if at >= 0:", "if at > 99:"),
    Fault(
        "R26: more than the target is needed",
        "rules/scoring.py",
        "best >= rules.first_to",
        "best > rules.first_to",
    ),
    Fault(
        "R26: each deals once",
        "rules/scoring.py",
        "rules.deals_each * len(sides)",
        "1 * len(sides)",
    ),
    Fault(
        "R27: neighbours are partners",
        "rules/ruleset.py",
        "return (0, 1, 0, 1)",
        "return (0, 0, 1, 1)",
    ),
    Fault(
        "Cuts: a spare may be another than was fixed",
        "match/opening.py",
        "if by == BY_PLAYER else spares[number]",
        "if by == BY_PLAYER else None",
    ),
    Fault(
        "Cuts: a player may show another than was committed to",
        "match/opening.py",
        "digest = seat.digest if by == BY_PLAYER",
        "digest = None if by == BY_PLAYER",
    ),
    Fault(
        "Cuts: no cut is open",
        "match/opening.py",
        "any(other.may_choose for other in others)",
        "False",
    ),
    Fault(
        "Cuts: who is still to show a cut is called silent",
        "match/opening.py",
        "seat.digest is not None and state.awaits_reveals",
        "seat.digest is not None",
    ),
    Fault(
        "Cuts: who committed is called absent",
        "match/opening.py",
        "by in (BY_WAIVER, BY_ABSENCE) and seat.digest is None",
        "by in (BY_WAIVER, BY_ABSENCE)",
    ),
    Fault(
        "Cuts: a bot that plays on for who left is bound",
        "match/state.py",
        "return self.bot is not None and self.left is None",
        "return self.bot is not None",
    ),
    Fault(
        "Cuts: spares are alike in two matches of a seed",
        "rules/shuffle.py",
        '_of_seat(_SPARE, match, seat), "sha256"',
        '_of_seat(_SPARE, "", seat), "sha256"',
    ),
)


def main() -> int:
    """Plants every fault and returns the exit status: 1 if one was not caught."""
    argparse.ArgumentParser(prog="python -m tests.engine.mutants", description=__doc__).parse_args()
    with ThreadPoolExecutor(2) as pool:
        caught = list(pool.map(tried, FAULTS))
    missed = [fault.rule for fault, was in zip(FAULTS, caught, strict=True) if not was]
    print(f"{len(FAULTS) - len(missed)} of {len(FAULTS)} planted faults were caught")
    return 1 if missed else 0


def tried(fault: Fault, tests: Sequence[str] = CORE) -> bool:
    """Whether the tests catch the fault."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        copied(copy)
        plant(copy, fault)
        output = run(copy, tests)
    caught = "\nFAILED" in output or "\nERROR" in output
    by = next(
        (line[:90] for line in output.splitlines() if line.startswith(("FAILED", "ERROR"))), ""
    )
    verdict = f"caught by {by}" if caught else "NOT CAUGHT"
    print(f"{fault.rule}: {verdict} ({time.monotonic() - began:.0f} s)", flush=True)
    return caught


def copied(copy: Path) -> None:
    """Copies the engine and its tests, without compiled files."""
    for part in ("engine", "tests/engine"):
        ignored = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
        shutil.copytree(ROOT / part, copy / part, ignore=ignored)


def plant(root: Path, fault: Fault) -> None:
    """Writes the fault into the copy; raises ValueError where it does not apply."""
    file = root / "engine" / fault.file
    text = file.read_text()
    if text.count(fault.was) != 1:
        raise ValueError(f"{fault.rule}: {fault.was!r} stands {text.count(fault.was)} times")
    file.write_text(text.replace(fault.was, fault.now))


def run(root: Path, tests: Sequence[str]) -> str:
    """The output of the tests on the copy, up to the first failure."""
    ran = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-x", "-q", "--tb=no", "-ra"),
            *("-p", "no:cacheprovider", "-p", "no:django", "-p", "no:asyncio", "-p", "no:cov"),
            *("--import-mode=importlib", "-c", "/dev/null", f"--rootdir={root}"),
            *(f"tests/engine/{name}" for name in tests),
        ],
        cwd=root,
        env={"PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    return ran.stdout + ran.stderr


if __name__ == "__main__":
    sys.exit(main())
