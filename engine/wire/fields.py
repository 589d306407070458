"""Typed reading of stored JSON objects.

A wrong type raises TypeError, a missing field KeyError, and a wrong content ValueError.
"""

from collections.abc import Mapping

from engine.rules.cards import card_set, parse_card


class Fields:
    """Typed access to the fields of a stored JSON object."""

    def __init__(self, data: Mapping[str, object]) -> None:
        self._data = data

    def all(self) -> Mapping[str, object]:
        return self._data

    def number(self, name: str) -> int:
        return whole_number(self._data[name])

    def number_or_absent(self, name: str) -> int | None:
        return self.number(name) if name in self._data else None

    def number_or_none(self, name: str) -> int | None:
        value = self._data[name]
        return None if value is None else whole_number(value)

    def text(self, name: str) -> str:
        return text_of(self._data[name])

    def text_or_none(self, name: str) -> str | None:
        value = self._data[name]
        return None if value is None else text_of(value)

    def text_or_absent(self, name: str) -> str | None:
        return self.text(name) if name in self._data else None

    def flag(self, name: str) -> bool:
        value = self._data[name]
        if not isinstance(value, bool):
            raise TypeError(f"{name} is not a boolean")
        return value

    def hex_bytes(self, name: str) -> bytes:
        return bytes.fromhex(self.text(name))

    def hex_bytes_or_none(self, name: str) -> bytes | None:
        value = self._data[name]
        return None if value is None else bytes.fromhex(text_of(value))

    def list_of_hex_bytes_or_none(self, name: str) -> tuple[bytes, ...] | None:
        if self._data[name] is None:
            return None
        return tuple(bytes.fromhex(text_of(item)) for item in self.items(name))

    def items(self, name: str) -> list[object]:
        value = self._data[name]
        if not isinstance(value, list):
            raise TypeError(f"{name} is not a list")
        return value

    def cards(self, name: str) -> int:
        return cards_of(self.items(name))

    def fields(self, name: str) -> "Fields":
        return fields_of(self._data[name])

    def fields_or_none(self, name: str) -> "Fields | None":
        value = self._data[name]
        return None if value is None else fields_of(value)

    def mapping(self, name: str) -> dict[str, object]:
        value = self._data[name]
        if not isinstance(value, dict):
            raise TypeError(f"{name} is not an object")
        return value


def whole_number(value: object) -> int:
    """The value, if it is an int and no bool."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{value!r} is not a number")
    return value


def text_of(value: object) -> str:
    """The value, if it is a string."""
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not a text")
    return value


def fields_of(value: object) -> Fields:
    """The fields of the value, if it is an object."""
    if not isinstance(value, dict):
        raise TypeError(f"{value!r} is not an object")
    return Fields(value)


def cards_of(value: object) -> int:
    """The set of a list of card texts, none of which occurs twice."""
    if not isinstance(value, list):
        raise TypeError(f"{value!r} is not a list")
    cards = card_set(parse_card(text_of(card)) for card in value)
    if cards.bit_count() != len(value):
        raise ValueError("a card stands twice")
    return cards
