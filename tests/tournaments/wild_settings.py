"""Settings at random, of every format and of two stages, as far as they go together."""

from dataclasses import replace
from random import Random
from typing import Any

from engine import Refusal
from tournaments.core.planning import Option
from tournaments.domain.policies import POLICIES
from tournaments.domain.settings import Settings, StageSettings, complete
from tournaments.formats import FORMATS

LARGEST = 40
# An arena lasts as long as its clock says, so a short one.
SHORTEST = {"minutes": 5}
TRIES = 40


def wild_settings(dice: Random, key: str, stages: int) -> Settings:
    """Complete settings whose first stage is of this format; with `stages` 2 another follows."""
    for _ in range(TRIES):
        try:
            return complete(_settings(dice, key, stages))
        except Refusal:
            continue
    return complete(Settings("Wild", capacity=LARGEST, stages=_plain(key, stages)))


def _plain(key: str, stages: int) -> tuple[StageSettings, ...]:
    options = {} if key != "arena" else SHORTEST
    first = StageSettings(key, options, 4 if stages == 2 else 0)
    return (first,) if stages == 1 else (first, StageSettings())


def _settings(dice: Random, key: str, stages: int) -> Settings:
    keys = [key, *(dice.choice(list(FORMATS)) for _ in range(stages - 1))]
    settings = Settings(
        "Wild",
        capacity=dice.choice([dice.randint(2, 8), dice.randint(2, LARGEST)]),
        team=dice.choice([1, 1, 1, 2]),
        starts=dice.choice(["ready", "rounds"]),
        round_gap_seconds=dice.choice([0, 0, 600]),
        bank_seconds=dice.choice([0, 0, 60]),
        provisional_minutes=dice.choice([0, 0, 10]),
        scale=dice.choice([(), (), (5, 3, 2, 1)]),
        policies=_options(dice, POLICIES)
        | {
            "seeding": dice.choice(["entry", "random", "manual"]),
            "dispute_seconds": dice.choice([0, 0, 300]),
        },
        stages=tuple(
            StageSettings(
                one,
                _options(dice, FORMATS[one].options) | (SHORTEST if one == "arena" else {}),
                0 if number == len(keys) else dice.randint(1, 6),
            )
            for number, one in enumerate(keys, 1)
        ),
    )
    if settings.starts == "rounds":
        return replace(
            settings,
            publish=dice.choice(["automatic", "manual"]),
            dealing=dice.choice(["own", "duplicate"]),
        )
    return settings


def _options(dice: Random, declared: tuple[Option, ...]) -> dict[str, Any]:
    """Some of them at random; what is left out has its default."""
    return {option.name: _value(dice, option) for option in declared if dice.random() < 0.3}


def _value(dice: Random, option: Option) -> Any:
    match option.kind:
        case "whole":
            least = option.least or 0
            most = option.most if option.most is not None else least + 6
            return dice.randint(
                least, min(most, least + 60 if "score" in option.name else least + 6)
            )
        case "flag":
            return dice.random() < 0.5
        case "sizes":
            return dice.sample([2, 3, 4, 6], dice.randint(1, 3))
        case "choice":
            return dice.choice(option.choices)
    return dice.sample(option.choices, min(3, len(option.choices)))
