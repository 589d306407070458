"""The fields of a ruleset that can be set otherwise when a match or a tournament is created.

| field | takes | rule |
|---|---|---|
| `partnership` | true, false (four players only) | R27 |
| `face_values` | true (J 11, Q 12, K 13), false | R1 |
| `ace_values` | [1], [1, 14] | R1 |
| `face_capture` | `one_or_three`, `one`, `any` | R4 |
| `build_in_sum` | `no`, `adversaries` | R5 |
| `one_action` | true, false | R3 |
| `own_raise_keeps_both` | true, false | R10 |
| `multiple_builds` | true, false | R12, R13 |
| `no_trail` | `contributors`, `owner`, `never` | R16 |
| `deal_order` | `pairs`, `singly` | R20 |
| `draws` | true (hands are drawn from the stock, card by card), false | R20 |
| `sweep_points` | 0 … 10 | R22 |
| `last_card_sweep` | true, false | R22 |
| `points` | object of the fields of `Points`, each 0 … 20; absent ones stay | R24 |
| `first_to` | 1 … 500, or null when `deals_each` is given | R26 |
| `deals_each` | 1 … 20, or null when `first_to` is given | R26 |

`first_to` and `deals_each` exclude each other: a number for one switches the other off, and
numbers for both are refused (C9). `owner_may_trail` is an earlier name: true stands for `no_trail`
`never`, and false for `owner`.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.errors import BadOverride
from engine.rules.ruleset import Points, Ruleset

CHOICES: Mapping[str, tuple[str, ...]] = {
    "face_capture": ("one_or_three", "one", "any"),
    "build_in_sum": ("no", "adversaries"),
    "no_trail": ("contributors", "owner", "never"),
    "deal_order": ("pairs", "singly"),
}
SWITCHES = (
    "partnership",
    "face_values",
    "one_action",
    "own_raise_keeps_both",
    "multiple_builds",
    "draws",
    "last_card_sweep",
)
RANGES: Mapping[str, tuple[int, int]] = {
    "sweep_points": (0, 10),
    "first_to": (1, 500),
    "deals_each": (1, 20),
}
FINISHES = ("first_to", "deals_each")
POINTS = (
    "cards",
    "spades",
    "big_casino",
    "little_casino",
    "ace",
    "each_spade",
    "spade_jack",
)
MOST_POINTS = 20
_EARLIER = "owner_may_trail"
OVERRIDABLE = (*SWITCHES, *CHOICES, *RANGES, "ace_values", "points")


def overridden(base: Ruleset, overrides: Mapping[str, object]) -> Ruleset:
    """The ruleset with these fields, a mapping from field to JSON value, in place of its own.

    Refuses, with the field, what does not exist, has the wrong type or is out of range
    (`bad_override`).
    """
    given: dict[str, Any] = {}
    for field in sorted(overrides):
        name, value = _read(base, field, overrides[field])
        if name in given:
            raise BadOverride(field=field, problem=f"{name} is given too")
        given[name] = value
    return _with_one_finish(replace(base, **given), overrides)


def _read(base: Ruleset, field: str, value: object) -> tuple[str, object]:
    """The field that is meant, and its value."""
    if field == _EARLIER:
        return "no_trail", "never" if _switch(field, value) else "owner"
    if field in SWITCHES:
        return field, _switch(field, value)
    if field in CHOICES:
        if not isinstance(value, str) or value not in CHOICES[field]:
            raise BadOverride(field=field, problem="it takes one of " + ", ".join(CHOICES[field]))
        return field, value
    if field in RANGES:
        is_off = value is None and field in FINISHES
        return field, None if is_off else _number(field, value, *RANGES[field])
    if field == "ace_values":
        return field, _ace_values(value)
    if field == "points":
        return field, _points(base.points, value)
    raise BadOverride(field=field[:64], problem="there is no such field")


def _switch(field: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise BadOverride(field=field, problem="it takes true or false")
    return value


def _with_one_finish(chosen: Ruleset, overrides: Mapping[str, object]) -> Ruleset:
    # R26: a match ends by points or by deals, never by both.
    if chosen.first_to is not None and chosen.deals_each is not None:
        if overrides.get("first_to") is None:
            return replace(chosen, first_to=None)
        if overrides.get("deals_each") is None:
            return replace(chosen, deals_each=None)
        raise BadOverride(field="deals_each", problem="first_to is given too")
    if chosen.first_to is None and chosen.deals_each is None:
        field = "first_to" if "first_to" in overrides else "deals_each"
        raise BadOverride(field=field, problem="the match would never end")
    return chosen


def _ace_values(value: object) -> tuple[int, ...]:
    if isinstance(value, list) and all(type(item) is int for item in value):
        if value == [1]:
            return (1,)
        if value == [1, 14]:
            return (1, 14)
    raise BadOverride(field="ace_values", problem="it takes [1] or [1, 14]")


def _points(base: Points, value: object) -> Points:
    if not isinstance(value, dict):
        raise BadOverride(field="points", problem="it takes an object")
    for name in value:
        if name not in POINTS:
            raise BadOverride(field=f"points.{str(name)[:64]}", problem="there is no such field")
    numbers = {
        name: _number(f"points.{name}", number, 0, MOST_POINTS) for name, number in value.items()
    }
    return replace(base, **numbers)


def _number(field: str, value: object, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise BadOverride(field=field, problem=f"it takes a whole number from {least} to {most}")
    return value
