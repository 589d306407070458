"""A bracket is moved and zoomed by pointer, wheel, keys and buttons; a player is followed in it."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.people import sign_up
from tests.browser.product import Product
from tests.long import further
from tests.patience import PATIENCE
from tests.product import eventually


@pytest.fixture(scope="module")
def slug(product: Product, organiser: str) -> str:
    """Of thirty-two bots who take their time."""
    slug = product.bot_tournament(organiser, "A tall bracket", 32, bot_pace_ms=10_000)
    eventually(lambda: product.get(f"tournaments/{slug}/matches/")["results"], PATIENCE, "round 1")
    return slug


def seen(page: Page) -> list[float]:
    """x, y, width and height of what is seen of the drawing."""
    text = page.locator("svg.tree").get_attribute("viewBox")
    assert text is not None
    return [float(part) for part in text.split()]


@pytest.fixture
def page(slug: str, visit: Visit) -> Page:
    page = visit().new_page()
    page.goto(f"/tournaments/{slug}/bracket/")
    expect(page.get_by_role("button", name="Zoom in")).to_be_visible()
    return page


@further
def test_a_bracket_is_dragged_by_the_pointer(page: Page) -> None:
    before = seen(page)
    region = page.locator("[data-bracket]").bounding_box()
    assert region
    x, y = region["x"] + 400, region["y"] + 200
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 100, y - 60, steps=4)
    page.mouse.up()
    after = seen(page)
    assert after[2:] == before[2:]
    assert after[0] == pytest.approx(before[0] + 100, abs=1)
    assert after[1] == pytest.approx(before[1] + 60, abs=1)
    assert "/bracket/" in page.url


@further
def test_a_bracket_is_moved_and_zoomed_by_the_keyboard(page: Page) -> None:
    first = seen(page)
    page.locator("[data-bracket]").focus()
    page.keyboard.press("ArrowDown")
    assert seen(page)[1] > first[1]
    page.keyboard.press("+")
    assert seen(page)[2] < first[2]
    page.keyboard.press("0")
    whole = seen(page)
    height = float(page.locator("svg.tree").get_attribute("height") or 0)
    assert whole[3] >= height


@further
def test_buttons_and_the_wheel_zoom(page: Page) -> None:
    first = seen(page)
    page.get_by_role("button", name="Zoom in").click()
    near = seen(page)
    assert near[2] == pytest.approx(first[2] / 1.25)
    page.get_by_role("button", name="Show all").click()
    assert seen(page)[2] > near[2]
    page.locator("[data-bracket]").hover()
    page.locator("[data-bracket]").focus()
    wide = seen(page)[2]
    page.mouse.wheel(0, -300)
    expect(page.locator("svg.tree")).not_to_have_attribute("viewBox", re.compile(f" {wide} "))
    assert seen(page)[2] < wide


@further
def test_a_player_is_followed_and_the_link_can_be_shared(page: Page, visit: Visit) -> None:
    page.get_by_label("Follow a player").fill("greedy-7")
    page.get_by_role("button", name="Show the way").click()
    expect(page.locator(".box--followed")).to_have_count(5)
    x, y, width, height = seen(page)
    box = page.locator(".box--followed").first
    assert x <= float(box.get_attribute("x") or 0) <= x + width
    assert y <= float(box.get_attribute("y") or 0) <= y + height
    other = visit().new_page()
    other.goto(page.url)
    expect(other.locator(".box--followed")).to_have_count(5)


def test_without_javascript_the_whole_bracket_is_there(slug: str, visit: Visit) -> None:
    page = visit(java_script_enabled=False).new_page()
    page.goto(f"/tournaments/{slug}/bracket/")
    expect(page.locator(".box")).to_have_count(31)
    expect(page.get_by_role("button", name="Zoom in")).to_have_count(0)


@further
def test_the_start_is_counted_down(product: Product, organiser: str, visit: Visit) -> None:
    at = datetime.now(UTC) + timedelta(minutes=90)
    slug = product.tournament(organiser, "Later today", starts_at=at.isoformat())
    page = visit().new_page()
    sign_up(page, "ines")
    page.goto(f"/tournaments/{slug}/schedule/")
    expect(page.locator("#schedule time").first).not_to_contain_text("UTC")
    page.goto(f"/tournaments/{slug}/screen/")
    timer = page.locator("time[data-countdown]")
    expect(timer).to_have_text(re.compile(r"^1:(29|30):\d\d$"))
    shown = timer.inner_text()
    expect(timer).not_to_have_text(shown)


def test_a_line_of_standings_opens_how_it_comes_about(
    product: Product, organiser: str, visit: Visit
) -> None:
    slug = product.bot_tournament(
        organiser, "To be explained", 6, bot_pace_ms=10_000, stages=[{"format": "swiss"}]
    )
    page = visit().new_page()
    page.goto(f"/tournaments/{slug}/standings/")
    name = page.get_by_role("link", name="greedy-3", exact=True)
    name.click()
    expect(page.locator(".standings__why")).to_contain_text("Buchholz Cut-1")
    name.click()
    expect(page.locator(".standings__why")).to_have_count(0)
