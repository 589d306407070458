"""Rulesets: frozen data with a field for each point on which descriptions of the game disagree.

These fields can be overridden when a match or a tournament is created:

| field | takes | rule |
|---|---|---|
| `partnership` | true, false (four players only) | R27 |
| `face_values` | true (J 11, Q 12, K 13), false | R1 |
| `ace_values` | [1], [1, 14] | R1 |
| `face_capture` | `one_or_three`, `one`, `any` | R4 |
| `build_in_sum` | `no`, `adversaries` | R5 |
| `own_raise_keeps_both` | true, false | R10 |
| `multiple_builds` | true, false | R12, R13 |
| `owner_may_trail` | true, false | R16 |
| `deal_order` | `pairs`, `singly` | R20 |
| `draws` | true (hands are drawn from the stock, card by card), false | R20 |
| `sweep_points` | 0 … 10 | R22 |
| `points` | object of the fields of `Points`, each 0 … 20; absent ones stay | R24 |
| `first_to` | 1 … 500, or null when `deals_each` is given | R26 |
| `deals_each` | 1 … 20, or null when `first_to` is given | R26 |

`first_to` and `deals_each` exclude each other: a number for one switches the other off, and
numbers for both are refused (C9).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.errors import BadOverride, BadSeats, UnknownRuleset
from engine.rules.cards import ACES, ALL_CARDS, FACES, of_rank


@dataclass(frozen=True, slots=True)
class Points:
    """R24: the points for each award of a deal; `ace` and `each_spade` count once for each card."""

    cards: int = 3
    spades: int = 1
    big_casino: int = 2
    little_casino: int = 1
    ace: int = 1
    each_spade: int = 0
    spade_jack: int = 0


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One way to play; the table above gives the rule of each field.

    `players` are the numbers of seats that it allows.
    """

    key: str
    players: tuple[int, ...]
    partnership: bool = True
    face_values: bool = False
    ace_values: tuple[int, ...] = (1,)
    face_capture: str = "one_or_three"
    build_in_sum: str = "no"
    own_raise_keeps_both: bool = False
    multiple_builds: bool = True
    owner_may_trail: bool = False
    deal_order: str = "pairs"
    draws: bool = False
    sweep_points: int = 1
    points: Points = Points()
    first_to: int | None = 21
    deals_each: int | None = None

    def value(self, card: int) -> int:
        """R1: the value of the card in sums and raises; 0 for a valueless face card."""
        return 0 if self.valueless >> card & 1 else (card >> 2) + 1

    def values(self, card: int) -> tuple[int, ...]:
        """R1: the values that the card can be played for: its own, and 14 for a high ace."""
        if ACES >> card & 1:
            return self.ace_values
        value = self.value(card)
        return (value,) if value else ()

    def worth(self, value: int) -> int:
        """The set of cards that can be played for this value."""
        if value in self.ace_values:
            return ACES
        return of_rank(value - 1) & ALL_CARDS & ~self.valueless

    @property
    def valueless(self) -> int:
        """R4: the set of cards without a value, which match by rank only."""
        return 0 if self.face_values else FACES


_ALL = (
    Ruleset("classic", players=(2, 3, 4)),
    Ruleset("two-handed", players=(2,)),
    Ruleset("face-value", players=(2, 3, 4), face_values=True),
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
        own_raise_keeps_both=True,
        multiple_builds=False,
        owner_may_trail=True,
        deal_order="singly",
        sweep_points=0,
        points=Points(cards=2, spades=2),
        first_to=None,
        deals_each=2,
    ),
)

RULESETS: Mapping[str, Ruleset] = {rules.key: rules for rules in _ALL}

_CHOICES: Mapping[str, tuple[str, ...]] = {
    "face_capture": ("one_or_three", "one", "any"),
    "build_in_sum": ("no", "adversaries"),
    "deal_order": ("pairs", "singly"),
}
_SWITCHES = (
    "partnership",
    "face_values",
    "own_raise_keeps_both",
    "multiple_builds",
    "owner_may_trail",
    "draws",
)
_RANGES: Mapping[str, tuple[int, int]] = {
    "sweep_points": (0, 10),
    "first_to": (1, 500),
    "deals_each": (1, 20),
}
_POINTS = (
    "cards",
    "spades",
    "big_casino",
    "little_casino",
    "ace",
    "each_spade",
    "spade_jack",
)
OVERRIDABLE = (*_SWITCHES, *_CHOICES, *_RANGES, "ace_values", "points")


def ruleset(key: str, overrides: Mapping[str, object]) -> Ruleset:
    """The ruleset of this key with overrides, a mapping from field to JSON value.

    Refuses a key that is not in `RULESETS` (`unknown_ruleset`) and, with the field, an override
    that does not exist, has the wrong type or is out of range (`bad_override`).
    """
    chosen = RULESETS.get(key)
    if chosen is None:
        raise UnknownRuleset(ruleset=key[:64])
    for field in sorted(overrides):
        chosen = _overridden(chosen, field, overrides[field])
    return _with_one_finish(chosen, overrides)


def sides_of(rules: Ruleset, seats: int, overrides: Mapping[str, object]) -> tuple[int, ...]:
    """R27: the side of each seat.

    Refuses a number of seats that the ruleset, or a partnership asked for, cannot have
    (`bad_seats`).
    """
    if seats not in rules.players:
        raise BadSeats(ruleset=rules.key, seats=seats, field="seats")
    if overrides.get("partnership") is True and seats != 4:
        raise BadSeats(ruleset=rules.key, seats=seats, field="partnership")
    if rules.partnership and seats == 4:
        return (0, 1, 0, 1)
    return tuple(range(seats))


def _overridden(base: Ruleset, field: str, value: object) -> Ruleset:
    if field in _SWITCHES:
        if not isinstance(value, bool):
            raise BadOverride(field=field, problem="it takes true or false")
        return _switched(base, field, value)
    if field in _CHOICES:
        if not isinstance(value, str) or value not in _CHOICES[field]:
            raise BadOverride(field=field, problem="it takes one of " + ", ".join(_CHOICES[field]))
        return _chosen(base, field, value)
    if field in _RANGES:
        return _counted(base, field, value)
    if field == "ace_values":
        return replace(base, ace_values=_ace_values(value))
    if field == "points":
        return replace(base, points=_points(base.points, value))
    raise BadOverride(field=field[:64], problem="there is no such field")


def _switched(base: Ruleset, field: str, value: bool) -> Ruleset:
    if field == "partnership":
        return replace(base, partnership=value)
    if field == "face_values":
        return replace(base, face_values=value)
    if field == "own_raise_keeps_both":
        return replace(base, own_raise_keeps_both=value)
    if field == "multiple_builds":
        return replace(base, multiple_builds=value)
    if field == "draws":
        return replace(base, draws=value)
    return replace(base, owner_may_trail=value)


def _chosen(base: Ruleset, field: str, value: str) -> Ruleset:
    if field == "face_capture":
        return replace(base, face_capture=value)
    if field == "build_in_sum":
        return replace(base, build_in_sum=value)
    return replace(base, deal_order=value)


def _counted(base: Ruleset, field: str, value: object) -> Ruleset:
    if value is None and field in ("first_to", "deals_each"):
        return _finish(base, field, None)
    number = _number(field, value, *_RANGES[field])
    if field == "sweep_points":
        return replace(base, sweep_points=number)
    return _finish(base, field, number)


def _finish(base: Ruleset, field: str, number: int | None) -> Ruleset:
    return (
        replace(base, first_to=number) if field == "first_to" else replace(base, deals_each=number)
    )


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
        if name not in _POINTS:
            raise BadOverride(field=f"points.{str(name)[:64]}", problem="there is no such field")
    numbers = {name: _number(f"points.{name}", number, 0, 20) for name, number in value.items()}
    return Points(
        cards=numbers.get("cards", base.cards),
        spades=numbers.get("spades", base.spades),
        big_casino=numbers.get("big_casino", base.big_casino),
        little_casino=numbers.get("little_casino", base.little_casino),
        ace=numbers.get("ace", base.ace),
        each_spade=numbers.get("each_spade", base.each_spade),
        spade_jack=numbers.get("spade_jack", base.spade_jack),
    )


def _number(field: str, value: object, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise BadOverride(field=field, problem=f"it takes a whole number from {least} to {most}")
    return value
