"""Moves: what a player does with one card, as a value, as text and as JSON (`docs/notation.md`).

| text | JSON |
|---|---|
| `Kc` | `{"kind": "trail", "card": "Kc"}` |
| `8hx3c5d[8]` | `{"kind": "capture", "card": "8h", "loose": ["3c", "5d"], "builds": [8]}` |
| `3h+6d=9`, `9h=9` | `{"kind": "build", "card": "3h", "loose": ["6d"], "value": 9}` |
| `2h+[7]9d=9` | `{"kind": "build", "card": "2h", "loose": ["9d"], "raises": 7, "value": 9}` |

Items are read in any order and printed in one: loose cards by rank, then suit; then builds by
value; a raised build first. What is printed reads back as the same move.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from engine.errors import MalformedMove, SelfContradictoryMove, UnknownCard
from engine.rules.cards import card_text, parse_card, texts

HIGHEST_VALUE = 14
_LONGEST_TEXT = 200


@dataclass(frozen=True, slots=True)
class Trail:
    """The card joins the loose cards on the table (R3)."""

    card: int


@dataclass(frozen=True, slots=True)
class Capture:
    """The card takes the set `loose` and the builds of these values, in ascending order (R2)."""

    card: int
    loose: int
    builds: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class BuildPlay:
    """The card makes or joins a build of `value` with the set `loose` (R6, R7, R11).

    `raises` is the value of the build that it raises (R9), or None.
    """

    card: int
    loose: int
    raises: int | None
    value: int


Move = Trail | Capture | BuildPlay

_TEXT = re.compile(
    r"([A2-9TJQK][cdhs])(?:(x)((?:[A2-9TJQK][cdhs]|\[[0-9]{1,2}\])*)|(?:\+((?:[A2-9TJQK][cdhs]|\[[0-9]{1,2}\])+))?=([0-9]{1,2}))?"
)
_ITEM = re.compile(r"[A2-9TJQK][cdhs]|\[[0-9]{1,2}\]")


def move_text(move: Move) -> str:
    """The canonical text of the move, which `parse_move` reads back."""
    card = card_text(move.card)
    if isinstance(move, Trail):
        return card
    loose = "".join(texts(move.loose))
    if isinstance(move, Capture):
        return f"{card}x{loose}" + "".join(f"[{value}]" for value in sorted(move.builds))
    items = loose if move.raises is None else f"[{move.raises}]{loose}"
    return f"{card}+{items}={move.value}" if items else f"{card}={move.value}"


def parse_move(text: str) -> Move:
    """The move of a text; refuses, with the field, what is not the notation (`malformed_move`)."""
    match = _TEXT.fullmatch(text) if len(text) <= _LONGEST_TEXT else None
    if match is None:
        raise MalformedMove(field="move", problem="it is not in the notation")
    card = parse_card(match[1])
    items = _ITEM.findall(match[3] or match[4] or "")
    loose = _loose([item for item in items if item[0] != "["], card)
    values = [int(item[1:-1]) for item in items if item[0] == "["]
    if match[2]:
        return Capture(card, loose, _values(values))
    if match[5] is None:
        return Trail(card)
    if len(values) > 1:
        raise SelfContradictoryMove(field="raises", problem="only one build can be raised")
    raises = _value("raises", values[0]) if values else None
    return BuildPlay(card, loose, raises, _value("value", int(match[5])))


def move_to_json(move: Move) -> dict[str, object]:
    """The canonical JSON object of the move, which `move_from_json` reads back."""
    card = card_text(move.card)
    if isinstance(move, Trail):
        return {"kind": "trail", "card": card}
    loose = texts(move.loose)
    if isinstance(move, Capture):
        return {"kind": "capture", "card": card, "loose": loose, "builds": sorted(move.builds)}
    if move.raises is None:
        return {"kind": "build", "card": card, "loose": loose, "value": move.value}
    return {
        "kind": "build",
        "card": card,
        "loose": loose,
        "raises": move.raises,
        "value": move.value,
    }


def move_from_json(obj: object) -> Move:
    """The move of a JSON object.

    Every field of the kind is needed and no other is allowed; `raises` alone may be absent or
    null. Refuses anything else, with the field (`malformed_move`).
    """
    if not isinstance(obj, dict):
        raise MalformedMove(field="move", problem="it is not an object")
    kind = obj.get("kind")
    if kind == "trail":
        _fields(obj, ("kind", "card"), ())
        return Trail(_card("card", obj["card"]))
    if kind == "capture":
        _fields(obj, ("kind", "card", "loose", "builds"), ())
        card = _card("card", obj["card"])
        return Capture(card, _loose(obj["loose"], card), _values(obj["builds"]))
    if kind == "build":
        _fields(obj, ("kind", "card", "loose", "value"), ("raises",))
        card = _card("card", obj["card"])
        raised = obj.get("raises")
        raises = None if raised is None else _value("raises", raised)
        return BuildPlay(card, _loose(obj["loose"], card), raises, _value("value", obj["value"]))
    raise MalformedMove(field="kind", problem="it is trail, capture or build")


def _fields(obj: Mapping[str, object], needed: tuple[str, ...], optional: tuple[str, ...]) -> None:
    for field in needed:
        if field not in obj:
            raise MalformedMove(field=field, problem="it is missing")
    for field in obj:
        if field not in needed and field not in optional:
            raise MalformedMove(field=str(field)[:64], problem="there is no such field")


def _card(field: str, value: object) -> int:
    if not isinstance(value, str):
        raise MalformedMove(field=field, problem="a card is a text")
    try:
        return parse_card(value)
    except UnknownCard as refusal:
        raise MalformedMove(field=field, problem=f"{value[:16]} is not a card") from refusal


def _loose(value: object, played: int) -> int:
    if not isinstance(value, list) or len(value) > 52:
        raise MalformedMove(field="loose", problem="it is not a list of cards")
    seen = 1 << played
    for item in value:
        bit = 1 << _card("loose", item)
        if seen & bit:
            raise SelfContradictoryMove(field="loose", problem=f"{item} stands twice in the move")
        seen |= bit
    return seen & ~(1 << played)


def _values(value: object) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise MalformedMove(field="builds", problem="it is not a list of values")
    values = sorted(_value("builds", item) for item in value[: HIGHEST_VALUE + 1])
    if len(set(values)) < len(values):
        raise SelfContradictoryMove(field="builds", problem="a value stands twice")
    return tuple(values)


def _value(field: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= HIGHEST_VALUE:
        raise MalformedMove(
            field=field, problem=f"a value is a whole number from 1 to {HIGHEST_VALUE}"
        )
    return value
