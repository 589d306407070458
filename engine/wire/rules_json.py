"""Resolved rules as JSON: every field of a ruleset but its key, as facts and records keep them."""

from collections.abc import Mapping
from dataclasses import asdict, fields

from engine.errors import Refusal
from engine.rules.overrides import overridden
from engine.rules.ruleset import Points, Ruleset
from engine.wire.fields import Fields, whole_number

_NAMES = frozenset(field.name for field in fields(Ruleset)) - {"key"}
_POINTS = frozenset(field.name for field in fields(Points))
_PLAYERS = (2, 3, 4, 6)  # R18


def rules_json(rules: Ruleset) -> dict[str, object]:
    """The JSON object of the rules, which `rules_from_json` reads back."""
    data: dict[str, object] = asdict(rules)
    del data["key"]
    return data | {"players": list(rules.players), "ace_values": list(rules.ace_values)}


def rules_from_json(key: str, data: Mapping[str, object]) -> Ruleset:
    """The rules of a JSON object by `rules_json`; raises ValueError or TypeError for any other.

    The rulesets of today do not matter here; what a field can be set to does, and only ever grows.
    """
    _require(_NAMES, data)
    read = Fields(data)
    _require(_POINTS, read.mapping("points"))
    players = tuple(whole_number(number) for number in read.items("players"))
    if not players or not set(players) <= set(_PLAYERS):
        raise ValueError(f"so many cannot play: {players}")
    chosen = {name: value for name, value in data.items() if name != "players"}
    try:
        return overridden(Ruleset(key, players), chosen)
    except Refusal as refusal:
        raise ValueError(refusal.detail) from refusal


def _require(names: frozenset[str], data: Mapping[str, object]) -> None:
    if names != set(data):
        raise ValueError(f"the rules have other fields: {sorted(names ^ set(data))}")
