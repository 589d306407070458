"""Positions read from JSON, for `python -m engine judge` and `moves`.

An object is ``{"ruleset", "overrides"?, "loose": [cards], "builds": [{"value", "owner": "me" |
"opp", "contributors"?: ["me", "opp"], "cards"}], "hand": [cards]}``; the hand is the mover's before
the play. `contributors` are those who created the build or added to it; without them it is the
owner, who always is one. Further fields are ignored.
"""

from engine.errors import MalformedPosition, UnknownCard
from engine.rules.cards import parse_card
from engine.rules.legality import Position
from engine.rules.moves import HIGHEST_VALUE
from engine.rules.rulesets import Ruleset, ruleset
from engine.rules.split import counts_of, one_item, splits, total
from engine.rules.table import Build, Table

_OWNERS = {"me": 0, "opp": 1}
_LARGEST_HAND = 4


def position_from_json(obj: object) -> Position:
    """The position of a JSON object; the mover is seat 0 of two.

    Refuses, with the field, a position that no table can have (`malformed_position`), and rulesets
    and overrides that do not exist (`unknown_ruleset`, `bad_override`).
    """
    if not isinstance(obj, dict):
        raise MalformedPosition(field="line", problem="it is not a JSON object")
    rules = _rules(obj)
    reader = _CardReader()
    loose = reader.cards("loose", obj.get("loose"))
    builds = _builds(rules, reader, obj.get("builds"))
    hand = reader.cards("hand", obj.get("hand"))
    if not 1 <= hand.bit_count() <= _LARGEST_HAND:
        raise MalformedPosition(field="hand", problem="a hand is one to four cards")
    return Position(rules, 0, (0, 1), hand, Table(loose, builds))


def _rules(obj: dict[str, object]) -> Ruleset:
    key = obj.get("ruleset")
    overrides = obj.get("overrides")
    if not isinstance(key, str):
        raise MalformedPosition(field="ruleset", problem="it is the key of a ruleset")
    if overrides is not None and not isinstance(overrides, dict):
        raise MalformedPosition(field="overrides", problem="it is not an object")
    return ruleset(key, overrides or {})


class _CardReader:
    """Reads cards and refuses one that lies in two places."""

    def __init__(self) -> None:
        self._all = 0

    def cards(self, field: str, value: object) -> int:
        if not isinstance(value, list) or len(value) > 52:
            raise MalformedPosition(field=field, problem="it is not a list of cards")
        cards = 0
        for item in value:
            cards |= self._card(field, item)
        return cards

    def _card(self, field: str, item: object) -> int:
        if not isinstance(item, str):
            raise MalformedPosition(field=field, problem="a card is a text")
        try:
            card = 1 << parse_card(item)
        except UnknownCard as refusal:
            raise MalformedPosition(field=field, problem=refusal.detail) from refusal
        if self._all & card:
            raise MalformedPosition(field=field, problem=f"{item} lies in two places")
        self._all |= card
        return card


def _builds(rules: Ruleset, reader: _CardReader, value: object) -> tuple[Build, ...]:
    if not isinstance(value, list) or len(value) > HIGHEST_VALUE:
        raise MalformedPosition(field="builds", problem="it is not a list of builds")
    builds: dict[int, Build] = {}
    for item in value:
        build = _build(rules, reader, item)
        if build.value in builds:
            raise MalformedPosition(field="builds.value", problem="there is one build per value")
        builds[build.value] = build
    return tuple(builds[worth] for worth in sorted(builds))


def _build(rules: Ruleset, reader: _CardReader, item: object) -> Build:
    if not isinstance(item, dict):
        raise MalformedPosition(field="builds", problem="a build is an object")
    value = item.get("value")
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= HIGHEST_VALUE:
        problem = f"a value is a whole number from 1 to {HIGHEST_VALUE}"
        raise MalformedPosition(field="builds.value", problem=problem)
    owner = item.get("owner")
    if not isinstance(owner, str) or owner not in _OWNERS:
        raise MalformedPosition(field="builds.owner", problem="it is me or opp")
    others = _contributors(item.get("contributors")) & ~(1 << _OWNERS[owner])
    cards = reader.cards("builds.cards", item.get("cards"))
    sets = 0 if cards & rules.valueless else sets_in(rules, cards, value)
    if cards.bit_count() < 2 or not sets:
        raise MalformedPosition(
            field="builds.cards", problem=f"they do not make a build of {value}"
        )
    # R7: the total decides between single and multiple.
    return Build(value, cards, _OWNERS[owner], sets > 1, others)


def _contributors(value: object) -> int:
    if value is None:
        return 0
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise MalformedPosition(field="builds.contributors", problem="it is a list of me and opp")
    seats = 0
    for one in value:
        if one not in _OWNERS:
            raise MalformedPosition(field="builds.contributors", problem="each is me or opp")
        seats |= 1 << _OWNERS[one]
    return seats


def sets_in(rules: Ruleset, cards: int, value: int) -> int:
    """The number of sets of this value that the cards make, 0 if they make none (R1, R7)."""
    counts = counts_of(cards)
    for high in range((counts & 15) + 1 if value in rules.ace_values[1:] else 1):
        items = counts + high * (one_item(value) - one_item(1))
        if splits(items, value):
            return total(items) // value
    return 0
