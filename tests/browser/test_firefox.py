"""A whole match in Firefox, by the mouse, from signing up to the result."""

import re

import pytest

from tests.browser.firefox import FIREFOX, Firefox, running_firefox
from tests.browser.product import PASSWORD, Product
from tests.long import LONG
from tests.patience import PATIENCE
from tests.product import eventually

pytestmark = [
    pytest.mark.long,
    *([] if LONG else [pytest.mark.deferred]),
    pytest.mark.skipif(FIREFOX is None, reason="no Firefox: apt-get install firefox-esr"),
]
NEXT = ".deal-end__on, .hand button[aria-disabled=false], .result"
LIT = (
    "[...document.querySelectorAll('.spread > button')]"
    ".findIndex(node => node.hasAttribute('data-lit') && node.ariaPressed !== 'true')"
)
CHOSEN = (
    "[...document.querySelectorAll('.spread > button')]"
    ".findIndex(node => node.ariaPressed === 'true')"
)
CARDS_OF_A_DEAL = 24


def test_a_whole_match_is_played_in_firefox(product: Product, organiser: str) -> None:
    slug = product.tournament(
        organiser, "In Firefox", capacity=2, turn_seconds=600, overrides={"first_to": 1},
        autostart="first_person", fill_with_bots="greedy", rated=False,
    )  # fmt: skip
    with running_firefox() as page:
        sit_down(page, product, slug)
        assert play_to_the_end(page) >= CARDS_OF_A_DEAL
        assert re.search(" won", text(page, ".result"))
        page.until("document.querySelector('#after a')")
        assert page.value("window.faults") == []


def sit_down(page: Firefox, product: Product, slug: str) -> None:
    """From nothing to the table of an event."""
    page.go(f"{product.address}/sign-up/?next=/tournaments/{slug}/")
    page.write("[name=username], [name=handle]", "foxy")
    page.write("[name=password1], [name=password]", PASSWORD)
    page.click("main form button[type=submit]")
    page.until(f"location.pathname === '/tournaments/{slug}/'")
    enter = f"{list_of('main button')}.findIndex(node => node.textContent === 'Enter')"
    page.until(f"{enter} >= 0")
    page.click("main button", page.value(enter))
    # In one question: the page may be another by the next.
    to_table = "document.querySelector('a[href^=\"/matches/\"]')?.pathname"
    address = eventually(lambda: page.value(to_table), PATIENCE, "the way to the table")
    page.go(product.address + address)
    page.value("(window.faults = [], addEventListener('error', e => faults.push(e.message)), 1)")


def play_to_the_end(page: Firefox) -> int:
    """Plays whatever the table offers until the match is over; answers how many plays it took."""
    plays = 0
    while True:
        page.until(f"document.querySelector({NEXT!r})")
        if count(page, ".result"):
            return plays
        if count(page, ".deal-end__on"):
            page.click(".deal-end__on")
            page.until("!document.querySelector('.deal-end')")
            continue
        held = page.value(f"{list_of('.hand button')}.map(node => node.dataset.card)")
        card = held[choose_a_play(page, len(held))]
        page.click(".offers__moves button")
        page.until(f"!document.querySelector(\".hand [data-card='{card}']\")")
        plays += 1


def choose_a_play(page: Firefox, held: int) -> int:
    """Picks up a card, and with it what is lit, until a play is offered; answers which card."""
    for place in range(held):
        page.click(".hand button", place)
        while not is_offered(page):
            lit = page.value(LIT)
            if lit < 0:
                break
            page.click(".spread > button", lit)
        if is_offered(page):
            return place
        while (chosen := page.value(CHOSEN)) >= 0:
            page.click(".spread > button", chosen)
        page.click(".hand button", place)
    raise AssertionError(f"no card makes a play: {text(page, '#content')}")


def is_offered(page: Firefox) -> bool:
    page.until("document.querySelector('.offers__moves')?.ariaBusy !== 'true'")
    return count(page, ".offers__moves button") > 0


def list_of(selector: str) -> str:
    return f"[...document.querySelectorAll({selector!r})]"


def count(page: Firefox, selector: str) -> int:
    return int(page.value(f"document.querySelectorAll({selector!r}).length"))


def text(page: Firefox, selector: str) -> str:
    return str(page.value(f"document.querySelector({selector!r}).textContent"))
