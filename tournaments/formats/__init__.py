"""The formats by key, each a pure file of its own; what is asked about them are its traits."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType

from tournaments.formats.arena import ARENA
from tournaments.formats.double_elimination import DOUBLE_ELIMINATION
from tournaments.formats.heats import HEATS
from tournaments.formats.kernels.bracket.bracket import Bracket
from tournaments.formats.protocol import Format
from tournaments.formats.rotating_partners import ROTATING_PARTNERS
from tournaments.formats.round_robin import ROUND_ROBIN
from tournaments.formats.single_elimination import SINGLE_ELIMINATION
from tournaments.formats.swiss import SWISS
from tournaments.formats.table_swiss import TABLE_SWISS

_registered: dict[str, Format] = {
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

# In the order in which people are offered them. A view: whoever copies it misses what comes later.
FORMATS: Mapping[str, Format] = MappingProxyType(_registered)

# The format of a stage that does not name one.
DEFAULT_FORMAT = SINGLE_ELIMINATION.key


def bracket_of(key: str) -> Bracket | None:
    """The format, if it is one whose whole tree can be drawn."""
    found = FORMATS[key]
    return found if isinstance(found, Bracket) else None


@contextmanager
def registered(format_: Format) -> Iterator[None]:
    """Has the format, or has it in place of the one with its key, until the block ends."""
    before = dict(_registered)
    _registered[format_.key] = format_
    try:
        yield
    finally:
        _registered.clear()
        _registered.update(before)
