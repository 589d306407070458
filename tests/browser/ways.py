"""The ways in which people play at a table: by mouse, by touch, by keys alone, and by what a screen
reader tells them of the page.
"""

import re
from typing import Protocol

from playwright.sync_api import Locator, Page, expect

TABLE_KEYS = "qwertyuiopasdghjkl"
OFFERED = re.compile("^(Take|Build|Add to|Raise|Trail) ")
NEXT = ".deal-end__on, .hand button[aria-disabled=false], .result"
LIT = (
    "nodes => nodes.findIndex(node => node.hasAttribute('data-lit') && node.ariaPressed !== 'true')"
)


class Way(Protocol):
    """How one chooses and presses; places count from 0."""

    def hand(self, page: Page, place: int) -> None: ...

    def table(self, page: Page, place: int) -> None: ...

    def offer(self, page: Page) -> None: ...

    def go_on(self, page: Page) -> None: ...


class Pointing:
    """By mouse; `touches`: by a finger."""

    def __init__(self, touches: bool = False) -> None:
        self._touches = touches

    def _point(self, at: Locator) -> None:
        if self._touches:
            at.tap()
        else:
            at.click()

    def hand(self, page: Page, place: int) -> None:
        self._point(page.locator(".hand button").nth(place))

    def table(self, page: Page, place: int) -> None:
        self._point(page.locator(".spread > button").nth(place))

    def offer(self, page: Page) -> None:
        self._point(page.locator(".offers__moves button").first)

    def go_on(self, page: Page) -> None:
        self._point(page.locator(".deal-end__on"))


class Keys:
    """By the keys that the page's help names."""

    def hand(self, page: Page, place: int) -> None:
        page.keyboard.press(str(place + 1))

    def table(self, page: Page, place: int) -> None:
        page.keyboard.press(TABLE_KEYS[place])

    def offer(self, page: Page) -> None:
        page.keyboard.press("z")

    def go_on(self, page: Page) -> None:
        page.keyboard.press("Enter")


class Reader:
    """By roles and names alone, each pressed as a screen reader does."""

    def hand(self, page: Page, place: int) -> None:
        held = page.get_by_role("group", name="Your hand").get_by_role("button")
        held.nth(place).press("Space")

    def table(self, page: Page, place: int) -> None:
        lying = page.get_by_role("group", name="On the table").get_by_role("button")
        lying.nth(place).press("Space")

    def offer(self, page: Page) -> None:
        table = page.get_by_role("region", name="Table")
        table.get_by_role("button", name=OFFERED).first.press("Enter")

    def go_on(self, page: Page) -> None:
        page.get_by_role("button", name="Go on").press("Enter")


def play_to_the_end(page: Page, way: Way) -> int:
    """Plays whatever the table offers until the match is over; answers how many plays it took."""
    plays = 0
    while True:
        expect(page.locator(NEXT).first).to_be_visible()
        if page.locator(".result").count():
            return plays
        if page.locator(".deal-end__on").count():
            way.go_on(page)
            expect(page.locator(".deal-end")).to_have_count(0)
            continue
        held = [str(node.get_attribute("data-card")) for node in page.locator(".hand button").all()]
        card = held[choose_a_play(page, way, len(held))]
        way.offer(page)
        expect(page.locator(f".hand [data-card='{card}']")).to_have_count(0)
        plays += 1


def choose_a_play(page: Page, way: Way, held: int) -> int:
    """Picks up a card, and with it what is lit, until a play is offered; answers which card."""
    for place in range(held):
        way.hand(page, place)
        while not _is_offered(page):
            lit = page.locator(".spread > button").evaluate_all(LIT)
            if lit < 0:
                break
            way.table(page, lit)
        if _is_offered(page):
            return place
        # What is pressed already is put back by pressing it again.
        page.keyboard.press("Escape")
    raise AssertionError("no card makes a play")


def _is_offered(page: Page) -> bool:
    expect(page.locator(".offers__moves")).not_to_have_attribute("aria-busy", "true")
    return page.locator(".offers__moves button").count() > 0
