"""A whole match followed literally from its stored facts: who deals, what is dealt and drawn, whose
every capture is, what a deal scores, and when the match ends (R18 to R27). Nothing of the engine is
used; legality itself is `literal_casino`'s business.
"""

import json
from typing import Any

from tests.engine.literal_casino import DECK, RULES, Deal, dealt

Data = dict[str, Any]

CLASSIC = {"cards": 3, "spades": 1, "big_casino": 2, "little_casino": 1, "ace": 1}
POINTS: dict[str, dict[str, int]] = {
    "california": CLASSIC | {"cards": 2, "spades": 2},
    "spade": CLASSIC | {"spades": 0, "each_spade": 1, "spade_jack": 1},
}
SWEEPS = {"california": 0}
FIRST_TO = {"spade": 61, "california": None}
DEALS_EACH = {"california": 2}


class Follower:
    """Follows the facts in order and asserts each against the ones before it."""

    def __init__(self, key: str, seats: int, overrides: Data) -> None:
        self.rules = RULES[key] | overrides
        self.points = POINTS.get(key, CLASSIC) | overrides.get("points", {})
        self.sweep = overrides.get("sweep_points", SWEEPS.get(key, 1))
        self.deals_each = overrides.get("deals_each", DEALS_EACH.get(key))
        self.first_to = overrides.get("first_to", FIRST_TO.get(key, 21))
        if "deals_each" in overrides:
            self.first_to = None
        elif "first_to" in overrides:
            self.deals_each = None
        self.seats = seats
        partners = self.rules["partnership"] and seats == 4
        self.sides = [seat % 2 if partners else seat for seat in range(seats)]
        self.scores = [0] * len(set(self.sides))
        self.name = rules_text(key, overrides)
        self.deals = 0
        self.dealer: int | None = None
        self.finished = False

    def follow(self, type: str, data: Data, secret: Data | None) -> None:
        step = getattr(self, type, None)
        if step is not None:
            step(data, secret or {})

    def match_started(self, data: Data, secret: Data) -> None:
        self.next_dealer = data["dealer"]

    def deal_started(self, data: Data, secret: Data) -> None:
        assert not self.finished
        self.deals += 1
        # R19.
        assert (data["deal"], data["dealer"]) == (self.deals, self.next_dealer)
        self.dealer = self.next_dealer
        self.next_dealer = (self.dealer + 1) % self.seats
        self.stock = list(secret["deck"])
        assert sorted(self.stock) == sorted(DECK)
        self.packets = 0
        self.hands: list[list[str]] = [[] for _ in range(self.seats)]
        self.piles: list[list[str]] = [[] for _ in self.scores]
        self.table: list[str] = []
        self.swept = [0] * len(self.scores)
        self.last: int | None = None
        self.turn: int | None = None

    def packet_dealt(self, data: Data, secret: Data) -> None:
        # R18, R20.
        assert not any(self.hands)
        assert self.dealer is not None
        self.packets += 1
        empty: tuple[tuple[str, ...], ...] = ((),) * self.seats
        before = Deal(self.name, self.dealer, 0, empty, (), (), tuple(self.stock))
        after = dealt(before, first=self.packets == 1)
        self.hands = [list(hand) for hand in after.hands]
        self.stock = list(after.stock)
        self.table += after.loose
        assert [sorted(hand) for hand in secret["hands"]] == [sorted(hand) for hand in self.hands]
        assert sorted(data["table"]) == sorted(after.loose)
        assert data["stock"] == len(self.stock)
        assert data["last"] == (not self.stock)
        packets = 1 if self.rules["draws"] else 48 // (4 * self.seats)
        assert 1 <= data["packet"] == self.packets <= packets
        self.turn = (self.dealer + 1) % self.seats
        assert data["turn"] == self.turn

    def card_played(self, data: Data, secret: Data) -> None:
        seat, card, captured = data["seat"], data["move"]["card"], data["captured"]
        assert seat == self.turn
        self.hands[seat].remove(card)
        self.table.append(card)
        for taken in captured:
            self.table.remove(taken)
        side = self.sides[seat]
        if captured:
            # R27: a side has one pile, and its captures are its own.
            assert card in captured
            self.piles[side] += captured
            self.last = seat
        # R22: a capture that leaves nothing.
        counts = self.rules["last_card_sweep"] or any(self.hands) or bool(self.stock)
        assert data["sweep"] == (bool(captured) and not self.table and counts)
        self.swept[side] += data["sweep"]
        more = any(self.hands) or (self.rules["draws"] and self.stock)
        self.turn = (seat + 1) % self.seats if more else None
        assert data["turn"] == self.turn
        self.owed = seat if self.rules["draws"] and self.stock else None

    def card_drawn(self, data: Data, secret: Data) -> None:
        assert data["seat"] == self.owed
        card = self.stock.pop(0)
        assert secret == {"card": card}
        assert data == {"seat": self.owed, "stock": len(self.stock)}
        self.hands[data["seat"]].append(card)
        assert len(self.hands[data["seat"]]) == 4
        self.owed = None

    def deal_scored(self, data: Data, secret: Data) -> None:
        assert not any(self.hands)
        assert not self.stock
        # R21.
        assert data["residue"]["seat"] == self.last
        assert sorted(data["residue"]["cards"]) == sorted(self.table)
        if self.last is not None:
            self.piles[self.sides[self.last]] += self.table
        assert [sorted(pile) for pile in data["piles"]] == [sorted(pile) for pile in self.piles]
        totals = scored(self.points, self.sweep, self.piles, self.swept)
        assert [row["total"] for row in data["sheet"]] == totals
        self.scores = [score + total for score, total in zip(self.scores, totals, strict=True)]
        assert data["scores"] == self.scores

    def match_finished(self, data: Data, secret: Data) -> None:
        assert self.winner() == data["winner"]
        assert data["scores"] == self.scores
        self.finished = True

    def winner(self) -> int | None:
        """R26."""
        best = max(self.scores)
        if self.deals_each is not None and self.deals < self.deals_each * self.seats:
            return None
        if self.deals_each is None and best < (self.first_to or 0):
            return None
        return self.scores.index(best) if self.scores.count(best) == 1 else None


def rules_text(key: str, overrides: Data) -> str:
    return key + (json.dumps(overrides) if overrides else "")


def scored(
    points: dict[str, int], sweep: int, piles: list[list[str]], swept: list[int]
) -> list[int]:
    """R24, R25: what each side scores in a deal."""
    totals = [0] * len(piles)
    for award, counts in (
        ("cards", [len(pile) for pile in piles]),
        ("spades", [sum(card[1] == "s" for card in pile) for pile in piles]),
    ):
        best = [side for side, count in enumerate(counts) if count == max(counts)]
        if len(best) == 1:
            totals[best[0]] += points[award]
    for side, pile in enumerate(piles):
        for card in pile:
            totals[side] += points["big_casino"] if card == "Td" else 0
            totals[side] += points["little_casino"] if card == "2s" else 0
            totals[side] += points["ace"] if card[0] == "A" else 0
            totals[side] += points.get("each_spade", 0) if card[1] == "s" else 0
            totals[side] += points.get("spade_jack", 0) if card == "Js" else 0
        totals[side] += sweep * swept[side]
    return totals
