"""Casino written a second time, slowly and literally, sharing no code and no trick with the engine.

Cards are texts, sets are found by trying every choice, and a play is legal if what it would leave
agrees with each rule in turn. Reads and writes the same diagrams and move texts (docs/notation.md),
in its own words. `moves` maps the text of each legal move to the diagram that it leads to.
"""

import json
import re
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

RANKS = "A23456789TJQK"
SUITS = "cdhs"
DECK = [rank + suit for rank in RANKS for suit in SUITS]

CLASSIC: dict[str, Any] = {
    "partnership": True,
    "face_values": False,
    "ace_values": [1],
    "face_capture": "one_or_three",
    "build_in_sum": "no",
    "own_raise_keeps_both": False,
    "multiple_builds": True,
    "no_trail": "contributors",
    "one_action": False,
    "last_card_sweep": True,
    "deal_order": "pairs",
    "draws": False,
}
RULES: dict[str, dict[str, Any]] = {
    "classic": CLASSIC,
    "two-handed": CLASSIC,
    "face-value": CLASSIC | {"face_values": True, "last_card_sweep": False},
    "royal": CLASSIC | {"face_values": True, "ace_values": [1, 14]},
    "spade": CLASSIC,
    "draw": CLASSIC | {"draws": True},
    "california": CLASSIC
    | {
        "partnership": False,
        "face_capture": "any",
        "build_in_sum": "adversaries",
        "own_raise_keeps_both": True,
        "multiple_builds": False,
        "no_trail": "never",
        "one_action": True,
        "deal_order": "singly",
    },
}


@dataclass(frozen=True)
class Heap:
    """A build."""

    value: int
    cards: tuple[str, ...]
    owner: int
    multiple: bool
    others: tuple[int, ...] = ()


@dataclass(frozen=True)
class Deal:
    """A deal with `turn` to play; `name` is the ruleset as the diagram writes it."""

    name: str
    dealer: int
    turn: int
    hands: tuple[tuple[str, ...], ...]
    loose: tuple[str, ...]
    heaps: tuple[Heap, ...]
    stock: tuple[str, ...]

    @property
    def rules(self) -> dict[str, Any]:
        key, brace, rest = self.name.partition("{")
        given = json.loads(brace + rest or "{}")
        if "owner_may_trail" in given:
            given["no_trail"] = "never" if given.pop("owner_may_trail") else "owner"
        return RULES[key] | given

    @property
    def hand(self) -> tuple[str, ...]:
        return self.hands[self.turn]

    def side(self, seat: int) -> int:
        partners = self.rules["partnership"] and len(self.hands) == 4
        return seat % 2 if partners else seat


def read(text: str) -> Deal:
    name, dealer, turn, hands, table, stock = text.split()
    heaps = [
        Heap(
            int(value),
            tuple(pairs(cards)),
            int(seats.split("+")[0]),
            star == "*",
            tuple(map(int, seats.split("+")[1:])),
        )
        for value, star, cards, seats in re.findall(r"\[(\d+)(\*?)=(\w+)@([\d+]+)\]", table)
    ]
    return Deal(
        name,
        int(dealer),
        int(turn),
        tuple(tuple(pairs(hand)) for hand in hands.split("/")),
        tuple(pairs(table.partition("[")[0])),
        tuple(heaps),
        tuple(pairs(stock)),
    )


def pairs(text: str) -> list[str]:
    return re.findall(r"[A2-9TJQK][cdhs]", text)


def written(deal: Deal) -> str:
    hands = "/".join("".join(in_order(hand)) or "-" for hand in deal.hands)
    heaps = "".join(
        f"[{heap.value}{'*' if heap.multiple else ''}={''.join(in_order(heap.cards))}"
        f"@{'+'.join(map(str, (heap.owner, *heap.others)))}]"
        for heap in sorted(deal.heaps, key=lambda heap: heap.value)
    )
    table = "".join(in_order(deal.loose)) + heaps or "-"
    stock = "".join(deal.stock) or "-"
    return f"{deal.name} {deal.dealer} {deal.turn} {hands} {table} {stock}"


def in_order(cards: tuple[str, ...]) -> list[str]:
    return sorted(cards, key=DECK.index)


def first_packet(name: str, seats: int, dealer: int, deck: list[str]) -> Deal:
    empty: tuple[tuple[str, ...], ...] = ((),) * seats
    return dealt(Deal(name, dealer, dealer, empty, (), (), tuple(deck)), first=True)


def dealt(deal: Deal, first: bool) -> Deal:
    """R20."""
    seats = len(deal.hands)
    hands: list[list[str]] = [[] for _ in range(seats)]
    table = list(deal.loose)
    stock = list(deal.stock)
    others = [(deal.dealer + step) % seats for step in range(1, seats)]
    if deal.rules["deal_order"] == "singly":
        for _ in range(4):
            for seat in [*others, deal.dealer]:
                hands[seat].append(stock.pop(0))
        if first:
            table += [stock.pop(0) for _ in range(4)]
    else:
        for _ in range(2):
            for seat in others:
                hands[seat] += [stock.pop(0), stock.pop(0)]
            if first:
                table += [stock.pop(0), stock.pop(0)]
            hands[deal.dealer] += [stock.pop(0), stock.pop(0)]
    return replace(
        deal,
        turn=(deal.dealer + 1) % seats,
        hands=tuple(tuple(hand) for hand in hands),
        loose=tuple(table),
        stock=tuple(stock),
    )


def worth(deal: Deal, card: str) -> int | None:
    """R1: on the table."""
    number = RANKS.index(card[0]) + 1
    return number if number <= 10 or deal.rules["face_values"] else None


def worths(deal: Deal, card: str) -> list[int]:
    """R1: when played."""
    if card[0] == "A":
        return list(deal.rules["ace_values"])
    number = worth(deal, card)
    return [] if number is None else [number]


def choices(items: list[Any]) -> list[tuple[Any, ...]]:
    return [some for size in range(len(items) + 1) for some in combinations(items, size)]


def falls_into_sets(values: list[int], targets: list[int]) -> bool:
    """Whether the values can be laid into heaps, each of which is worth one of the targets."""
    if not values:
        return True
    first, rest = values[0], values[1:]
    for some in choices(list(range(len(rest)))):
        if first + sum(rest[at] for at in some) in targets:
            others = [value for at, value in enumerate(rest) if at not in some]
            if falls_into_sets(others, targets):
                return True
    return False


def holds(deal: Deal, cards: list[str], value: int) -> bool:
    return any(value in worths(deal, card) for card in cards)


def moves(deal: Deal) -> dict[str, str]:
    """Every legal move and the diagram after it (`end` after the last card)."""
    return {text: "end" if after is None else written(after) for text, after in plays(deal).items()}


def plays(deal: Deal) -> dict[str, Deal | None]:
    found: dict[str, Deal | None] = {}
    for card in deal.hand:
        held = [other for other in deal.hand if other != card]
        for text, loose, heaps in [*captures(deal, card), *builds(deal, card, held)]:
            if keeps_duties(deal, held, heaps):
                found[text] = passed_on(deal, held, loose, heaps)
    if may_trail(deal, can_do_anything_else=bool(found)):
        for card in deal.hand:
            held = [other for other in deal.hand if other != card]
            if keeps_duties(deal, held, deal.heaps):
                found[card] = passed_on(deal, held, (*deal.loose, card), deal.heaps)
    return found


Outcome = tuple[str, tuple[str, ...], tuple[Heap, ...]]


def keeps_duties(deal: Deal, held: list[str], heaps: tuple[Heap, ...]) -> bool:
    """R15."""
    return all(holds(deal, held, heap.value) for heap in heaps if heap.owner == deal.turn)


def may_trail(deal: Deal, can_do_anything_else: bool) -> bool:
    """R3, R16."""
    bound = {
        "never": [],
        "owner": [heap for heap in deal.heaps if heap.owner == deal.turn],
        "contributors": [
            heap
            for heap in deal.heaps
            if can_do_anything_else and deal.turn in (heap.owner, *heap.others)
        ],
    }
    return not bound[deal.rules["no_trail"]]


def captures(deal: Deal, card: str) -> list[Outcome]:
    """R2, R4, R5."""
    found = []
    for loose in choices(list(deal.loose)):
        for heaps in choices(list(deal.heaps)):
            if (loose or heaps) and may_take(deal, card, loose, heaps):
                values = sorted(heap.value for heap in heaps)
                text = f"{card}x{''.join(in_order(loose))}" + "".join(f"[{v}]" for v in values)
                left = tuple(other for other in deal.loose if other not in loose)
                found.append((text, left, tuple(h for h in deal.heaps if h not in heaps)))
    return found


def may_take(deal: Deal, card: str, loose: tuple[str, ...], heaps: tuple[Heap, ...]) -> bool:
    targets = worths(deal, card)
    if not targets:
        numbers = {"one": [1], "one_or_three": [1, 3], "any": [1, 2, 3]}
        equal = all(other[0] == card[0] for other in loose)
        return not heaps and equal and len(loose) in numbers[deal.rules["face_capture"]]
    items = [worth(deal, other) for other in loose]
    if None in items:
        return False
    for heap in heaps:
        if heap.value not in targets:
            theirs = deal.side(heap.owner) != deal.side(deal.turn)
            if deal.rules["build_in_sum"] != "adversaries" or heap.multiple or not theirs:
                return False
            items.append(heap.value)
    numbers = [item for item in items if item is not None]
    if deal.rules["one_action"]:
        equal = all(other[0] == card[0] for other in loose)
        pairs_only = equal and all(heap.value in targets for heap in heaps)
        apart = all(heap.value not in targets for heap in heaps)
        if not pairs_only and not (apart and sum(numbers) in targets):
            return False
    return falls_into_sets(numbers, targets)


def builds(deal: Deal, card: str, held: list[str]) -> list[Outcome]:
    """R6 to R14."""
    found = []
    for value in range(1, 15):
        if not holds(deal, held, value) or worth(deal, card) is None:
            continue
        for loose in choices([other for other in deal.loose if worth(deal, other) is not None]):
            for raised in (None, *deal.heaps):
                made = build_made(deal, card, loose, raised, value)
                if made is not None and may_raise(deal, held, raised):
                    found.append(build_play(deal, card, loose, raised, made))
    return found


def build_made(
    deal: Deal, card: str, loose: tuple[str, ...], raised: Heap | None, value: int
) -> Heap | None:
    on_table = [worth(deal, other) or 0 for other in loose]
    standing = [heap for heap in deal.heaps if heap.value == value]
    if raised is None:
        if not loose and not standing:
            return None
        fitting = [
            number for number in worths(deal, card) if falls_into_sets([number, *on_table], [value])
        ]
        if not fitting:
            return None
        multiple = bool(standing) or fitting[0] + sum(on_table) > value
    else:
        if raised.multiple or raised.value + (worth(deal, card) or 0) != value:
            return None
        if not falls_into_sets(on_table, [value]):
            return None
        multiple = bool(standing) or bool(loose)
    if multiple and not deal.rules["multiple_builds"]:
        return None
    cards = [card, *loose]
    seats = set()
    for heap in (*standing, *([raised] if raised else [])):
        cards += heap.cards
        seats |= {heap.owner, *heap.others}
    return Heap(value, tuple(cards), deal.turn, multiple, tuple(sorted(seats - {deal.turn})))


def may_raise(deal: Deal, held: list[str], raised: Heap | None) -> bool:
    """R10."""
    if raised is None or raised.owner != deal.turn or not deal.rules["own_raise_keeps_both"]:
        return True
    return holds(deal, held, raised.value)


def build_play(
    deal: Deal, card: str, loose: tuple[str, ...], raised: Heap | None, made: Heap
) -> Outcome:
    items = (f"[{raised.value}]" if raised else "") + "".join(in_order(loose))
    text = f"{card}+{items}={made.value}" if items else f"{card}={made.value}"
    left = tuple(other for other in deal.loose if other not in loose)
    heaps = tuple(heap for heap in deal.heaps if heap != raised and heap.value != made.value)
    return text, left, (*heaps, made)


def passed_on(
    deal: Deal, held: list[str], loose: tuple[str, ...], heaps: tuple[Heap, ...]
) -> Deal | None:
    """The turn goes round; hands are drawn or dealt anew from the stock."""
    stock = list(deal.stock)
    if deal.rules["draws"] and stock:
        held = [*held, stock.pop(0)]
    hands = list(deal.hands)
    hands[deal.turn] = tuple(held)
    turn = (deal.turn + 1) % len(hands)
    after = replace(
        deal, turn=turn, hands=tuple(hands), loose=loose, heaps=heaps, stock=tuple(stock)
    )
    if any(hands):
        return after
    return dealt(after, first=False) if stock else None


def perft(deal: Deal, depth: int) -> int:
    """The number of sequences of exactly `depth` plays."""
    if depth == 0:
        return 1
    total = 0
    for after in plays(deal).values():
        if after is not None:
            total += perft(after, depth - 1)
        elif depth == 1:
            total += 1
    return total
