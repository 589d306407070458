"""Every card comes at every place equally often, and a shuffle that does otherwise is caught."""

import hashlib
from collections.abc import Callable, Sequence
from io import StringIO
from math import erfc, exp, sqrt
from random import Random

import pytest
from django.core.management import CommandError, call_command

from engine.rules.cards import PACK
from engine.rules.shuffle import shuffled_deck
from games.management.commands import deal_statistics as command
from games.records.chi_square import upper_tail
from games.records.deal_statistics import Counts, Shuffle, decks

DEALS = 5000


def run(*arguments: str) -> tuple[int, list[str]]:
    said = StringIO()
    code = 0
    try:
        call_command("deal_statistics", *arguments, stdout=said, no_color=True)
    except SystemExit as ended:
        code = int(ended.code or 0)
    return code, said.getvalue().splitlines()


def counted(shuffle: Shuffle, deals: int = DEALS, seed: str = "a test") -> Counts:
    counts = Counts()
    for deck in decks(seed, deals, shuffle):
        counts.add(deck)
    return counts


def drawn(secret: bytes, deal: int) -> Callable[[int], int]:
    return Random(secret + bytes([deal % 256])).randrange


def fair(secret: bytes, match: str, deal: int, cuts: Sequence[bytes]) -> list[int]:
    deck = list(range(PACK))
    Random(secret).shuffle(deck)
    return deck


def naive(secret: bytes, match: str, deal: int, cuts: Sequence[bytes]) -> list[int]:
    """The well-known mistake: every place is exchanged with any other."""
    below, deck = drawn(secret, deal), list(range(PACK))
    for place in range(PACK):
        other = below(PACK)
        deck[place], deck[other] = deck[other], deck[place]
    return deck


def sattolo(secret: bytes, match: str, deal: int, cuts: Sequence[bytes]) -> list[int]:
    """One too few: no card ever stays where it was."""
    below, deck = drawn(secret, deal), list(range(PACK))
    for place in range(PACK - 1, 0, -1):
        other = below(place)
        deck[place], deck[other] = deck[other], deck[place]
    return deck


def by_modulo(secret: bytes, match: str, deal: int, cuts: Sequence[bytes]) -> list[int]:
    """Bytes modulo n, nothing thrown away: low numbers come too often."""
    source = hashlib.shake_256(secret).digest(PACK)
    deck = list(range(PACK))
    for place in range(PACK - 1, 0, -1):
        other = source[place] % (place + 1)
        deck[place], deck[other] = deck[other], deck[place]
    return deck


def rotated(secret: bytes, match: str, deal: int, cuts: Sequence[bytes]) -> list[int]:
    """Too even: each card comes at each place in turn."""
    return [(card + deal) % PACK for card in range(PACK)]


def test_the_shuffle_is_as_even_as_chance_makes_it() -> None:
    counts = counted(shuffled_deck)
    assert counts.deals == DEALS
    assert sum(counts.seen) == DEALS * PACK
    assert counts.is_even(0.001), counts.p_value


@pytest.mark.parametrize("biased", [naive, sattolo, by_modulo, rotated])
def test_a_biased_shuffle_is_caught(biased: Shuffle) -> None:
    assert not counted(biased).is_even(0.0001)


def test_drawing_without_putting_back_is_allowed_for() -> None:
    """What one deck gives is what many give on average: the degrees of freedom, exactly."""
    one = Counts()
    one.add(next(decks("any", 1)))
    assert one.chi_square == pytest.approx(51**2)


def test_p_is_spread_evenly_over_fair_shuffles() -> None:
    found = [counted(fair, 1000, f"run {n}").p_value for n in range(24)]
    assert sum(p < 0.5 for p in found) in range(5, 20)
    assert min(found) > 0.0005
    assert max(found) < 0.9995


@pytest.mark.parametrize("x", [0.001, 0.5, 1.0, 3.84, 10.0, 60.0])
def test_the_tail_agrees_with_what_is_known_in_closed_form(x: float) -> None:
    assert upper_tail(x, 1) == pytest.approx(erfc(sqrt(x / 2)), rel=1e-10)
    assert upper_tail(x, 2) == pytest.approx(exp(-x / 2), rel=1e-10)
    assert upper_tail(x, 4) == pytest.approx(exp(-x / 2) * (1 + x / 2), rel=1e-10)


@pytest.mark.parametrize("x", [2300.0, 2500.0, 2601.0, 2602.5, 2700.0, 2950.0])
def test_the_tail_agrees_with_wilson_and_hilferty_for_the_table_of_a_deck(x: float) -> None:
    df = 51**2
    z = ((x / df) ** (1 / 3) - (1 - 2 / (9 * df))) / sqrt(2 / (9 * df))
    assert upper_tail(x, df) == pytest.approx(erfc(z / sqrt(2)) / 2, rel=5e-3)


def test_the_command_says_the_same_for_the_same_seed() -> None:
    first = run("--deals", "2000", "--seed", "one")
    assert first[0] == 0
    assert first[1][0] == "2000 decks, seed one"
    assert "2601 degrees of freedom" in first[1][1]
    assert run("--deals", "2000", "--seed", "one") == first
    assert run("--deals", "2000", "--seed", "two")[1][1] != first[1][1]


def test_the_command_fails_where_the_shuffle_is_biased(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "decks", lambda seed, deals: decks(seed, deals, naive))
    code, said = run("--deals", "3000", "--seed", "one")
    assert code == 1
    assert said[-1] == "Not what chance does: p beyond 0.0001"


def test_a_seed_is_drawn_and_told_where_none_is_given() -> None:
    _, first = run("--deals", "1000")
    _, second = run("--deals", "1000")
    assert first[0] != second[0]


@pytest.mark.parametrize(
    "arguments", [("--deals", "12"), ("--deals", "many"), ("--least-p", "0.7"), ("--least-p", "?")]
)
def test_what_cannot_be_counted_is_refused(arguments: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        run(*arguments)
