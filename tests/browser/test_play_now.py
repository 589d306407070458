"""From the home page to a card: alone, with a friend by a link, with whoever looks as well."""

import re

import pytest
from playwright.sync_api import Page, expect

from engine import legal_moves, move_to_json
from games.casual.lessons import LESSONS, tried
from tests.browser.conftest import Visit
from tests.browser.people import await_turn, hand, play_a_turn
from tests.browser.product import Product
from tests.long import enough, further

# Whether the hand on the page is another one than this.
ANOTHER_HAND = """held => {
  const cards = [...document.querySelectorAll(".hand [data-card]")].map(node => node.dataset.card);
  return cards.join() !== held.join();
}"""


def resign(page: Page) -> None:
    page.get_by_text("Resign the match").click()
    page.get_by_role("button", name="Yes, I resign").click()


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


@pytest.mark.long
def test_a_stranger_plays_after_one_press_and_then_a_rematch(
    product: Product, visit: Visit
) -> None:
    """Some turns; in `make long` a whole match to 21 points."""
    page = visit(reduced_motion="reduce").new_page()
    page.goto("/")
    press(page, "Play now")
    again = page.get_by_role("button", name="Rematch", exact=True)
    card = page.locator(".hand button[aria-disabled=false]").first
    for _ in range(enough(2, 1000)):
        expect(card.or_(again).first).to_be_visible()
        if again.is_visible():
            break
        held = hand(page)
        play_a_turn(page)
        page.wait_for_function(ANOTHER_HAND, arg=held)
        product.wait(1)
    first = page.url

    if not again.is_visible():
        resign(page)
    press(page, "Rematch")

    page.wait_for_url(lambda url: "/matches/" in url and url != first)
    await_turn(page)
    page.goto("/me/")
    expect(page.get_by_text("you are awaited")).to_be_visible()


def test_a_friend_comes_by_the_link_and_both_go_to_the_rematch(visit: Visit) -> None:
    ann, ben = visit().new_page(), visit(width=390, height=664).new_page()
    ann.goto("/")
    press(ann, "Play a friend")
    link = ann.get_by_label("The link to this table").input_value()
    ben.goto(link)
    press(ben, "Sit down and play")
    ann.wait_for_url("**/matches/*/")
    expect(ann.get_by_role("group", name="Your hand").locator("button").first).to_be_visible()

    resign(ann)
    for page in (ann, ben):
        rematch = page.get_by_role("button", name="Rematch", exact=True)
        expect(rematch).to_be_in_viewport(ratio=1)
    press(ann, "Rematch")
    expect(ann.get_by_role("heading", level=1)).to_have_text("Waiting for the rematch")
    expect(ben.get_by_text("a rematch?")).to_be_visible()
    press(ben, "Rematch")

    ann.wait_for_url("**/matches/*/")
    ben.wait_for_url(ann.url)
    expect(ben.get_by_role("group", name="Your hand").locator("button").first).to_be_visible()


@further
def test_two_who_look_for_an_opponent_are_led_to_one_table(product: Product, visit: Visit) -> None:
    ann, ben = visit().new_page(), visit().new_page()
    ann.goto("/")
    press(ann, "Find an opponent")
    expect(ann.get_by_role("heading", level=1)).to_have_text("Looking for an opponent")
    ben.goto("/play/")
    expect(ben.get_by_role("button", name="Sit down with", exact=False)).to_be_visible()
    press(ben, "Find an opponent")

    ben.wait_for_url("**/matches/*/")
    ann.wait_for_url(ben.url)


def test_bots_play_for_whoever_watches(visit: Visit) -> None:
    page = visit(reduced_motion="no-preference").new_page()
    page.goto("/watch/")
    shown = page.get_by_label("Two bots play for you")
    expect(shown.locator(".seat")).to_have_count(2)
    expect(shown.get_by_role("status")).to_have_text(re.compile("trailed|took|built|added"))


def test_the_guided_table_is_played_to_its_end(product: Product, visit: Visit) -> None:
    """By the buttons that the page offers, with the moves that meet each goal."""
    page = visit(width=390, height=664).new_page()
    page.goto("/rules/play/")
    for lesson in LESSONS:
        expect(page.get_by_role("heading", level=2)).to_have_text(str(lesson.title))
        move = next(one for one in legal_moves(lesson.position()) if tried(lesson, one).done)
        told = move_to_json(move)
        page.get_by_role("group", name="Your hand").locator(f"[data-card='{told['card']}']").click()
        for card in told.get("loose", []):
            page.locator(f".spread > [data-card='{card}']").click()
        values = [*told.get("builds", []), told.get("raises") or told.get("value")]
        for build in lesson.position().table.builds:
            if build.value in values:
                page.locator(".build").click()
        offered = page.locator(".offers__moves button")
        expect(offered.first).to_be_visible()
        for number in range(offered.count()):
            if lesson.key != "multiple" or "eight" in offered.nth(number).inner_text():
                offered.nth(number).click()
                break
        expect(page.get_by_text("Well done.")).to_be_visible()
        press(page, "Next")
    expect(page.get_by_text("You know the game now.")).to_be_visible()
    press(page, "Play now")
    await_turn(page)
