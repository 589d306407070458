"""The formats by key, each a pure file of its own."""

from collections.abc import Mapping

from tournaments.core.planning import Format
from tournaments.formats.arena import ARENA
from tournaments.formats.double_elimination import DOUBLE_ELIMINATION
from tournaments.formats.heats import HEATS
from tournaments.formats.kernels.bracket import Bracket
from tournaments.formats.rotating_partners import ROTATING_PARTNERS
from tournaments.formats.round_robin import ROUND_ROBIN
from tournaments.formats.single_elimination import SINGLE_ELIMINATION
from tournaments.formats.swiss import SWISS
from tournaments.formats.table_swiss import TABLE_SWISS

FORMATS: Mapping[str, Format] = {
    one.key: one
    for one in (
        SINGLE_ELIMINATION,
        DOUBLE_ELIMINATION,
        ROUND_ROBIN,
        SWISS,
        TABLE_SWISS,
        HEATS,
        ROTATING_PARTNERS,
        ARENA,
    )
}

# Formats that may have something to pair while a round of theirs is still being played.
INCREMENTAL = frozenset({"single_elimination", "double_elimination", "round_robin", "arena"})

# Formats whose whole tree can be drawn.
BRACKETS: Mapping[str, Bracket] = {one.key: one for one in (SINGLE_ELIMINATION, DOUBLE_ELIMINATION)}
