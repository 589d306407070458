"""What a person does on the pages, and what their browser hears."""

import json
import re
from typing import Any

from playwright.sync_api import Page, WebSocket, expect

from tests.browser.product import PASSWORD

Frame = dict[str, Any]
VALUES = {rank: value for value, rank in enumerate("A23456789T", 1)}


def listen(page: Page) -> list[Frame]:
    """Collects every frame that the page gets on the sockets of matches from now on."""
    heard: list[Frame] = []

    def opened(socket: WebSocket) -> None:
        if "/ws/matches/" in socket.url:
            socket.on("framereceived", lambda text: heard.append(json.loads(text)))

    page.on("websocket", opened)
    return heard


def sign_up(page: Page, handle: str, then: str = "/") -> None:
    """Signs up by the form; ends on the page `then`."""
    page.goto(f"/sign-up/?next={then}")
    page.get_by_label("Handle").fill(handle)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    page.wait_for_url(f"**{then}")


def enter(page: Page, slug: str) -> str:
    """Enters by the button; answers the address of the table that is offered."""
    page.goto(f"/tournaments/{slug}/")
    page.get_by_role("button", name="Enter", exact=True).click()
    seat = page.get_by_role("link", name="Take your seat")
    expect(seat).to_be_visible()
    return str(seat.get_attribute("href"))


def take_seat(page: Page, handle: str, slug: str) -> str:
    """From nothing to the first turn at a table; answers its address."""
    sign_up(page, handle)
    table = enter(page, slug)
    page.get_by_role("link", name="Take your seat").click()
    await_turn(page)
    return table


def await_turn(page: Page) -> None:
    """Goes on from the end of a deal, where that is shown."""
    turn = page.locator(".hand button[aria-disabled=false]")
    expect(turn.or_(page.locator(".deal-end__on")).first).to_be_visible()
    # It may go on by itself in the same moment.
    page.evaluate("document.querySelector('.deal-end__on')?.click()")
    expect(turn.first).to_be_visible()


def hand(page: Page) -> list[str]:
    return _cards(page, ".hand [data-card]")


def loose(page: Page) -> list[str]:
    return _cards(page, ".spread > [data-card]")


def play_a_turn(page: Page) -> str:
    """Takes a build or a card of the same rank, or builds, or trails; answers the words pressed."""
    held, built = hand(page), builds(page)
    for card in held:
        if VALUES.get(card[0]) in built:
            choose(page, card, build=VALUES[card[0]])
            return press(page, "Take")
    pairs = [(card, other) for card in held for other in loose(page) if card[0] == other[0]]
    if pairs:
        choose(page, *pairs[0])
        return press(page, "Take")
    if (sum_ := sum_on_the_table(page)) is not None:
        choose(page, *sum_)
        return press(page, "Build|Add")
    choose(page, held[0])
    return press(page, "Trail")


def sum_on_the_table(page: Page) -> tuple[str, str] | None:
    """A card of the hand and a loose one that together are worth another card of the hand."""
    held, lying = hand(page), loose(page)
    for card in held:
        kept = {VALUES.get(other[0]) for other in held if other != card}
        for other in lying:
            if VALUES.get(card[0], 99) + VALUES.get(other[0], 99) in kept:
                return card, other
    return None


def builds(page: Page) -> list[int]:
    return [int(badge.inner_text()) for badge in page.locator(".build__badge").all()]


def choose(page: Page, card: str, other: str | None = None, build: int | None = None) -> None:
    """Picks up a card of the hand, and a loose card or a build of the table."""
    page.locator(f".hand [data-card='{card}']").click()
    if other is not None:
        page.locator(f".spread > [data-card='{other}']").click()
    if build is not None:
        badge = page.locator(".build__badge").get_by_text(str(build), exact=True)
        page.locator(".build").filter(has=badge).click()


def press(page: Page, words: str) -> str:
    """Presses the offered move that begins with these words, once it is offered."""
    offered = page.locator(".offers").get_by_role("button", name=re.compile(f"^({words})")).first
    said = str(offered.inner_text())
    offered.click()
    return said


def _cards(page: Page, selector: str) -> list[str]:
    return [str(node.get_attribute("data-card")) for node in page.locator(selector).all()]
