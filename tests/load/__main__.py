"""Live play under load, beside what it is measured against in the same run.

`python -m tests.load` (`make load`) starts the product on a PostgreSQL that writes to the disk, has
people play over sockets and over REST, against each other and against bots, and others look on.
`--out docs/performance.md` writes the report. Everything talks to the loopback address only, and
ends by itself.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from tqdm import tqdm

from tests.load.house import processor
from tests.load.report import markdown
from tests.load.scenarios import SCENARIOS

INTRODUCTION = """A move is acknowledged after its commit. What that costs, and how fast everybody
hears of it, is measured from outside: clients, database and product share the machine, so a figure
is worth what its reference in the same run is worth.
[Decision 13](decisions/0013-the-wire.md) says how the wire is built."""


def measured_otherwise(page: Path) -> str:
    """What the page has from `make bench`, at its end."""
    text = page.read_text() if page.exists() else ""
    _, title, rest = text.partition("\n## What is read most\n")
    return title + rest


def main() -> int:
    parser = argparse.ArgumentParser(prog="make load", description=__doc__)
    parser.add_argument("--only", choices=SCENARIOS, action="append", help="only this part")
    parser.add_argument("--tables", type=int, default=150)
    parser.add_argument("--watchers", type=int, default=4000)
    parser.add_argument("--seconds", type=float, default=12, help="of each measurement, at most")
    parser.add_argument("--out", type=Path, help="writes the report to this file")
    asked = parser.parse_args()
    sections = []
    for name in tqdm(asked.only or SCENARIOS, unit="part", leave=False):
        with tempfile.TemporaryDirectory(prefix="good-ten-load-") as folder:
            sections.append(SCENARIOS[name](asked, Path(folder)))
    if asked.out:
        machine = "{processors} processors and {memory}".format(**processor())
        others = measured_otherwise(asked.out)
        asked.out.write_text(markdown(sections, machine, "make load", INTRODUCTION) + others)
    missed = [line.what for section in sections for line in section.lines if line.is_met is False]
    for what in missed:
        print(f"not met: {what}", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
