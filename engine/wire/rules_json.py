"""Resolved rules as JSON: every field of a ruleset but its key, as facts and records keep them."""

from collections.abc import Mapping
from dataclasses import asdict, fields

from engine.rules.ruleset import Points, Ruleset
from engine.wire.fields import Fields, whole_number

_NAMES = frozenset(field.name for field in fields(Ruleset)) - {"key"}
_POINTS = frozenset(field.name for field in fields(Points))


def rules_json(rules: Ruleset) -> dict[str, object]:
    """The JSON object of the rules, which `rules_from_json` reads back."""
    data: dict[str, object] = asdict(rules)
    del data["key"]
    return data | {"players": list(rules.players), "ace_values": list(rules.ace_values)}


def rules_from_json(key: str, data: Mapping[str, object]) -> Ruleset:
    """The rules of a JSON object by `rules_json`; raises ValueError or TypeError for any other.

    Nothing here depends on the rulesets of today, nor on what a field may be set to.
    """
    _require(_NAMES, data)
    read = Fields(data)
    return Ruleset(
        key=key,
        players=tuple(whole_number(number) for number in read.items("players")),
        partnership=read.flag("partnership"),
        face_values=read.flag("face_values"),
        ace_values=tuple(whole_number(value) for value in read.items("ace_values")),
        face_capture=read.text("face_capture"),
        build_in_sum=read.text("build_in_sum"),
        one_action=read.flag("one_action"),
        own_raise_keeps_both=read.flag("own_raise_keeps_both"),
        multiple_builds=read.flag("multiple_builds"),
        no_trail=read.text("no_trail"),
        deal_order=read.text("deal_order"),
        draws=read.flag("draws"),
        sweep_points=read.number("sweep_points"),
        last_card_sweep=read.flag("last_card_sweep"),
        points=_points(read.mapping("points")),
        first_to=read.number_or_none("first_to"),
        deals_each=read.number_or_none("deals_each"),
    )


def _points(data: Mapping[str, object]) -> Points:
    _require(_POINTS, data)
    return Points(**{name: whole_number(data[name]) for name in _POINTS})


def _require(names: frozenset[str], data: Mapping[str, object]) -> None:
    if names != set(data):
        raise ValueError(f"the rules have other fields: {sorted(names ^ set(data))}")
