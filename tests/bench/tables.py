"""How long rounds of the table formats take: `python -m tests.bench.tables`."""

from dataclasses import replace

from tests.bench.__main__ import seconds_of
from tests.tournaments.format_play import at_random, opening, step
from tournaments.formats.arena import ARENA
from tournaments.formats.heats import HEATS
from tournaments.formats.protocol import Format
from tournaments.formats.rotating_partners import ROTATING_PARTNERS
from tournaments.formats.table_swiss import TABLE_SWISS

EIGHT: dict[str, object] = {"rounds": 8}
CASES: tuple[tuple[Format, int, int, dict[str, object]], ...] = (
    (TABLE_SWISS, 1000, 8, EIGHT),
    (TABLE_SWISS, 5000, 8, EIGHT),
    (TABLE_SWISS, 5000, 8, {**EIGHT, "sizes": (6, 4)}),
    (HEATS, 5000, 3, {}),
    (ROTATING_PARTNERS, 24, 8, EIGHT),
    (ROTATING_PARTNERS, 1000, 8, EIGHT),
    (ARENA, 1000, 20, {}),
)
CLUBS = 20


def main() -> None:
    for format_, size, rounds, options in CASES:
        report(format_, size, rounds, options, clubs=0)
    report(TABLE_SWISS, 5000, 8, EIGHT, clubs=CLUBS)


def report(format_: Format, size: int, rounds: int, options: dict[str, object], clubs: int) -> None:
    stage = opening(format_, size, **options)
    if clubs:
        mates = {entrant: f"club {at % clubs}" for at, entrant in enumerate(stage.seeds)}
        stage = replace(stage, clubs=mates)
    rule, times = at_random(size), []
    for _ in range(rounds):
        times.append(seconds_of(lambda stage=stage: format_.due(stage)))
        stage = step(format_, stage, rule)
    sizes = "/".join(map(str, format_.sizes(stage.options)))
    of_clubs = f"{clubs} clubs" if clubs else ""
    print(
        f"{format_.key:<18}{size:>6,} entrants, tables of {sizes:<4}{of_clubs:<9}"
        f"round {rounds}: {times[-1]:.3f} s, slowest {max(times):.3f} s"
    )


if __name__ == "__main__":
    main()
