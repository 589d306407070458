"""Diagrams: one moment of a deal in one line, with every card (`docs/notation.md`), like FEN.

``classic 1 0 Ad2h4c8s/5h9hJsKh 3h4sTd[9=3c6d@1] -`` has the ruleset (with overrides as JSON, if
any), the dealer, the seat to play, the hands by seat, the table and the stock in dealing order.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engine.errors import MalformedPosition, UnknownCard
from engine.match.state import MatchState
from engine.rules.cards import card_set, card_text, parse_card, texts
from engine.rules.dealing import HAND, deal_packet
from engine.rules.legality import Position, apply
from engine.rules.moves import HIGHEST_VALUE, Move
from engine.rules.position_json import sets_in
from engine.rules.rulesets import Ruleset, overrides_of, ruleset, sides_of
from engine.rules.table import Build, Table, seats_in

LONGEST_DIAGRAM = 2000
_BUILD = re.compile(r"\[([0-9]{1,2})(\*?)=((?:..)+?)@([0-9]{1,2})((?:\+[0-9]{1,2})*)\]")
_RULES = re.compile(r"([a-z-]{1,32})(\{.*\})?")


@dataclass(frozen=True, slots=True)
class Diagram:
    """A deal in play with the seat `turn` to move.

    `hands` are sets of cards by seat and `stock` is in dealing order. `overrides` are those with
    which `rules` were made.
    """

    rules: Ruleset
    dealer: int
    turn: int
    hands: tuple[int, ...]
    table: Table
    stock: tuple[int, ...]
    overrides: Mapping[str, object] = field(default_factory=dict)

    @property
    def position(self) -> Position:
        """The position of the seat on turn."""
        sides = sides_of(self.rules, len(self.hands), self.overrides)
        return Position(self.rules, self.turn, sides, self.hands[self.turn], self.table)

    def after(self, move: Move) -> "Diagram | None":
        """The deal after the move and the packet or draw that follows; None after its last card.

        Raises the refusal of an illegal move.
        """
        effect = apply(self.position, move)
        hands = [*self.hands]
        hands[self.turn] = effect.hand
        stock = self.stock
        if self.rules.draws and stock:
            hands[self.turn] |= 1 << stock[0]
            stock = stock[1:]
        turn = (self.turn + 1) % len(hands)
        if not any(hands):
            if not stock:
                return None
            dealt = deal_packet(self.rules.deal_order, len(hands), self.dealer, stock, first=False)
            hands, stock = [*dealt.hands], dealt.stock
            turn = (self.dealer + 1) % len(hands)
        return replace(self, turn=turn, hands=tuple(hands), table=effect.table, stock=stock)


def diagram_of(state: MatchState) -> Diagram | None:
    """The diagram of a match in which a seat is on turn, else None."""
    deal = state.deal
    if deal is None or deal.turn is None:
        return None
    overrides = state.overrides
    if ruleset(state.ruleset.key, overrides) != state.ruleset:
        # The match was created when these overrides meant something else.
        overrides = overrides_of(state.ruleset)
    return Diagram(
        state.ruleset,
        deal.dealer,
        deal.turn,
        tuple(deal.hands),
        deal.table,
        tuple(deal.stock),
        overrides,
    )


def cards_text(cards: int) -> str:
    """The text of a set of cards: the cards in order without spaces, or `-` for none."""
    return "".join(texts(cards)) or "-"


def deck_text(cards: tuple[int, ...]) -> str:
    """The text of a deck or stock: the cards in dealing order without spaces, or `-` for none."""
    return "".join(card_text(card) for card in cards) or "-"


def hands_text(hands: tuple[int, ...]) -> str:
    """The text of the hands by seat, separated by slashes."""
    return "/".join(cards_text(hand) for hand in hands)


def table_text(table: Table) -> str:
    """The text of a table: the loose cards, then the builds by value, or `-` if it is empty."""
    return "".join(texts(table.loose)) + "".join(map(_build_text, table.builds)) or "-"


def rules_text(key: str, overrides: Mapping[str, object]) -> str:
    """The text of a ruleset: its key, then its overrides, if any, as JSON without spaces."""
    if not overrides:
        return key
    return key + json.dumps(dict(overrides), separators=(",", ":"), sort_keys=True)


def diagram_text(diagram: Diagram) -> str:
    """The canonical line of a diagram, which `parse_diagram` reads back."""
    return " ".join(
        (
            rules_text(diagram.rules.key, diagram.overrides),
            str(diagram.dealer),
            str(diagram.turn),
            hands_text(diagram.hands),
            table_text(diagram.table),
            deck_text(diagram.stock),
        )
    )


def _build_text(build: Build) -> str:
    many = "*" if build.multiple else ""
    others = "".join(f"+{seat}" for seat in seats_in(build.others))
    return f"[{build.value}{many}={cards_text(build.cards)}@{build.owner}{others}]"


def parse_diagram(text: str) -> Diagram:
    """The diagram of a line.

    Refuses, with the field, a moment that no deal can reach (`malformed_position`), and rulesets,
    overrides and numbers of seats that do not exist (`unknown_ruleset`, `bad_override`,
    `bad_seats`).
    """
    parts = text.split() if len(text) <= LONGEST_DIAGRAM else []
    if len(parts) != 6:
        problem = "it is ruleset, dealer, turn, hands, table and stock, between spaces"
        raise MalformedPosition(field="diagram", problem=problem)
    key, overrides = parse_rules(parts[0])
    rules = ruleset(key, overrides)
    reader = _CardReader()
    hands = tuple(card_set(reader.cards("hands", hand)) for hand in parts[3].split("/"))
    sides_of(rules, len(hands), overrides)
    seats = range(len(hands))
    dealer, turn = _seat("dealer", parts[1], seats), _seat("turn", parts[2], seats)
    table = _table(rules, reader, parts[4], hands)
    diagram = Diagram(rules, dealer, turn, hands, table, reader.cards("stock", parts[5]), overrides)
    _check_counts(diagram)
    return diagram


def parse_rules(text: str) -> tuple[str, dict[str, object]]:
    """The key and overrides of a text by `rules_text`; refuses others (`malformed_position`)."""
    match = _RULES.fullmatch(text)
    if match is None:
        raise MalformedPosition(field="ruleset", problem="it is a key, with overrides in braces")
    try:
        overrides = json.loads(match[2] or "{}")
        json.dumps(overrides, ensure_ascii=False).encode()  # refuses halves of surrogate pairs
    except (ValueError, RecursionError) as error:
        raise MalformedPosition(field="overrides", problem="they are not JSON") from error
    return match[1], overrides


class _CardReader:
    """Reads cards and refuses one that lies in two places."""

    def __init__(self) -> None:
        self._all = 0

    def cards(self, field: str, text: str) -> tuple[int, ...]:
        if text == "-":
            return ()
        return tuple(self._card(field, text[at : at + 2]) for at in range(0, len(text), 2))

    def _card(self, field: str, text: str) -> int:
        try:
            card = parse_card(text)
        except UnknownCard as refusal:
            raise MalformedPosition(field=field, problem=refusal.detail) from refusal
        if self._all >> card & 1:
            raise MalformedPosition(field=field, problem=f"{text} lies in two places")
        self._all |= 1 << card
        return card


def _seat(name: str, text: str, seats: range) -> int:
    if len(text) > 2 or not text.isdigit() or not text.isascii() or int(text) not in seats:
        raise MalformedPosition(field=name, problem=f"it is a seat from 0 to {seats[-1]}")
    return int(text)


def _table(rules: Ruleset, reader: _CardReader, text: str, hands: tuple[int, ...]) -> Table:
    loose, bracket, rest = text.partition("[")
    builds: dict[int, Build] = {}
    for part in _builds_in(bracket + rest):
        build = _build(rules, reader, part, hands)
        if build.value in builds:
            raise MalformedPosition(field="builds.value", problem="there is one build per value")
        builds[build.value] = build
    cards = card_set(reader.cards("table", loose or "-"))
    return Table(cards, tuple(builds[value] for value in sorted(builds)))


def _builds_in(text: str) -> list[re.Match[str]]:
    found = list(_BUILD.finditer(text))
    if "".join(build[0] for build in found) != text:
        raise MalformedPosition(field="builds", problem="a build is written [9=3c6d@1]")
    return found


def _build(
    rules: Ruleset, reader: _CardReader, match: re.Match[str], hands: tuple[int, ...]
) -> Build:
    value, owner = int(match[1]), _seat("builds.owner", match[4], range(len(hands)))
    if not 1 <= value <= HIGHEST_VALUE:
        problem = f"a value is a whole number from 1 to {HIGHEST_VALUE}"
        raise MalformedPosition(field="builds.value", problem=problem)
    cards = card_set(reader.cards("builds.cards", match[3]))
    sets = 0 if cards & rules.valueless or cards.bit_count() < 2 else sets_in(rules, cards, value)
    if sets == 0 or (sets > 1) != bool(match[2]):
        problem = f"they do not make a {'multiple' if match[2] else 'single'} build of {value}"
        raise MalformedPosition(field="builds.cards", problem=problem)
    if not hands[owner] & rules.worth(value):
        # R15: the owner holds a card that takes it.
        raise MalformedPosition(field="builds.owner", problem=f"seat {owner} cannot take {value}")
    others = 0
    for text in match[5].split("+")[1:]:
        seat = _seat("builds.contributors", text, range(len(hands)))
        if seat == owner or others >> seat & 1:
            raise MalformedPosition(field="builds.contributors", problem=f"seat {seat} is named")
        others |= 1 << seat
    return Build(value, cards, owner, bool(match[2]), others)


def _check_counts(diagram: Diagram) -> None:
    """Refuses hands other than of one to four cards, as many as each seat has still to play, and a
    stock that cannot be dealt out evenly.
    """
    seats = len(diagram.hands)
    done = (diagram.turn - diagram.dealer - 1) % seats
    counts = [hand.bit_count() for hand in diagram.hands]
    drawing = diagram.rules.draws and bool(diagram.stock)
    most = counts[diagram.turn]
    if not 1 <= most <= HAND:
        raise MalformedPosition(field="hands", problem="a hand is one to four cards")
    for step in range(seats):
        played = step < done and not drawing
        if counts[(diagram.dealer + 1 + step) % seats] != most - played:
            problem = "each has as many cards as it has still to play"
            raise MalformedPosition(field="hands", problem=problem)
    stock = len(diagram.stock) + done if drawing else len(diagram.stock)
    if stock % (seats if drawing else seats * HAND):
        raise MalformedPosition(field="stock", problem="it cannot be dealt out evenly")
