"""The formats by key, each a pure file of its own."""

from collections.abc import Mapping

from tournaments.domain.planning import Format
from tournaments.formats.arena import ARENA
from tournaments.formats.heats import HEATS
from tournaments.formats.rotating_partners import ROTATING_PARTNERS
from tournaments.formats.table_swiss import TABLE_SWISS

FORMATS: Mapping[str, Format] = {one.key: one for one in (TABLE_SWISS, ROTATING_PARTNERS,HEATS,ARENA)}
INCREMENTAL = frozenset({"single_elimination", "double_elimination", "round_robin", "arena"})
