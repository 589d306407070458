"""Events that organisers know by name, to begin a form with."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.domain.settings import Settings, StageSettings


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
        (StageSettings("single_elimination"),),
    ),
    "double": Preset(
        _("Double elimination"),
        _("Whoever has lost two matches is out."),
        (StageSettings("double_elimination"),),
    ),
    "swiss": Preset(
        _("Swiss"),
        _("A few rounds; in each you meet somebody with about as many points."),
        (StageSettings("swiss"),),
    ),
    "top-cut": Preset(
        _("Swiss, then a top cut"),
        _("The best eight of a Swiss play a knockout."),
        (
            StageSettings("swiss", {"rounds": 5}, advance=8),
            StageSettings("single_elimination"),
        ),
        capacity=32,
    ),
    "groups": Preset(
        _("Groups, then a knockout"),
        _("Everybody meets everybody of their group; the best two of each go on."),
        (
            StageSettings("round_robin", {"groups": 4}, advance=2),
            StageSettings("single_elimination"),
        ),
    ),
    "league": Preset(
        _("Round robin"),
        _("Everybody meets everybody."),
        (StageSettings("round_robin"),),
        capacity=8,
    ),
    "tables": Preset(
        _("Tables of several"),
        _("A few rounds at tables of three or four, each with new opponents."),
        (StageSettings("table_swiss", {"rounds": 4}),),
        capacity=24,
    ),
    "heats": Preset(
        _("Heats"),
        _("The best two of each table go on, to one final table."),
        (StageSettings("heats"),),
    ),
    "partners": Preset(
        _("Rotating partners"),
        _("Four at a table, and another partner in every round."),
        (StageSettings("rotating_partners"),),
        capacity=12,
    ),
    "arena": Preset(
        _("Arena"),
        _("As many matches as you like until the time is up."),
        (StageSettings("arena"),),
    ),
}


def preset_settings(key: str | None) -> Settings:
    """What the form begins with; the first preset where `key` is none."""
    found = PRESETS.get(key or "", PRESETS["knockout"])
    return Settings("", capacity=found.capacity, bot_pace_ms=800, stages=found.stages)
