"""A match checked from what everybody may see of it: its public facts, and nothing else.

The revealed secrets give the decks, the engine judges every play on the table that results, and all
that the facts say about it must agree.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from engine.cards import card_set, parse_card, texts
from engine.dealing import deal_packet, packets_of_deal
from engine.legality import Position, apply
from engine.moves import move_from_json
from engine.rulesets import ruleset
from engine.shuffle import first_dealer, follows, shuffled_deck
from engine.table import EMPTY_TABLE, Table, build_json

Fact = dict[str, Any]
RULES = ruleset("classic", {})
SIDES = (0, 1)


@dataclass
class Record:
    """What a match's facts come to."""

    match: str
    players: tuple[str, str]
    scores: tuple[int, int] = (0, 0)
    winner: int | None = None
    deals: int = 0
    plays: int = 0


def checked(match: str, facts: list[Fact]) -> Record:
    """The record of a finished classic match of two; fails where the facts do not hold together."""
    assert [fact["version"] for fact in facts] == list(range(1, len(facts) + 1))
    created, *rest = facts
    assert created["type"] == "match_created"
    assert created["data"]["match"] == match
    seated = {fact["data"]["seat"]: fact["data"]["player"] for fact in _of(rest, "seat_taken")}
    cuts = {fact["data"]["seat"]: fact["data"]["cut"] for fact in _of(rest, "cut_made")}
    assert set(seated) == set(cuts) == {0, 1}
    checking = _Checking(
        Record(match, (seated[0], seated[1])),
        [bytes.fromhex(cuts[0]), bytes.fromhex(cuts[1])],
        _secrets(created["data"]["commitment"], rest),
    )
    for fact in rest:
        checking.check(fact["type"], fact["data"])
    assert checking.record.winner is not None
    assert facts[-1]["type"] == "match_finished"
    return checking.record


def _of(facts: list[Fact], type_: str) -> Iterator[Fact]:
    return (fact for fact in facts if fact["type"] == type_)


def _secrets(commitment: str, facts: list[Fact]) -> list[bytes]:
    """The chain from the commitment on: each revealed secret hashes to the one before it."""
    chain = [bytes.fromhex(commitment)]
    for fact in _of(facts, "deal_scored"):
        secret = bytes.fromhex(fact["data"]["secret"])
        assert follows(secret, chain[-1])
        chain.append(secret)
    return chain


@dataclass
class _Checking:
    record: Record
    cuts: list[bytes]
    secrets: list[bytes]
    dealer: int | None = None
    stock: tuple[int, ...] = ()
    packets: int = 0
    hands: list[int] = field(default_factory=lambda: [0, 0])
    table: Table = EMPTY_TABLE
    piles: list[int] = field(default_factory=lambda: [0, 0])
    sweeps: list[int] = field(default_factory=lambda: [0, 0])
    last_capture: int | None = None
    turn: int | None = None

    def check(self, type_: str, data: Fact) -> None:
        checks = {
            "match_started": self._started,
            "deal_started": self._deal_started,
            "packet_dealt": self._packet,
            "card_played": self._played,
            "deal_scored": self._scored,
            "match_finished": self._finished,
        }
        assert self.record.winner is None, f"{type_} after the match has finished"
        if type_ in checks:
            checks[type_](data)
        else:
            assert type_ in ("seat_taken", "cut_made")

    def _started(self, data: Fact) -> None:
        self.dealer = first_dealer(self.secrets[1], self.record.match, self.cuts)
        assert data["dealer"] == self.dealer

    def _deal_started(self, data: Fact) -> None:
        self.record.deals += 1
        deal = self.record.deals
        if deal > 1:
            assert self.dealer is not None
            self.dealer = 1 - self.dealer
            first, second = self.record.scores
            assert max(first, second) < 21 or first == second, "the match was over before this deal"
        assert (data["deal"], data["dealer"]) == (deal, self.dealer)
        self.stock = shuffled_deck(self.secrets[deal], self.record.match, deal, self.cuts)
        assert len(set(self.stock)) == 52
        self.table, self.piles, self.sweeps = EMPTY_TABLE, [0, 0], [0, 0]
        self.packets, self.last_capture = 0, None

    def _packet(self, data: Fact) -> None:
        assert self.dealer is not None
        assert self.hands == [0, 0]
        first = self.packets == 0
        dealt = deal_packet(RULES.deal_order, 2, self.dealer, self.stock, first)
        self.packets += 1
        self.hands, self.stock = list(dealt.hands), dealt.stock
        if first:
            self.table = Table(dealt.table)
        self.turn = 1 - self.dealer
        assert data == {
            "deal": self.record.deals,
            "packet": self.packets,
            "last": self.packets == packets_of_deal(2),
            "table": texts(dealt.table),
            "stock": len(self.stock),
            "turn": self.turn,
        }

    def _played(self, data: Fact) -> None:
        seat = data["seat"]
        assert seat == self.turn
        move = move_from_json(data["move"])
        outcome = apply(Position(RULES, seat, SIDES, self.hands[seat], self.table), move)
        assert data["captured"] == texts(outcome.captured)
        assert data["sweep"] is outcome.sweep
        assert data["build"] == (build_json(outcome.build) if outcome.build else None)
        self.hands[seat], self.table = outcome.hand, outcome.table
        self.piles[seat] |= outcome.captured
        self.sweeps[seat] += outcome.sweep
        if outcome.captured:
            self.last_capture = seat
        self.turn = 1 - seat if any(self.hands) else None
        assert data["turn"] == self.turn
        self.record.plays += 1

    def _scored(self, data: Fact) -> None:
        assert (self.packets, self.turn, self.stock) == (packets_of_deal(2), None, ())
        assert data["residue"] == {"seat": self.last_capture, "cards": texts(self.table.cards)}
        if self.last_capture is not None:
            self.piles[self.last_capture] |= self.table.cards
        piles = [card_set(map(parse_card, pile)) for pile in data["piles"]]
        assert piles == self.piles
        assert piles[0] & piles[1] == 0
        assert (piles[0] | piles[1]).bit_count() == 52
        self._check_sheet(data["sheet"])
        totals = [row["total"] for row in data["sheet"]]
        first, second = self.record.scores
        self.record.scores = (first + totals[0], second + totals[1])
        assert tuple(data["scores"]) == self.record.scores

    def _check_sheet(self, sheet: list[Fact]) -> None:
        """Eleven points a deal: less three if the cards are tied, less one if the spades are."""
        cards = [pile.bit_count() for pile in self.piles]
        spades = [(pile & SPADES).bit_count() for pile in self.piles]
        assert [row["cards"] for row in sheet] == cards
        assert [row["spades"] for row in sheet] == spades
        assert [row["sweeps"] for row in sheet] == self.sweeps
        ties = 3 * (cards[0] == cards[1]) + (spades[0] == spades[1])
        assert sum(row["total"] for row in sheet) == 11 + sum(self.sweeps) - ties
        for row, pile in zip(sheet, self.piles, strict=True):
            assert row["aces"] == (pile & ACES).bit_count()
            assert row["big_casino"] == 2 * bool(pile & TEN_OF_DIAMONDS)
            assert row["little_casino"] == bool(pile & TWO_OF_SPADES)

    def _finished(self, data: Fact) -> None:
        winner, scores = data["winner"], self.record.scores
        assert data["reason"] == "score"
        assert tuple(data["scores"]) == scores
        assert scores[winner] >= 21
        assert scores[winner] > scores[1 - winner]
        self.record.winner = winner


ACES = card_set(parse_card(f"A{suit}") for suit in "cdhs")
SPADES = card_set(parse_card(f"{rank}s") for rank in "A23456789TJQK")
TEN_OF_DIAMONDS, TWO_OF_SPADES = (1 << parse_card(text) for text in ("Td", "2s"))
