"""The test vectors of docs/fairness.md hold for the engine and for the algorithm given there."""

import hashlib
import hmac
import json
import re
from pathlib import Path
from typing import Any

import pytest

from engine.rules import shuffle
from engine.rules.cards import card_text
from engine.rules.shuffle import (
    board_deck,
    commitment,
    cut_digest,
    first_board_dealer,
    first_dealer,
    secret_of_deal,
    shuffled_deck,
    spare_cut,
)

DOCUMENT = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text()
VECTORS: list[dict[str, Any]]
BOARDS: list[dict[str, Any]]
CUTS: list[dict[str, Any]]
VECTORS, CUTS, BOARDS = map(json.loads, re.findall(r"```json\n(.*?)```", DOCUMENT, re.DOTALL))


def reference(vector: dict[str, Any]) -> tuple[list[str], int]:
    """The deck and the first dealer, from the document alone."""
    is_shared = "board" in vector
    cuts = [bytes.fromhex(cut) for cut in vector.get("cuts", [])]
    seats = vector["seats"] if is_shared else len(cuts)

    def below(what: str) -> Any:
        label = f"good-ten/{what}/{2 if is_shared else 1}"
        name = vector["board" if is_shared else "match"]
        message = field(label.encode()) + field(name.encode())
        message += vector["deal"].to_bytes(4, "big") + len(cuts).to_bytes(4, "big")
        message += b"".join(map(field, cuts))
        words, block = list[int](), 0
        key = bytes.fromhex(vector["secret"])
        while len(words) < 100:
            digest = hmac.new(key, message + block.to_bytes(4, "big"), hashlib.sha256).digest()
            words += [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4)]
            block += 1
        source = iter(words)
        return lambda n: next(word for word in source if word < 2**32 - 2**32 % n) % n

    draw = below("deck")
    deck = [rank + suit for rank in "A23456789TJQK" for suit in "cdhs"]
    for i in range(51, 0, -1):
        j = draw(i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return deck, below("dealer")(seats)


def test_there_are_vectors_for_decks_and_for_first_dealers() -> None:
    assert len(VECTORS) >= 4
    assert {vector["dealer"] for vector in VECTORS} > {None}


@pytest.mark.parametrize(
    "vector", VECTORS, ids=lambda vector: f"{vector['match']}-{vector['deal']}"
)
def test_the_vectors_hold_for_the_engine_and_for_the_document(vector: dict[str, Any]) -> None:
    seed, secret = bytes.fromhex(vector["seed"]), bytes.fromhex(vector["secret"])
    match, deal = vector["match"], vector["deal"]
    cuts = [bytes.fromhex(cut) for cut in vector["cuts"]]
    assert commitment(seed).hex() == vector["commitment"]
    assert secret_of_deal(seed, deal) == secret
    assert hashlib.sha256(secret).hexdigest() == vector["previous"]
    deck, dealer = reference(vector)
    assert "".join(deck) == vector["deck"]
    assert [card_text(card) for card in shuffled_deck(secret, match, deal, cuts)] == deck
    if vector["dealer"] is not None:
        assert first_dealer(secret, match, cuts) == dealer == vector["dealer"]


@pytest.mark.parametrize("vector", BOARDS, ids=lambda vector: vector["board"])
def test_the_vectors_of_boards_hold_for_the_engine_and_for_the_document(
    vector: dict[str, Any],
) -> None:
    seed, secret = bytes.fromhex(vector["seed"]), bytes.fromhex(vector["secret"])
    board, deal = vector["board"], vector["deal"]
    assert commitment(seed).hex() == vector["commitment"]
    assert secret_of_deal(seed, deal) == secret
    assert hashlib.sha256(secret).hexdigest() == vector["previous"]
    deck, dealer = reference(vector)
    assert "".join(deck) == vector["deck"]
    assert [card_text(card) for card in board_deck(secret, board, deal)] == deck
    if vector["dealer"] is not None:
        assert first_board_dealer(secret, board, vector["seats"]) == dealer == vector["dealer"]


def field(content: bytes) -> bytes:
    """As the document has it: how long it is, then what it is."""
    return len(content).to_bytes(4, "big") + content


@pytest.mark.parametrize("vector", CUTS, ids=lambda vector: f"{vector['match']}-{vector['seat']}")
def test_the_vectors_of_cuts_hold_for_the_engine_and_for_the_document(
    vector: dict[str, Any],
) -> None:
    seed, match, seat = bytes.fromhex(vector["seed"]), vector["match"], vector["seat"]
    of_seat = field(match.encode()) + seat.to_bytes(4, "big")
    drawn = hmac.new(seed, field(b"good-ten/spare/1") + of_seat, hashlib.sha256).digest()[:16]
    digest = hashlib.sha256(field(b"good-ten/cut/1") + of_seat + field(drawn))
    assert spare_cut(seed, match, seat) == drawn == bytes.fromhex(vector["spare"])
    assert cut_digest(match, seat, drawn) == digest.digest() == bytes.fromhex(vector["digest"])


def test_a_word_that_would_favour_low_numbers_is_thrown_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Three seats: 2³² - 1 is the one word too many."""
    words = b"\xff\xff\xff\xff" * 2 + b"\x00\x00\x00\x07" + b"\x00" * 20
    monkeypatch.setattr(shuffle.hmac, "digest", lambda *_: words)
    assert first_dealer(b"k" * 32, "m", [b"c" * 16] * 3) == 7 % 3


def test_the_commands_by_hand_hash_what_they_say() -> None:
    """The hex of the HMAC example is the message of the first vector."""
    vector = VECTORS[0]
    assert DOCUMENT.count(vector["secret"]) == 4
    printed = "".join(re.findall(r"printf %s (0000000f.*?) \|", DOCUMENT, re.DOTALL))
    message = bytes.fromhex(printed.replace("\\\n", ""))
    digest = hmac.new(bytes.fromhex(vector["secret"]), message, hashlib.sha256).digest()
    last = int.from_bytes(digest[:4], "big") % 52
    assert vector["deck"].endswith(card_text(last))
