#!/usr/bin/env python3
"""Proves from the export of a match that nobody chose a card and that nothing was changed.

    python verify_match.py match.jsonl          (or:  curl -s …/export/ | python verify_match.py)
    python verify_match.py --receipt receipt.json match.jsonl  (which a player kept of the match)
    python verify_match.py --tournament events.json match.jsonl   (where tables share their decks)
    python verify_match.py --round-secret HEX match.jsonl      (the same, the tournament apart)

The input has one fact a line, as /api/v1/matches/<id>/export/ gives them. Checked, in this order:
every fact's hash and its link to the fact before; every revealed secret, back to the commitment;
then fact by fact that every cut is the one that was committed to, the first dealer, every deck
dealt again from its secret and the cuts, that each card came from the hand or the table where it
was said to lie, the piles, the scores, the winner. The rules of captures and builds are judged too
where Good Ten's `engine` can be imported.

A server can write a whole match anew, and call its own cuts a player's. Only what a player kept
tells: a receipt shows that this is the match that began then, and that the player's cut is in it.

Exit code 0: proved; 1: not so, the first broken line is named; 2: this is no export of a match.
Needs Python 3.9 and nothing else.
"""

from __future__ import annotations

import argparse
import hashlib
import hmac
import io
import json
import sys
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    Iterable,
    Iterator,
    NoReturn,
    Optional,
    Sequence,
    TypeVar,
)

if TYPE_CHECKING:
    from engine import Command, Event

# JSON as it came: nothing is known of it before it has been checked.
Json = Any
Data = dict[str, Any]
Numbered = tuple[int, Data]
# A card where the deck is known; None where its secret is not.
Card = Optional[str]
T = TypeVar("T")

CARDS = [rank + suit for rank in "A23456789TJQK" for suit in "cdhs"]
HASHED = ("stream", "version", "type", "schema", "data", "actor", "command_id", "at")
# The rules of matches that only name them; since schema 3 of `match_created` each holds its own.
POINTS = {"cards": 3, "spades": 1, "big_casino": 2, "little_casino": 1, "ace": 1}
POINTS.update(each_spade=0, spade_jack=0)
RULES: Data = {"players": [2, 3, 4], "partnership": True, "face_values": False, "ace_values": [1]}
RULES.update(face_capture="one_or_three", build_in_sum="no", one_action=False)
RULES.update(own_raise_keeps_both=False, multiple_builds=True, no_trail="owner")
RULES.update(deal_order="pairs", draws=False, sweep_points=1, last_card_sweep=True, points=POINTS)
RULES.update(first_to=21, deals_each=None)
MOST_DEALS = 1000
# The facts that a command begins with, and those that come only where they must.
BEGINS = {"seat_taken", "cut_committed", "cut_made", "card_played", "clock_ran_out"}
BEGINS.update(("seat_resigned", "seat_forfeited", "seat_handed_over", "match_annulled"))
BEGINS.update(("clock_charged", "time_given_back", "seat_taken_back"))
FOLLOWS = {"match_created", "match_started", "deal_started", "packet_dealt", "deal_scored"}
FOLLOWS.update(("card_drawn", "match_finished", "match_abandoned"))
# What was true of every match before facts of the next schema said it, field by field.
BEFORE: dict[tuple[str, int], Data] = {("match_created", 2): {"digests": None}}
BEFORE["match_created", 1] = {"stand_in": None, "board": None, "mirrored": False}
BEFORE["match_created", 1]["reveal"] = "scored"
BEFORE.update({("match_finished", 1): {"secret": None}, ("deal_scored", 1): {}})
BEFORE["cut_made", 1] = {}
BEFORE["match_created", 3] = {}
# Whose a cut is said to be: the player's, or the server's spare.
OWN = {"player": "its own", "open": "its own, shown while others could still choose"}
SPARE = {"bot": "a bot", "waived": "who wanted none", "absent": "who did not come"}
SPARE["not_revealed"] = "who committed to a cut and did not show it"
RECEIPT = "good-ten/receipt/1"


class Broken(Exception):
    """What is wrong with the line under check."""


class Unusable(Exception):
    """The input is no export of a match."""


def need(condition: object, problem: str) -> None:
    if not condition:
        raise Broken(problem)


def canonical(value: Json) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def agree(said: Json, due: Data) -> None:
    """Exactly the same JSON, or the field that differs is named."""
    need(isinstance(said, dict), "its data is no object")
    for field in sorted({*said, *due}):
        need(field in said, "`%s` is missing" % field)
        need(field in due, "`%s` does not belong there" % field)
        one, other = canonical(said[field]), canonical(due[field])
        need(one == other, "`%s` is %s and must be %s" % (field, one, other))


def sha256(content: bytes) -> bytes:
    return hashlib.sha256(content).digest()


# Dealing, as docs/fairness.md has it.


def u32(number: int) -> bytes:
    return number.to_bytes(4, "big")


def numbers(
    label: bytes, secret: bytes, match: str, deal: int, cuts: list[bytes]
) -> Callable[[int], int]:
    """A function of n that draws the next number below n."""
    parts = [label, match.encode()]
    message = b"".join(u32(len(part)) + part for part in parts) + u32(deal) + u32(len(cuts))
    message += b"".join(u32(len(cut)) + cut for cut in cuts)

    def words() -> Iterator[int]:
        block = 0
        while True:
            digest = hmac.new(secret, message + u32(block), hashlib.sha256).digest()
            yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))
            block += 1

    source = words()
    return lambda n: next(word for word in source if word < 2**32 - 2**32 % n) % n


def deck_of(label: bytes, secret: bytes, name: str, deal: int, cuts: list[bytes]) -> list[str]:
    below = numbers(label, secret, name, deal, cuts)
    deck = list(CARDS)
    for last in range(51, 0, -1):
        other = below(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return deck


def dealer_of(label: bytes, secret: bytes, name: str, cuts: list[bytes], seats: int) -> int:
    return numbers(label, secret, name, 1, cuts)(seats)


def cut_digest(match: str, seat: int, cut: bytes) -> str:
    """What commits a seat to its cut, in hex."""
    parts = [b"good-ten/cut/1", match.encode()]
    message = b"".join(u32(len(part)) + part for part in parts) + u32(seat)
    return sha256(message + u32(len(cut)) + cut).hex()


def packet_of(
    order: str, seats: int, dealer: int, stock: list[Card], first: bool
) -> tuple[list[list[Card]], list[Card]]:
    """The hands and the table cards that the top of the stock makes."""
    left = [(dealer + step) % seats for step in range(1, seats)]
    if order == "singly":
        rounds = [(seat, 1) for seat in [*left, dealer]] * 4 + ([(None, 4)] if first else [])
    else:
        table = [(None, 2)] if first else []
        rounds = ([(seat, 2) for seat in left] + table + [(dealer, 2)]) * 2
    dealt: dict[int | None, list[Card]] = {seat: [] for seat in [*range(seats), None]}
    for seat, count in rounds:
        dealt[seat] += stock[:count]
        del stock[:count]
    return [dealt[seat] for seat in range(seats)], dealt[None]


def in_order(cards: Iterable[str]) -> list[str]:
    return sorted(cards, key=CARDS.index)


def move_as_written(move: Data) -> Data:
    """The move in its one form, as an object and in the notation."""
    due: Data = {"kind": move["kind"], "card": move["card"]}
    text: str = move["card"]
    loose = ""
    if move["kind"] != "trail":
        due["loose"] = in_order(move["loose"])
        loose = "".join(due["loose"])
    if move["kind"] == "capture":
        due["builds"] = sorted(move["builds"])
        text += "x" + loose + "".join("[%d]" % value for value in due["builds"])
    if move["kind"] == "build":
        due["value"] = move["value"]
        if "raises" in move:
            due["raises"] = move["raises"]
            loose = "[%d]" % move["raises"] + loose
        text += ("+" + loose if loose else "") + "=%d" % move["value"]
    return {"move": due, "text": text}


def named_rules(key: str, overrides: Data) -> Data:
    """The resolved rules of a match that only names them, which never change."""
    rules = {**RULES, "points": {**POINTS}}
    own: dict[str, Data] = {"classic": {}, "two-handed": {"players": [2]}}
    own.update({"face-value": {"face_values": True}, "draw": {"players": [2], "draws": True}})
    own["royal"] = {"face_values": True, "ace_values": [1, 14]}
    own["spade"] = {"first_to": 61, "points": {**POINTS, "spades": 0, "each_spade": 1}}
    own["california"] = {"players": [2, 3, 4, 6], "partnership": False, "face_capture": "any"}
    own["california"].update(build_in_sum="adversaries", own_raise_keeps_both=True)
    own["california"].update(multiple_builds=False, no_trail="never", deal_order="singly")
    own["california"].update(sweep_points=0, first_to=None, deals_each=2)
    own["california"]["points"] = {**POINTS, "cards": 2, "spades": 2}
    own["spade"]["points"]["spade_jack"] = 1
    need(key in own, "there is no ruleset %s" % key)
    rules.update(own[key])
    for field, value in as_overridden(overrides).items():
        rules[field] = {**rules["points"], **value} if field == "points" else value
    for given, other in (("first_to", "deals_each"), ("deals_each", "first_to")):
        if overrides.get(given) is not None:
            rules[other] = None
    return rules


def as_overridden(overrides: Data) -> Data:
    """The overrides, those of an earlier name by their newest."""
    given = {**overrides}
    if "owner_may_trail" in given:
        given["no_trail"] = "never" if given.pop("owner_may_trail") else "owner"
    return given


def check_rules(rules: Data, overrides: Data) -> None:
    """The rules have every field, and each field that was overridden as it was."""
    need(isinstance(rules, dict), "`rules` are no object")
    for has, due in ((rules, RULES), (rules.get("points", {}), POINTS)):
        wrong = sorted(set(has) ^ set(due))
        need(not wrong, "`rules` must have exactly the fields of a ruleset, not so: %s" % wrong)
    for field, value in as_overridden(overrides).items():
        need(field in rules, "there is no field %s to override" % field)
        if field == "points":
            need(isinstance(value, dict), "the points overridden are no object")
            has = {name: rules[field].get(name) for name in value}
        else:
            has = rules[field]
        is_off = value is None and field in ("first_to", "deals_each")
        problem = "`%s` was overridden otherwise than `rules` have it" % field
        need(is_off or canonical(has) == canonical(value), problem)
    ends = [rules["first_to"], rules["deals_each"]]
    need(ends.count(None) == 1, "`rules` name one end of the match")


def rules_in_words(key: str, rules: Data) -> str:
    """The ruleset, and every field in which the rules differ from what this program knows of it."""
    try:
        known = named_rules(key, {})
    except Broken:  # a ruleset of a later day: each of its fields is named
        known = {"points": {}}
    fields = {**rules, "points": None}
    fields.update({"points." + name: worth for name, worth in rules["points"].items()})
    known.update({"points." + name: worth for name, worth in known["points"].items()}, points=None)
    others = [
        "%s %s" % (name, fields[name])
        for name in ordered(fields)
        if fields[name] != known.get(name)
    ]
    return ", with ".join([key, *([", ".join(others)] if others else [])])


def ordered(fields: Data) -> list[str]:
    """The fields of rules in their order, those of the points where the points stand."""
    order = list(RULES)
    return sorted(fields, key=lambda name: order.index(name.partition(".")[0]))


class Match:
    """The match as its facts so far make it; `due` is the only fact that may come next, or None."""

    def __init__(self, secrets: dict[int, bytes]) -> None:
        self.secrets = secrets
        self.due: str | None = "match_created"
        self.status, self.deal, self.dealer, self.plays = "waiting", 0, 0, 0
        self.stock: list[Card] = []
        self.turn: int | None = None
        self.gone: set[int] = set()
        self.timed_out: set[int] = set()
        self.came: set[int] = set()
        self.won: tuple[int, str] | None = None
        self.bot_due: Data = {}

    def follow(self, kind: str, data: Data) -> None:
        need(self.status != "finished", "the match was over before it")
        need(self.due in (None, kind), "%s must come here, and not %s" % (self.due, kind))
        need(kind in FOLLOWS or kind in BEGINS, "there is no fact %s" % kind)
        need(self.due == kind or kind not in FOLLOWS, "%s must not come here" % kind)
        self.forced, self.due = self.due, None
        getattr(self, "_" + kind)(data)

    @property
    def proved(self) -> bool:
        """Whether the deck of the deal in play is known."""
        return self.source in self.secrets

    @property
    def source(self) -> int:
        """The deal whose secret makes the deck: of a mirrored pair, the first."""
        return self.deal - 1 if self.mirrored and self.deal % 2 == 0 else self.deal

    @property
    def contenders(self) -> list[int]:
        """The sides that can win: where a bot plays on for who leaves, any that stayed."""
        left = {self.sides[seat] for seat in self.gone} if self.stand_in is not None else set()
        sides = range(len(self.scores))
        return [side for side in sides if side not in left] or list(sides)

    def _match_created(self, data: Data) -> None:
        count = data["seats"]
        self.match: str = data["match"]
        self.commitment: str = data["commitment"]
        self.rules: Data = data["rules"]
        check_rules(self.rules, data["overrides"])
        self.points: Data = self.rules["points"]
        need(type(count) is int and count in self.rules["players"], "so many cannot play")
        pairs = self.rules["partnership"] and count == 4
        self.sides = [seat % 2 if pairs else seat for seat in range(count)]
        self.scores = [0] * (max(self.sides) + 1)
        self.players: list[Json] = [None] * count
        self.bots: list[Json] = [None] * count
        self.cuts: dict[int, bytes] = {}
        self.cut_by: dict[int, str] = {}
        self.committed: dict[int, str] = {}
        self.digests: list[str] | None = data["digests"]
        if self.digests is not None:
            need(len(self.digests) == count, "there is not one digest for each seat")
            for digest in self.digests:
                need(is_hex(digest, 64), "a digest is 32 bytes in hex")
        self.late = [0] * count
        self.timeouts: Data = data["timeouts"]
        self.banks = [1000 * data["clock"]["bank_seconds"]] * count
        self.stand_in: str | None = data["stand_in"]
        self.board: str | None = data["board"]
        self.mirrored: bool = data["mirrored"]
        self.reveal: str = data["reveal"]
        need(self.reveal in ("scored", "all", "none"), "nothing is revealed so")
        need((self.reveal == "none") == (self.board is not None), "that goes with a board alone")
        need(self.mirrored in (False, True), "a match is mirrored or not")
        need(not self.mirrored or len(self.scores) == 2, "a mirrored match has two sides")

    def _label(self, what: str) -> bytes:
        return ("good-ten/%s/%d" % (what, 1 if self.board is None else 2)).encode()

    def _named(self) -> tuple[str, list[bytes]]:
        """What the decks hang on beside their secrets: a name, and cuts."""
        cuts = [self.cuts[seat] for seat in range(len(self.sides))]
        return (self.match, cuts) if self.board is None else (self.board, [])

    def _seat(self, data: Data) -> int:
        seat: int = data["seat"]
        need(type(seat) is int and 0 <= seat < len(self.sides), "there is no seat %s" % seat)
        return seat

    def _seat_taken(self, data: Data) -> None:
        seat = self._seat(data)
        need(self.status == "waiting" and self.players[seat] is None, "the seat was taken")
        need(data["player"] not in self.players, "the player had a seat")
        self.players[seat], self.bots[seat] = data["player"], data["bot"]
        if data["bot"] is not None:
            self.came.add(seat)

    def is_bots(self, seat: int) -> bool:
        """Whether a bot took the seat, and did not get it from a player who left."""
        return self.bots[seat] is not None and seat not in self.gone

    def may_choose(self, seat: int) -> bool:
        """Whether the player of the seat can still choose a cut."""
        return seat not in self.cuts and seat not in self.committed and not self.is_bots(seat)

    def _uncut(self, data: Data) -> int:
        seat = self._seat(data)
        need(self.status == "waiting" and self.players[seat] is not None, "nobody sits there")
        need(seat not in self.cuts, "the seat had cut")
        return seat

    def _cut_committed(self, data: Data) -> None:
        seat = self._uncut(data)
        need(self.digests is not None, "nobody commits to a cut in such a match")
        need(not self.is_bots(seat), "the cut of a bot is fixed since the match was created")
        need(seat not in self.committed, "the seat had committed to a cut")
        need(is_hex(data["digest"], 64), "a digest is 32 bytes in hex")
        agree(data, {"seat": seat, "digest": data["digest"]})
        self.committed[seat] = data["digest"]
        self.came.add(seat)

    def _cut_made(self, data: Data) -> None:
        seat, by = self._uncut(data), data["by"]
        need(is_hex(data["cut"], 32), "a cut is 16 bytes in hex")
        agree(data, {"seat": seat, "cut": data["cut"], "by": by})
        need(by in (*OWN, *SPARE), "nobody of that kind cuts")
        need((by == "bot") == self.is_bots(seat), "a bot's cut is by a bot, and no other is")
        if self.digests is None:
            need(by in ("player", "bot", "absent"), "nobody of that kind cuts in such a match")
        else:
            self._fixed(seat, by, cut_digest(self.match, seat, bytes.fromhex(data["cut"])))
        self.cuts[seat], self.cut_by[seat] = bytes.fromhex(data["cut"]), by
        if by != "absent":
            self.came.add(seat)
        if len(self.cuts) == len(self.sides):
            self.due = "match_started"

    def _fixed(self, seat: int, by: str, digest: str) -> None:
        """The cut is the one that was committed to, and whose it is said to be."""
        assert self.digests is not None
        others = any(self.may_choose(other) for other in range(len(self.sides)) if other != seat)
        if by in OWN:
            due = self.committed.get(seat, digest)
            need(digest == due, "it is not the cut that seat %d committed to" % seat)
            need((by == "open") == others, "it is open if others could still choose, and only then")
            return
        problem = "it is not the cut that the server had for seat %d when it created the match"
        need(digest == self.digests[seat], problem % seat)
        if by == "not_revealed":
            need(seat in self.committed and not others, "its cut could not be shown yet")
        else:
            need(seat not in self.committed, "the seat had committed to a cut of its own")

    def _match_started(self, data: Data) -> None:
        self.status, self.due = "playing", "deal_started"
        if 1 in self.secrets:
            name, cuts = self._named()
            label, count = self._label("dealer"), len(self.sides)
            agree(data, {"dealer": dealer_of(label, self.secrets[1], name, cuts, count)})
        agree(data, {"dealer": self._seat({"seat": data["dealer"]})})
        self.dealer = data["dealer"] - 1

    def _deal_started(self, data: Data) -> None:
        self.deal, self.dealer = self.deal + 1, (self.dealer + 1) % len(self.sides)
        agree(data, {"deal": self.deal, "dealer": self.dealer})
        self.stock = [None] * 52
        self.seen: set[str] = set()
        if self.proved:
            name, cuts = self._named()
            secret = self.secrets[self.source]
            self.stock = [*deck_of(self._label("deck"), secret, name, self.source, cuts)]
        self.packet = 0
        self.table: list[str] = []
        self.builds: dict[int, list[str]] = {}
        self.last_capture: int | None = None
        self.piles: list[list[str]] = [[] for _ in self.scores]
        self.sweeps, self.plays = [0] * len(self.scores), 0
        self.due = "packet_dealt"

    def _packet_dealt(self, data: Data) -> None:
        seats, first = len(self.sides), self.packet == 0
        order = self.rules["deal_order"]
        self.hands, dealt = packet_of(order, seats, self.dealer, self.stock, first)
        self.packet, self.turn = self.packet + 1, (self.dealer + 1) % seats
        if not self.proved:
            need(len(data["table"]) == len(dealt), "%d cards go to the table" % len(dealt))
        table = [card for card in dealt if card] if self.proved else data["table"]
        need(len(set(table)) == len(table) and set(table) <= set(CARDS), "a card stands twice")
        last, left = len(self.stock) < 4 * seats, len(self.stock)
        due = {"deal": self.deal, "packet": self.packet, "last": last, "table": in_order(table)}
        agree(data, {**due, "stock": left, "turn": self.turn})
        self.table += table
        self.seen.update(table)

    def _take(self, cards: list[str], values: list[int]) -> list[str]:
        """Takes loose cards and whole builds off the table."""
        taken = []
        for card in cards:
            need(card in self.table, "%s did not lie loose on the table" % card)
            self.table.remove(card)
            taken.append(card)
        for value in values:
            need(value in self.builds, "there was no build of %s" % value)
            taken += self.builds.pop(value)
        return taken

    def _card_played(self, data: Data) -> None:
        seat, move = self._seat(data), data["move"]
        need(seat == self.turn, "it was not the turn of seat %d" % seat)
        card, kind, hand = move["card"], move["kind"], self.hands[seat]
        held = card if self.proved else None
        need(held in hand, "%s was not in the hand of seat %d" % (card, seat))
        need(card in CARDS and card not in self.seen, "%s was out already" % card)
        hand.remove(held)
        self.seen.add(card)
        need(kind in ("trail", "capture", "build"), "there is no such move")
        captured: list[str] = []
        build = None
        if kind == "trail":
            self.table.append(card)
        elif kind == "capture":
            captured = [*self._take(move["loose"], move["builds"]), card]
            self.piles[self.sides[seat]] += captured
            self.last_capture = seat
        else:
            build = self._built(data, seat, move)
        self.turn = (seat + 1) % len(self.sides) if any(self.hands) else None
        sweep = kind == "capture" and not self.table and not self.builds
        if self.turn is None and not self.stock and not self.rules["last_card_sweep"]:
            sweep = False
        self.sweeps[self.sides[seat]] += sweep
        due = {"seat": seat, "captured": in_order(captured), **move_as_written(move)}
        by_clock = self.forced == "card_played"
        due.update(build=build, sweep=sweep, default=by_clock, turn=self.turn)
        agree(data, due)
        if not by_clock:
            self.late[seat] = 0
            self.came.update([seat] if self.bots[seat] is None else [])
        if self.rules["draws"] and self.stock:
            self.due, self.drawer = "card_drawn", seat
        elif self.turn is None:
            self.due = "packet_dealt" if self.stock else "deal_scored"
        self.plays += 1

    def _card_drawn(self, data: Data) -> None:
        self.hands[self.drawer].append(self.stock.pop(0))
        agree(data, {"seat": self.drawer, "stock": len(self.stock)})

    def _built(self, data: Data, seat: int, move: Data) -> Data:
        value = move["value"]
        joined: list[int] = [worth for worth in (move.get("raises"), value) if worth in self.builds]
        need(move.get("raises") in (None, *joined), "there was no such build to raise")
        cards = in_order([move["card"], *self._take(move["loose"], joined)])
        self.builds[value] = cards
        kind = data["build"]["kind"]
        need(kind in ("single", "multiple"), "a build is single or multiple")
        return {"value": value, "owner": seat, "kind": kind, "cards": cards}

    def _deal_scored(self, data: Data) -> None:
        seat = self.last_capture
        if seat is not None:
            self.piles[self.sides[seat]] += self.table
        piles = [in_order(pile) for pile in self.piles]
        sheet = self._sheet(piles)
        self.scores = [score + row["total"] for score, row in zip(self.scores, sheet)]
        due = {"deal": self.deal, "residue": {"seat": seat, "cards": in_order(self.table)}}
        due.update(sheet=sheet, scores=self.scores, piles=piles)
        secret = None if self.reveal == "none" else self.secrets[self.deal].hex()
        agree(data, {**due, "secret": secret})
        need(not self.builds, "a build was left on the table")
        self.turn = None
        self.due = "deal_started" if self._winner() is None else "match_finished"

    def _sheet(self, piles: list[list[str]]) -> list[dict[str, int]]:
        points = self.points
        rows: list[dict[str, int]] = []
        counts = [[len(pile), sum(card[1] == "s" for card in pile)] for pile in piles]
        most = [[count[at] for count in counts] for at in (0, 1)]
        best = [count.index(max(count)) if count.count(max(count)) == 1 else None for count in most]
        for side, pile in enumerate(piles):
            row = {
                "most_cards": points["cards"] * (best[0] == side),
                "most_spades": points["spades"] * (best[1] == side),
                "big_casino": points["big_casino"] * ("Td" in pile),
                "little_casino": points["little_casino"] * ("2s" in pile),
                "aces": points["ace"] * sum(card[0] == "A" for card in pile),
                "sweeps": self.rules["sweep_points"] * self.sweeps[side],
            }
            if points["each_spade"] or points["spade_jack"]:
                jack = points["spade_jack"] * ("Js" in pile)
                row["each_spade"] = points["each_spade"] * counts[side][1] + jack
            row["total"] = sum(row.values())
            rows.append({**row, "side": side, "cards": counts[side][0], "spades": counts[side][1]})
        return rows

    def _winner(self) -> int | None:
        scores, rivals = self.scores, self.contenders
        best = max(scores[side] for side in rivals)
        leaders = [side for side in rivals if scores[side] == best]
        if self.deal == MOST_DEALS:
            order = [(self.dealer + step) % len(self.sides) for step in range(1, 7)]
            return next(self.sides[seat] for seat in order if self.sides[seat] in leaders)
        first_to, each = self.rules["first_to"], self.rules["deals_each"]
        over = each is not None and self.deal >= each * len(self.sides)
        over = over or (first_to is not None and best >= first_to)
        over = over and not (self.mirrored and self.deal % 2 == 1)
        return leaders[0] if over and len(leaders) == 1 else None

    def _clock_ran_out(self, data: Data) -> None:
        seat = self._seat(data)
        need(seat == self.turn, "it was not the turn of seat %d" % seat)
        self.late[seat] += 1
        agree(data, {"seat": seat, "in_a_row": self.late[seat]})
        self.banks[seat] = 0
        self.due, then = "card_played", self.timeouts["then"]
        is_last = self.late[seat] >= self.timeouts["limit"]
        if is_last and (then == "forfeit" or self.bots[seat] is None):
            self._leave(seat, "timeouts", self.timeouts["bot"] if then == "bot" else None)

    def _clock_charged(self, data: Data) -> None:
        seat, over, lag = self._seat(data), data["over_ms"], data["lag_ms"]
        need(seat == self.turn, "it was not the turn of seat %d" % seat)
        need(type(over) is int and type(lag) is int and 0 <= lag <= over > 0, "no such times")
        bank = min(self.banks[seat], over - lag)
        agree(data, {"seat": seat, "over_ms": over, "lag_ms": lag, "bank_ms": bank})
        self.banks[seat] -= bank

    def _time_given_back(self, data: Data) -> None:
        need(type(data["ms"]) is int and data["ms"] > 0, "no such time")
        agree(data, {"seat": self.turn, "ms": data["ms"], "reason": data["reason"]})

    def _seat_taken_back(self, data: Data) -> None:
        seat = self._seat(data)
        agree(data, {"seat": seat})
        need(self.status == "playing", "nothing was being played")
        need(seat in self.timed_out and self.bots[seat], "no bot played there for a player")
        self.bots[seat], self.late[seat] = None, 0
        self.gone.discard(seat)
        self.timed_out.discard(seat)

    def _seat_resigned(self, data: Data) -> None:
        need(self.status == "playing", "nothing was being played")
        self._give_up(data, "resigned")

    def _seat_forfeited(self, data: Data) -> None:
        self._give_up(data, "forfeited")

    def _give_up(self, data: Data, reason: str) -> None:
        seat = self._seat(data)
        agree(data, {"seat": seat})
        need(self.players[seat] is not None and seat not in self.gone, "nobody is left there")
        self._leave(seat, reason, self.stand_in)

    def _leave(self, seat: int, reason: str, bot: str | None) -> None:
        """A bot plays on while two sides or more contend; else the best of the others has won."""
        others = [side for side in self.contenders if side != self.sides[seat]]
        if reason == "timeouts" and seat not in self.gone:
            self.timed_out.add(seat)
        self.gone.add(seat)
        if bot is not None and (self.stand_in is None or len(others) > 1):
            self.due, self.bot_due = "seat_handed_over", {"seat": seat, "bot": bot}
        elif reason == "timeouts" and self._nobody_is_there(seat):
            self.due = "match_abandoned"
        else:
            best = max(others, key=lambda side: (self.scores[side], -side))
            self.due, self.won = "match_finished", (best, reason)

    def _nobody_is_there(self, seat: int) -> bool:
        """Whether between two sides the other one is away as well, and both lose then."""
        if self.timeouts["both"] != "lost" or len(self.scores) != 2:
            return False
        away = max(1, self.timeouts["limit"] - 1)
        others = [other for other, side in enumerate(self.sides) if side != self.sides[seat]]
        return all(
            self.bots[other] is None and (self.late[other] >= away or other not in self.came)
            for other in others
        )

    def _seat_handed_over(self, data: Data) -> None:
        seat = self._seat(data)
        need(self.players[seat] is not None, "nobody sits there")
        need(type(data["bot"]) is str and data["bot"], "no bot is named")
        agree(data, self.bot_due if self.forced else {"seat": seat, "bot": data["bot"]})
        self.bots[seat], self.late[seat] = data["bot"], 0
        self.gone.add(seat)

    def _match_finished(self, data: Data) -> None:
        winner, reason = self.won or (self._winner(), "score")
        due = {"winner": winner, "reason": reason, "scores": self.scores}
        agree(data, {**due, "secret": self._broken_off() if self.won else None})
        self.status = "finished"

    def _match_abandoned(self, data: Data) -> None:
        agree(data, {"scores": self.scores, "secret": self._broken_off()})
        self.status = "finished"

    def _match_annulled(self, data: Data) -> None:
        need(type(data["reason"]) is str, "no reason is given")
        agree(data, {"reason": data["reason"], "secret": self._broken_off()})
        self.status = "finished"

    def _broken_off(self) -> str | None:
        """The secret that must be shown of a deal that is never scored, in hex, or None."""
        if not self.deal or self.reveal != "all":
            return None
        need(self.deal in self.secrets, "the secret of deal %d must be shown" % self.deal)
        return self.secrets[self.deal].hex()


# What is said: the export as a whole.


def facts_in(lines: Iterable[bytes]) -> tuple[list[Numbered], int | None]:
    """The facts as (line number, fact), and the number of the first line that is no fact."""
    facts: list[Numbered] = []
    for number, line in enumerate(lines, 1):
        try:
            fact = json.loads(line, object_pairs_hook=_once, parse_float=_no, parse_constant=_no)
        except (ValueError, RecursionError):
            fact = None
        keys = {*HASHED, "secret_digest", "previous_hash", "hash"}
        if not isinstance(fact, dict) or set(fact) != keys:
            if not facts:
                raise Unusable("line %d is no fact of an exported match" % number)
            return facts, number
        facts.append((number, fact))
    if not facts:
        raise Unusable("there is nothing in it")
    return facts, None


def _once(pairs: list[tuple[str, Json]]) -> Data:
    content = dict(pairs)
    if len(content) < len(pairs):
        raise ValueError("a key stands twice")
    return content


def _no(text: str) -> NoReturn:
    raise ValueError("%s is not a whole number" % text)


def at(number: int, fact: Data, check: Callable[..., T], *arguments: Any) -> T:
    """Runs a check of this line, and names the line where it fails."""
    try:
        return check(*arguments)
    except Broken as broken:
        problem = str(broken)
    except (AttributeError, LookupError, RuntimeError, TypeError, ValueError) as error:
        problem = "it cannot be read: %r" % error
    raise Broken("line %d, %s: %.400s" % (number, fact["type"], problem))


def check_chain(facts: list[Numbered]) -> str:
    """Every fact has the hash of its content and of the fact before it."""
    previous, stream = "0" * 64, facts[0][1]["stream"]

    def check(version: int, fact: Data) -> None:
        said = {key: fact[key] for key in HASHED}
        said["secret"] = fact["secret_digest"]
        need(type(fact["version"]) is int, "its version is no number")
        problem = "it has version %d, and version %d must come here" % (fact["version"], version)
        need(fact["version"] == version and fact["stream"] == stream, problem)
        need(fact["previous_hash"] == previous, "it does not follow the fact before it")
        content = previous.encode() + canonical(said).encode()
        due = hashlib.sha256(content).hexdigest()
        need(fact["hash"] == due, "its content is not what was recorded")
        newest = max([before[1] + 1 for before in BEFORE if before[0] == fact["type"]], default=1)
        need(fact["schema"] in range(1, newest + 1), "its schema is newer than this program")

    for version, (number, fact) in enumerate(facts, 1):
        at(number, fact, check, version, fact)
        previous = fact["hash"]
    return previous


def upcast(fact: Data) -> None:
    """Says in a fact of an earlier schema what went without saying."""
    for schema in range(fact["schema"], 9):
        before = BEFORE.get((fact["type"], schema), {})
        need(not set(before) & set(fact["data"]), "its schema has no such field")
        fact["data"] = {**before, **fact["data"]}
    data = fact["data"]
    if fact["type"] == "match_created" and fact["schema"] < 3:
        need("rules" not in data, "its schema has no such field")
        data["rules"] = named_rules(data["ruleset"], data["overrides"])
    if fact["type"] == "match_created" and fact["schema"] < 4:
        for part, field, before_it in (("clock", "bank_seconds", 0), ("timeouts", "both", "first")):
            need(field not in data[part], "its schema has no such field")
            data[part] = {**data[part], field: before_it}


def round_secrets(created: Data, seed: str) -> dict[int, bytes]:
    """The secrets of all deals of a board, from the one that the round has published."""
    need(created["board"] is not None, "its decks are its own: no round has their secret")
    links = [bytes.fromhex(seed)]
    for _ in range(MOST_DEALS):
        links.append(sha256(links[-1]))
    need(
        links[-1].hex() == created["commitment"],
        "the secret of the round does not lead to the commitment",
    )
    return dict(zip(range(MOST_DEALS, 0, -1), links))


def secrets_in(facts: list[Numbered]) -> dict[int, bytes]:
    """The secret of every revealed deal, each proved by the one before it or by the commitment."""
    created = facts[0][1]
    known: dict[int, bytes] = {}

    def check(kind: str, data: Data) -> None:
        deal = len(known) + 1
        need(kind != "deal_scored" or data["deal"] == deal, "deal %d must be scored here" % deal)
        if data["secret"] is None:
            need(kind != "deal_scored", "the secret of deal %d must be shown" % deal)
            return
        before = known[deal - 1] if deal > 1 else bytes.fromhex(created["data"]["commitment"])
        secret = bytes.fromhex(data["secret"])
        what = "secret of deal %d" % (deal - 1) if deal > 1 else "commitment"
        need(sha256(secret) == before, "its secret does not lead to the %s" % what)
        known[deal] = secret

    for number, fact in facts:
        if fact["type"] in ("deal_scored", "match_finished", "match_annulled", "match_abandoned"):
            at(number, fact, check, fact["type"], fact["data"])
    return known


def rules_from(folder: str | None) -> bool:
    """Whether Good Ten's engine can be imported, from this folder if one is named."""
    if folder:
        sys.path.insert(0, folder)
    try:
        from engine import ChargeClock  # noqa: F401 - not in the engines before it
        from engine.wire import rules_json  # noqa: F401 - not in the engines before it
    except (ImportError, SyntaxError, TypeError):
        if folder:
            raise Unusable("there is no engine to import from %s" % folder) from None
        return False
    return True


class Judging:
    """Decides every command again by the engine; the facts must come out the same."""

    def __init__(self, secrets: dict[int, bytes]) -> None:
        from engine import NEW

        self.secrets, self.state = secrets, NEW
        self.decided: list[Event] = []

    def follow(self, fact: Data) -> bool:
        """False from the fact on that hangs on a secret that was never revealed."""
        import engine

        try:
            if fact["type"] == "match_created":
                unknown = {"seed": "00" * 32}
                self.decided = [engine.from_fact(fact["type"], 4, fact["data"], unknown)]
            elif not self.decided:
                command = self._command(fact["type"], fact["data"])
                self.decided = list(engine.decide(self.state, command, self._secret_of))
            event = self.decided.pop(0)
            is_drawn = event.type in ("match_started", "deal_started")
            deal = getattr(event, "deal", 1)
            deal -= self.state.mirrored and deal % 2 == 0
            if is_drawn and deal not in self.secrets:
                return False
            need(event.type == fact["type"], "%s must come here" % event.type)
            agree(fact["data"], engine.to_fact(event).data)
            self.state = engine.evolve(self.state, event)
        except engine.Refusal as refusal:
            raise Broken("against the rules: %s" % refusal.detail) from None
        return True

    def _secret_of(self, seed: bytes, deal: int) -> bytes:
        return self.secrets.get(deal, seed)

    def _command(self, kind: str, data: Data) -> Command:
        import engine

        if kind == "card_played":
            return engine.PlayMove(data["seat"], engine.move_from_json(data["move"]))
        if kind == "seat_taken":
            return engine.TakeSeat(data["seat"], data["player"], data["bot"])
        if kind == "cut_committed":
            return engine.CommitCut(data["seat"], bytes.fromhex(data["digest"]))
        if kind == "cut_made":
            by = "player" if data["by"] == "open" else data["by"]
            return engine.MakeCut(data["seat"], bytes.fromhex(data["cut"]), by)
        if kind == "clock_ran_out":
            return engine.RunOutClock(data["seat"])
        if kind == "clock_charged":
            return engine.ChargeClock(data["seat"], data["over_ms"], data["lag_ms"])
        if kind == "time_given_back":
            return engine.GiveTimeBack(data["ms"], data["reason"])
        if kind == "seat_taken_back":
            return engine.TakeBack(data["seat"])
        if kind == "seat_handed_over":
            return engine.HandOver(data["seat"], data["bot"])
        if kind == "seat_forfeited":
            return engine.Forfeit(data["seat"])
        if kind == "match_annulled":
            return engine.Annul(data["reason"])
        need(kind == "seat_resigned", "%s follows from nothing" % kind)
        return engine.Resign(data["seat"])


def proof(
    lines: Iterable[bytes],
    with_rules: bool,
    expected: str | None = None,
    seed: str | None = None,
    receipts: Sequence[Data] = (),
    tournament: Sequence[Data] = (),
) -> Iterator[str]:
    """What is proved, line by line; raises Broken at the first line that is not so."""
    facts, no_fact = facts_in(lines)
    head = check_chain(facts)
    number, fact = facts[-1]
    at(number, fact, need, expected in (None, head), "it is the last, with hash %s" % head)
    need(no_fact is None, "line %s: it is no exported fact" % no_fact)
    yield "chain    unbroken: %d facts, the last with hash %s" % (len(facts), head)
    number, created = facts[0]
    at(number, created, need, created["type"] == "match_created", "a match begins otherwise")
    for number, fact in facts:
        at(number, fact, upcast, fact)
    for receipt in receipts:
        check_receipt(facts, receipt)
    number, created = facts[0]
    is_shared = at(number, created, lambda: created["data"]["board"] is not None)
    if tournament:
        told = at(number, created, board_of, tournament, created["data"])
        seed = seed or told
        yield "board    %s, as %s" % (created["data"]["board"] or "none", _place(is_shared, told))
    if seed is not None:
        secrets = at(number, created, round_secrets, created["data"], seed)
        yield "secrets  that of the round given, fixed by the commitment"
    elif is_shared:
        secrets = {}
        yield "secrets  not revealed yet: other tables play the same decks"
    else:
        secrets = secrets_in(facts)
        yield "secrets  %d revealed, all fixed by the commitment" % len(secrets)
    if created["schema"] > 2:
        rules = at(number, created, lambda: created["data"]["rules"])
        at(number, created, check_rules, rules, created["data"]["overrides"])
        yield "rules    %s" % at(number, created, rules_in_words, created["data"]["ruleset"], rules)
    match, judging, scored = Match(secrets), Judging(secrets) if with_rules else None, 0
    for number, fact in facts:
        at(number, fact, match.follow, fact["type"], fact["data"])
        if fact["type"] == "match_created":
            due = "match-%s" % match.match
            at(number, fact, need, fact["stream"] == due, "it is of another match")
        if judging and not at(number, fact, judging.follow, fact):
            judging = None
        if fact["type"] == "match_started":
            yield from _cuts(match)
        if fact["type"] == "match_started" and 1 in secrets:
            yield "dealer   proved: seat %d deals first" % fact["data"]["dealer"]
        if fact["type"] == "deal_scored":
            scores = " : ".join(map(str, match.scores))
            yield "deal %-3d %s; %s" % (match.deal, _dealt(match, judging), scores)
            scored = match.deal
    number, fact = facts[-1]
    at(number, fact, need, match.due is None, "it is the last, but %s must follow" % match.due)
    if match.deal > scored:
        if match.proved:
            yield "deal %-3d %s; not played out" % (match.deal, _dealt(match, judging))
        else:
            yield "deal %-3d not proved: it was not played out, its secret is sealed" % match.deal
    yield from _end(match, fact, is_shared and not secrets, receipts)


def _place(is_shared: bool, told: str | None) -> str:
    if not is_shared:
        return "the tournament has it"
    return "the tournament has it; its secret %s" % (
        "was fixed before anybody had entered" if told else "is not published yet"
    )


def _cuts(match: Match) -> Iterator[str]:
    if match.board is not None:
        yield "cuts     change nothing: the decks are those of the board"
        return
    own = [seat for seat in sorted(match.cut_by) if match.cut_by[seat] in OWN]
    if match.digests is None:
        yield "cuts     made one after another: nothing bound those that the server made"
    elif own:
        yield "cuts     of the players: %s" % _each(match, own, "seat %d: %s", OWN)
    silent = sum(by == "not_revealed" for by in match.cut_by.values())
    if silent:
        decks = 2**silent
        yield "cuts     %d left unshown: who decided it chose between %d decks" % (silent, decks)
    rest = [seat for seat in sorted(match.cut_by) if seat not in own]
    if rest:
        yield "cuts     the server cut for %s" % _each(match, rest, "seat %d (%s)", SPARE)


def _each(match: Match, seats: list[int], form: str, words: dict[str, str]) -> str:
    return ", ".join(form % (seat, words[match.cut_by[seat]]) for seat in seats)


def _dealt(match: Match, judging: Judging | None) -> str:
    if not match.proved:
        return "not proved: %d plays, the secret of its round is not revealed yet" % match.plays
    judged = "by the rules" if judging else "rules not judged"
    return "proved: %d plays, %s" % (match.plays, judged)


def _end(match: Match, last: Data, is_sealed: bool, receipts: Sequence[Data]) -> Iterator[str]:
    data = last["data"]
    if last["type"] == "match_annulled":
        yield "result   annulled: %s" % json.dumps(data["reason"])
    elif last["type"] == "match_abandoned":
        yield "result   both sides stayed away, and both have lost"
    elif match.status == "finished":
        yield "result   side %d wins (%s)" % (data["winner"], data["reason"])
    left_out = [receipt["seat"] for receipt in receipts if _is_left_out(match, receipt)]
    if left_out:
        seat = left_out[0]
        who = (seat, seat, SPARE[match.cut_by[seat]])
        yield "NOT PROVED for seat %d: its cut is left out; the server cut for seat %d, %s" % who
    elif match.status != "finished":
        yield "PROVED so far; the match is not finished"
    elif is_sealed:
        yield "PROVED so far; the decks are not, before the secret of their round is revealed"
    else:
        yield "PROVED%s" % _by_whom(match, [receipt["seat"] for receipt in receipts])


def _is_left_out(match: Match, receipt: Data) -> bool:
    """Whether another cut than the player's own was made for the seat of the receipt."""
    return match.cut_by.get(receipt["seat"]) in SPARE


def _by_whom(match: Match, kept: list[int]) -> str:
    """What the proof rests on."""
    if match.board is not None:
        return "; the server alone drew the secret of the board"
    if match.digests is None:
        return " but for the cuts, which nothing bound in matches of that time"
    for seat in kept:
        if match.cut_by.get(seat) == "open":
            return ", and seat %d's own cut is in it, shown while others could still choose" % seat
    if kept:
        return ", and %s" % ", ".join("seat %d's own cut is in it" % seat for seat in sorted(kept))
    own = ["seat %d" % seat for seat in sorted(match.cut_by) if match.cut_by[seat] in OWN]
    if own:
        return "; that a player cut for %s, only a receipt can prove" % ", ".join(own)
    if match.cut_by:
        return "; the server alone made the cuts, and fixed them when it created the match"
    return ""


def is_hex(text: Json, digits: int) -> bool:
    return type(text) is str and len(text) == digits and set(text) <= set("0123456789abcdef")


def tournament_from(content: bytes) -> list[Data]:
    """The facts of a tournament, from one or more answers of its `events/`, a JSON object each."""
    facts: list[Data] = []
    try:
        text, decoder = content.decode().strip(), json.JSONDecoder(object_pairs_hook=_once)
        while text:
            answer, end = decoder.raw_decode(text)
            facts += answer["results"]
            text = text[end:].strip()
        if [fact["version"] for fact in facts] == list(range(1, len(facts) + 1)):
            return facts
    except (ValueError, LookupError, TypeError, RecursionError):
        pass
    raise Unusable("these are not the facts of a tournament from the first one on")


def board_of(facts: Sequence[Data], created: Data) -> str | None:
    """The secret of the board that the tournament has for this match, in hex, or None where it is
    not published or the match has none; the board of the match must be that one.
    """
    rounds: list[tuple[int, int]] = []
    decks: dict[tuple[int, int], str | None] = {}
    reopened: set[tuple[int, int]] = set()
    place, is_own, first = None, False, facts[0]["data"]
    need(facts[0]["type"] == "tournament_created", "the facts of a tournament begin otherwise")
    shared = first["settings"]["dealing"] == "duplicate"
    for fact in facts:
        kind, data = fact["type"], fact["data"]
        at = (data.get("stage", 0), data.get("round", 0))
        if kind == "settings_changed":
            shared = data["settings"]["dealing"] == "duplicate"
        elif kind == "round_paired" and at not in rounds:
            rounds.append(at)
        elif kind == "round_discarded":
            rounds.remove(at)
        elif kind == "pairing_voided":
            reopened.add(at)
        elif kind == "round_closed":
            decks[at] = data["deck"]
        for table in data.get("tables", []):
            if table["match"] == created["match"]:
                place, is_own = at, at in reopened
    need(place is not None, "no table of this tournament plays it")
    assert place is not None
    due = "%s/%d/%d" % (first["tournament"], *place) if shared and not is_own else None
    agree({"board": created["board"]}, {"board": due})
    deck = decks.get(place) if due else None
    if deck is None:
        return None
    link = bytes.fromhex(deck)
    for _ in range(rounds.index(place) + 1):
        link = sha256(link)
    need(link.hex() == first["commitment"], "the secret of its round is not of the tournament")
    return deck


def receipt_from(content: bytes) -> Data:
    """The receipt in a file that a player kept."""
    try:
        receipt = json.loads(content, object_pairs_hook=_once)
    except (ValueError, RecursionError):
        receipt = None
    keys = {"receipt", "match", "seat", "commitment", "digests", "cut", "first", "seen"}
    if not isinstance(receipt, dict) or set(receipt) != keys or receipt["receipt"] != RECEIPT:
        raise Unusable("this is no receipt of a match")
    seen = receipt["seen"]
    is_seen = isinstance(seen, dict) and type(seen.get("version")) is int and seen["version"] > 0
    if not is_hex(receipt["cut"], 32) or type(receipt["seat"]) is not int or not is_seen:
        raise Unusable("this receipt cannot be read")
    return receipt


def check_receipt(facts: list[Numbered], receipt: Data) -> None:
    """The match is the one that the player saw begin, and whose cut it was is not turned round."""
    number, first = facts[0]
    seat, seen, what = receipt["seat"], receipt["seen"], "it is not what seat %d's receipt has: %s"

    def same(said: Json, kept: Json, name: str) -> None:
        need(canonical(said) == canonical(kept), what % (seat, name))

    for field in ("match", "commitment", "digests"):
        at(number, first, same, first["data"][field], receipt[field], field)
    at(number, first, same, first["hash"], receipt["first"], "its hash")
    if seen["version"] > len(facts):
        number, last = facts[-1]
        at(number, last, need, False, "it is the last, and seat %d's receipt saw more" % seat)
    number, fact = facts[seen["version"] - 1]
    at(number, fact, same, fact["hash"], seen["hash"], "its hash")
    digest = cut_digest(receipt["match"], seat, bytes.fromhex(receipt["cut"]))
    for number, fact in facts:
        data = fact["data"]
        if data.get("seat") != seat:
            continue
        if fact["type"] == "cut_committed":
            at(number, fact, same, data["digest"], digest, "its digest")
        if fact["type"] == "cut_made" and data["by"] in OWN:
            at(number, fact, same, data["cut"], receipt["cut"], "its cut")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("export", nargs="?", default="-", help="the file; without it, the input")
    parser.add_argument("--engine", metavar="FOLDER", help="where Good Ten's engine package lies")
    parser.add_argument("--head", metavar="HASH", help="the hash that the last fact must have")
    help = "what a player kept of the match; may be given for each player"
    parser.add_argument("--receipt", metavar="FILE", action="append", default=[], help=help)
    help = "the facts of its tournament, as GET tournaments/<id>/events/ answers them"
    parser.add_argument("--tournament", metavar="FILE", help=help)
    parser.add_argument("--round-secret", metavar="HEX", help="what the round has published")
    chosen = parser.parse_args(arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        with_rules = rules_from(chosen.engine)
        if chosen.export == "-":
            content = sys.stdin.buffer.read()
        else:
            with open(chosen.export, "rb") as file:
                content = file.read()
        seed = chosen.round_secret
        if seed is not None and not is_hex(seed, 64):
            raise Unusable("the secret of a round is 64 hex digits")
        receipts = []
        for name in chosen.receipt:
            with open(name, "rb") as file:
                receipts.append(receipt_from(file.read()))
        tournament: list[Data] = []
        if chosen.tournament is not None:
            with open(chosen.tournament, "rb") as file:
                tournament = tournament_from(file.read())
        line, lines = "", content.splitlines()
        for line in proof(lines, with_rules, chosen.head, seed, receipts, tournament):
            sys.stdout.write(line + "\n")
        return 1 if line.startswith("NOT PROVED") else 0
    except Broken as broken:
        sys.stdout.write("BROKEN   %s\n" % broken)
        return 1
    except (Unusable, OSError) as error:
        sys.stderr.write("%s: %s\n" % (chosen.export, error))
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
