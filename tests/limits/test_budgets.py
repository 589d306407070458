"""The table of limits: what it says is what operations read, and a hall of people fits into it."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.limits.budgets import (
    BUDGETS,
    EXPENSIVE_READS,
    EXPENSIVE_READS_OF_ACCOUNT,
    JOINS,
    JOINS_OF_ACCOUNT,
    PASSWORDS,
    READS,
    READS_OF_ACCOUNT,
    SIGN_UPS,
    SOCKETS_AT_ONCE,
    SOCKETS_OPENED,
    TRIES,
    TRIES_OF_STRANGERS,
    WRITES,
    WRITES_OF_ACCOUNT,
    WRONG_PASSWORDS,
    By,
    budgets_of,
)
from games.limits.spending import spend
from games.limits.windows import Sliding
from tests.long import sqlite_first
from tests.product import ROOT

HALL = 200


def test_operations_have_the_table_as_it_is() -> None:
    page = (ROOT / "docs" / "operations.md").read_text().partition("\n## Limits\n")[2]
    rows = re.findall(
        r"^\| `([A-Z_]+)` \| `([0-9/]+)` \| ([a-z ]+) \| (.+) \|$",
        page.partition("\n## ")[0],
        re.MULTILINE,
    )
    assert rows == [(one.variable, one.value, one.by.value, one.what) for one in BUDGETS]


def test_every_limit_can_be_set() -> None:
    given = {one.variable: "7/8" if one.seconds else "7" for one in BUDGETS}
    found = budgets_of(given)
    assert [found[one.name].value for one in BUDGETS] == list(given.values())
    assert budgets_of({}) == {one.name: one for one in BUDGETS}


@pytest.mark.parametrize(
    ("variable", "value", "told"),
    [
        ("GOODTEN_LIMIT_READ", "1/1", "sets no limit that there is"),
        ("GOODTEN_LIMIT_READS", "600", "is not AMOUNT/SECONDS, as in 600/60: 600"),
        ("GOODTEN_LIMIT_READS", "0/60", "is not AMOUNT/SECONDS"),
        ("GOODTEN_LIMIT_READS", "many", "is not AMOUNT/SECONDS"),
        ("GOODTEN_LIMIT_DRAFTS_AT_ONCE", "5/60", "is not a whole number: 5/60"),
    ],
)
def test_what_sets_no_limit_is_refused_in_one_line(variable: str, value: str, told: str) -> None:
    with pytest.raises(ValueError, match=re.escape(f"{variable} {told}")):
        budgets_of({variable: value})


def test_two_hundred_people_behind_one_address_play_an_event() -> None:
    """Each signs in or up with one slip, opens a page and two sockets, and has their cut proved;
    then each reads ten times a minute and, where they play over REST, moves every four seconds.
    """
    minutes_to_sign_in = HALL / PASSWORDS.amount * PASSWORDS.seconds / 60
    assert minutes_to_sign_in <= 3
    assert SIGN_UPS.amount >= HALL
    assert WRONG_PASSWORDS.amount >= HALL / 4
    assert SOCKETS_AT_ONCE.amount >= 2 * HALL
    assert SOCKETS_OPENED.amount * 60 / SOCKETS_OPENED.seconds >= 4 * HALL
    assert JOINS.amount * 60 / JOINS.seconds >= 4 * HALL
    assert EXPENSIVE_READS.amount * 60 / EXPENSIVE_READS.seconds >= 4 * HALL
    assert READS.amount * 60 / READS.seconds >= 20 * HALL
    assert WRITES.amount * 60 / WRITES.seconds >= (60 / 4) * HALL


@sqlite_first
def test_none_of_them_is_refused(settings: Any) -> None:
    """The first minute of play, spent as their phones would, with nobody's slips given back."""
    hall = "198.51.100.7"
    for person in range(HALL):
        account = f"person-{person}"
        for budget in (PASSWORDS, TRIES_OF_STRANGERS, TRIES):
            spend(budget, hall if budget.by is By.ADDRESS else f"{account}/{hall}")
        for budget in (SOCKETS_OPENED, JOINS, EXPENSIVE_READS) * 2:
            spend(budget, hall)
        for budget in (JOINS_OF_ACCOUNT, EXPENSIVE_READS_OF_ACCOUNT) * 2:
            spend(budget, account)
        for _ in range(10):
            spend(READS, hall)
            spend(READS_OF_ACCOUNT, account)
        for _ in range(60 // 4):
            spend(WRITES, hall)
            spend(WRITES_OF_ACCOUNT, account)


def granted(window: Sliding, amount: int, seconds: int, cost: int, after: float) -> bool:
    """Whether so many are had after so many seconds, as the scripts of the library say."""
    before, counts, now, left = (
        window.before,
        window.before_counts,
        window.now,
        window.left(seconds),
    )
    counts -= after
    if after >= left:  # the running window has become the last
        before, counts, now = now, left + seconds - after, 0
    return int(before * max(0.0, counts) / seconds + 1e-9) + now + cost <= amount


@given(
    amount=st.integers(1, 200),
    seconds=st.integers(1, 3600),
    before=st.floats(0, 1),
    now=st.floats(0, 1),
    left=st.floats(0.01, 1),
    share=st.floats(0, 1),
)
def test_the_wait_that_is_told_is_long_enough_and_no_longer(
    amount: int, seconds: int, before: float, now: float, left: float, share: float
) -> None:
    """Counts are shares of the amount, times shares of the window."""
    cost = 1 + round(share * (amount - 1))
    window = Sliding(
        round(before * amount), left * seconds, round(now * amount), (1 + left) * seconds
    )
    wait = window.wait(amount, seconds, cost)
    assert 0 <= wait <= 2 * seconds
    assert granted(window, amount, seconds, cost, wait + 0.001 * seconds)
    if wait > 0.01 * seconds:
        assert not granted(window, amount, seconds, cost, wait - 0.01 * seconds)
