"""Verifiable dealing: the algorithm of docs/fairness.md, written a second time here."""

import hashlib
import hmac
from collections.abc import Iterator
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import chain, commitment, first_dealer, secret_of_deal, shuffled_deck, texts
from engine.rules.shuffle import follows
from tests.engine.builders import SEED

CUTS = [b"a" * 16, b"b" * 16]


def sized(content: bytes) -> bytes:
    return len(content).to_bytes(4, "big") + content


def words(label: bytes, key: bytes, match: str, deal: int, cuts: list[bytes]) -> Iterator[int]:
    message = sized(label) + sized(match.encode()) + deal.to_bytes(4, "big")
    message += len(cuts).to_bytes(4, "big") + b"".join(map(sized, cuts))
    for block in count():
        digest = hmac.new(key, message + block.to_bytes(4, "big"), hashlib.sha256).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(digest[at : at + 4], "big")


def below(n: int, source: Iterator[int]) -> int:
    return next(word for word in source if word < 2**32 - 2**32 % n) % n


@settings(max_examples=40)
@given(st.binary(min_size=32, max_size=32), st.integers(1, 1000), st.text(max_size=40))
def test_a_deck_can_be_made_again_from_the_documented_algorithm(
    key: bytes, deal: int, match: str
) -> None:
    source = words(b"good-ten/deck/1", key, match, deal, CUTS)
    deck = list(range(52))
    for i in reversed(range(1, 52)):
        j = below(i + 1, source)
        deck[i], deck[j] = deck[j], deck[i]
    assert shuffled_deck(key, match, deal, CUTS) == tuple(deck)


@given(st.binary(min_size=32, max_size=32), st.integers(1, 6))
def test_the_first_dealer_can_be_drawn_again(key: bytes, seats: int) -> None:
    cuts = [bytes([seat]) * 16 for seat in range(seats)]
    source = words(b"good-ten/dealer/1", key, "m", 1, cuts)
    assert first_dealer(key, "m", cuts) == below(seats, source)


def test_the_published_example_stays_what_it_is_for_ever() -> None:
    secret = secret_of_deal(SEED, 1)
    deck = shuffled_deck(secret, "match-1", 1, CUTS)
    assert (
        commitment(SEED).hex() == "45cd0d40a72c806c4b78bbeca7a52d9fa6f25751fea57cf1564e7b70b9519db4"
    )
    assert secret.hex() == "b7b81dbeec01f0eee02e43da4988dafb5ecc56a90080555aff89bcbc92ba59c8"
    assert texts(1 << deck[0]) + texts(1 << deck[51]) == ["4c", "7s"]
    assert (
        hashlib.sha256(bytes(deck)).hexdigest()
        == "b9ac4f0608c883dee9ccf75d73798bf227a001b553382e7ffacb328a47338860"
    )


def test_each_secret_hashes_to_the_one_before_it_back_to_the_commitment() -> None:
    links = chain(SEED)
    assert len(links) == 1001
    assert links[1000] == SEED
    assert links[0] == commitment(SEED)
    for deal in (1, 2, 999, 1000):
        assert links[deal] == secret_of_deal(SEED, deal)
        assert follows(links[deal], links[deal - 1])
    assert not follows(links[3], links[1])


@pytest.mark.parametrize("deal", [-1, 1001])
def test_the_chain_has_no_further_deals(deal: int) -> None:
    with pytest.raises(ValueError, match="outside the chain"):
        secret_of_deal(SEED, deal)


def test_everything_that_goes_in_changes_the_deck() -> None:
    decks = {
        shuffled_deck(b"k" * 32, "m", 1, CUTS),
        shuffled_deck(b"l" * 32, "m", 1, CUTS),
        shuffled_deck(b"k" * 32, "n", 1, CUTS),
        shuffled_deck(b"k" * 32, "m", 2, CUTS),
        shuffled_deck(b"k" * 32, "m", 1, CUTS[::-1]),
        shuffled_deck(b"k" * 32, "m", 1, [CUTS[0] + CUTS[1]]),
    }
    assert len(decks) == 6


def test_every_card_comes_first_about_equally_often() -> None:
    firsts = [shuffled_deck(b"k" * 32, "m", deal, CUTS)[0] for deal in range(1, 2601)]
    counts = [firsts.count(card) for card in range(52)]
    chi_square = sum((n - 50) ** 2 / 50 for n in counts)
    assert chi_square < 87  # 51 degrees of freedom: exceeded once in a thousand
