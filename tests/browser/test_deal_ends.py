"""The end of a deal stays: nobody has to be quick to see how it ended."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.people import take_seat
from tests.browser.product import Product
from tests.browser.tables import Stage, scored, table


@pytest.fixture(scope="module")
def page(product: Product, organiser: str, chromium: Browser) -> Iterator[Page]:
    """A page of a match at which its reader sits."""
    slug = product.tournament(
        organiser, "Ends of deals", capacity=2, turn_seconds=600,
        autostart="first_person", fill_with_bots="greedy",
    )  # fmt: skip
    with chromium.new_context(base_url=product.address, reduced_motion="reduce") as context:
        page = context.new_page()
        take_seat(page, "enda", slug)
        yield page


def test_the_end_of_a_deal_stays_until_one_goes_on_and_what_came_meanwhile_follows(
    page: Page,
) -> None:
    stage = Stage(page, table(2, 4))
    page.reload()
    expect(page.locator(".hand button")).to_have_count(4)
    end = page.get_by_role("region", name="The end of deal 3")
    stage.say("deal_scored", scored(stage.view), 91)
    stage.say("deal_started", {"deal": 4, "dealer": 0}, 92)
    packet = {"deal": 4, "packet": 1, "last": False, "table": ["4d", "6s", "8d", "Qh"], "stock": 40}
    stage.say("packet_dealt", {**packet, "turn": 1, "hand": ["7c", "7h", "Js", "2d"]}, 93)
    expect(end).to_contain_text("Deal 3 is over")
    expect(end).to_contain_text("Bartholomew trailed 3♣")
    expect(end).to_contain_text("Bartholomew captured last and takes the rest: K♠")
    expect(end.get_by_role("row", name="Cards")).to_contain_text("30 → 3")
    expect(end.get_by_role("row", name="Match")).to_contain_text("18")
    expect(page.locator(".sheet")).to_contain_text("Deal 3")
    expect(page.locator(".hand [data-card='7c']")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(end).to_have_count(0)
    expect(page.locator(".hand [data-card='7c']")).to_be_visible()
    expect(page.locator(".spread > [data-card]")).to_have_count(4)


def test_it_goes_on_by_itself_and_the_end_of_the_match_comes_after_it(page: Page) -> None:
    stage = Stage(page, table(4, 4))
    page.clock.install()
    page.reload()
    expect(page.locator(".hand button")).to_have_count(4)
    stage.say("deal_scored", scored(stage.view), 91)
    stage.say("match_finished", {"winner": 0, "reason": "score", "scores": [18, 15]}, 92)
    expect(page.locator(".deal-end")).to_be_visible()
    expect(page.locator(".result")).to_have_count(0)
    page.clock.run_for(6000)
    expect(page.locator(".deal-end")).to_have_count(0)
    expect(page.locator(".result")).to_contain_text("You won")
