"""Events that organisers know by name, to begin a form with."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.domain.settings import Settings, StageSettings
from tournaments.formats.arena import ARENA
from tournaments.formats.double_elimination import DOUBLE_ELIMINATION
from tournaments.formats.heats import HEATS
from tournaments.formats.rotating_partners import ROTATING_PARTNERS
from tournaments.formats.round_robin import ROUND_ROBIN
from tournaments.formats.single_elimination import SINGLE_ELIMINATION
from tournaments.formats.swiss import SWISS
from tournaments.formats.table_swiss import TABLE_SWISS


@dataclass(frozen=True, slots=True)
class Preset:
    name: Promise
    line: Promise
    stages: tuple[StageSettings, ...]
    capacity: int = 16


PRESETS: Mapping[str, Preset] = {
    "knockout": Preset(
        _("Knockout"),
        _("Whoever loses a match is out."),
        (StageSettings(SINGLE_ELIMINATION.key),),
    ),
    "double": Preset(
        _("Double elimination"),
        _("Whoever has lost two matches is out."),
        (StageSettings(DOUBLE_ELIMINATION.key),),
    ),
    SWISS.key: Preset(
        _("Swiss"),
        _("A few rounds; in each you meet somebody with about as many points."),
        (StageSettings(SWISS.key),),
    ),
    "top-cut": Preset(
        _("Swiss, then a top cut"),
        _("The best eight of a Swiss play a knockout."),
        (
            StageSettings(SWISS.key, {"rounds": 5}, advance=8),
            StageSettings(SINGLE_ELIMINATION.key),
        ),
        capacity=32,
    ),
    "groups": Preset(
        _("Groups, then a knockout"),
        _("Everybody meets everybody of their group; the best two of each go on."),
        (
            StageSettings(ROUND_ROBIN.key, {"groups": 4}, advance=2),
            StageSettings(SINGLE_ELIMINATION.key),
        ),
    ),
    "league": Preset(
        _("Round robin"),
        _("Everybody meets everybody."),
        (StageSettings(ROUND_ROBIN.key),),
        capacity=8,
    ),
    "tables": Preset(
        _("Tables of several"),
        _("A few rounds at tables of three or four, each with new opponents."),
        (StageSettings(TABLE_SWISS.key, {"rounds": 4}),),
        capacity=24,
    ),
    HEATS.key: Preset(
        _("Heats"),
        _("The best two of each table go on, to one final table."),
        (StageSettings(HEATS.key),),
    ),
    "partners": Preset(
        _("Rotating partners"),
        _("Four at a table, and another partner in every round."),
        (StageSettings(ROTATING_PARTNERS.key),),
        capacity=12,
    ),
    ARENA.key: Preset(
        _("Arena"),
        _("As many matches as you like until the time is up."),
        (StageSettings(ARENA.key),),
    ),
}


def preset_settings(key: str | None) -> Settings:
    """What the form begins with; the first preset where `key` is none."""
    found = PRESETS.get(key or "", PRESETS["knockout"])
    return Settings("", capacity=found.capacity, bot_pace_ms=800, stages=found.stages)
