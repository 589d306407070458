"""The rulesets that there are, by key, and what overrides make of them."""

from collections.abc import Mapping
from dataclasses import fields

from engine.errors import BadSeats, UnknownRuleset
from engine.rules.overrides import OVERRIDABLE, overridden
from engine.rules.ruleset import Points, Ruleset

__all__ = [
    "OVERRIDABLE",
    "RULESETS",
    "Points",
    "Ruleset",
    "overrides_of",
    "require_seats",
    "ruleset",
    "sides_of",
]

_ALL = (
    Ruleset("classic", players=(2, 3, 4)),
    Ruleset("two-handed", players=(2,)),
    Ruleset("face-value", players=(2, 3, 4), face_values=True, last_card_sweep=False),
    Ruleset("royal", players=(2, 3, 4), face_values=True, ace_values=(1, 14)),
    Ruleset(
        "spade",
        players=(2, 3, 4),
        points=Points(spades=0, each_spade=1, spade_jack=1),
        first_to=61,
    ),
    Ruleset("draw", players=(2,), draws=True),
    Ruleset(
        "california",
        players=(2, 3, 4, 6),
        partnership=False,
        face_capture="any",
        build_in_sum="adversaries",
        one_action=True,
        own_raise_keeps_both=True,
        multiple_builds=False,
        no_trail="never",
        deal_order="singly",
        sweep_points=0,
        points=Points(cards=2, spades=2),
        first_to=None,
        deals_each=2,
    ),
)

RULESETS: Mapping[str, Ruleset] = {rules.key: rules for rules in _ALL}


def ruleset(key: str, overrides: Mapping[str, object]) -> Ruleset:
    """The ruleset of this key with overrides, a mapping from field to JSON value.

    Refuses a key that is not in `RULESETS` (`unknown_ruleset`) and, with the field, an override
    that does not exist, has the wrong type or is out of range (`bad_override`).
    """
    chosen = RULESETS.get(key)
    if chosen is None:
        raise UnknownRuleset(ruleset=key[:64])
    return overridden(chosen, overrides)


def overrides_of(rules: Ruleset) -> dict[str, object]:
    """The overrides, as JSON, that make these rules of the ruleset with their key."""
    base = RULESETS[rules.key]
    found: dict[str, object] = {}
    for field in OVERRIDABLE:
        value = getattr(rules, field)
        if field == "points":
            given = _differing(base.points, rules.points)
            found |= {"points": given} if given else {}
        elif value != getattr(base, field) and value is not None:
            found[field] = list(value) if isinstance(value, tuple) else value
    return found


def _differing(base: Points, points: Points) -> dict[str, object]:
    return {
        field.name: getattr(points, field.name)
        for field in fields(Points)
        if getattr(points, field.name) != getattr(base, field.name)
    }


def sides_of(rules: Ruleset, seats: int, overrides: Mapping[str, object]) -> tuple[int, ...]:
    """R27: the side of each seat.

    Refuses a number of seats that the ruleset, or a partnership asked for, cannot have
    (`bad_seats`).
    """
    require_seats(rules, seats)
    if overrides.get("partnership") is True and seats != 4:
        raise BadSeats(ruleset=rules.key, seats=seats, field="partnership")
    return rules.sides(seats)


def require_seats(rules: Ruleset, seats: int) -> None:
    """Refuses a number of seats that the ruleset does not allow (`bad_seats`)."""
    if seats not in rules.players:
        raise BadSeats(ruleset=rules.key, seats=seats, field="seats")
