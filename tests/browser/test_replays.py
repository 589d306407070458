"""The replay of a finished match: played, stepped and linked to, and without scripts."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import serious_faults
from tests.browser.conftest import Visit
from tests.browser.product import Product
from tests.long import further, thinned


@pytest.fixture(scope="module")
def match(product: Product, organiser: str) -> str:
    """The id of a finished match between bots."""
    return product.bots_match(organiser, "Replayed by all means")


@pytest.fixture
def page(match: str, visit: Visit) -> Page:
    page = visit().new_page()
    page.goto(f"/matches/{match}/replay/")
    expect(page.locator("[data-count]")).to_contain_text("Step 1 of ")
    return page


def step_of(page: Page) -> int:
    found = re.search(r"Step (\d+)", page.locator("[data-count]").inner_text())
    assert found is not None
    return int(found[1])


def test_a_replay_plays_by_itself_until_it_is_paused(page: Page) -> None:
    page.get_by_label("Speed").select_option("very fast")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("[data-count]")).to_contain_text(re.compile("Step ([4-9]|[1-9][0-9]+) of"))
    page.keyboard.press("k")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.get_by_role("button", name="Last step").click()
    expect(page.locator(".result__who")).to_contain_text("won")
    page.locator("h1").click()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.locator(".result")).to_have_count(0)


def test_keys_and_buttons_jump_to_deals_and_to_where_the_lead_changes(page: Page) -> None:
    page.keyboard.press("PageDown")
    expect(page.locator(".plays h2")).to_have_text("Deal 2")
    expect(page).to_have_url(re.compile("#deal-2$"))
    page.keyboard.press("PageUp")
    page.keyboard.press("Home")
    changes = re.search(r"changed (once|\d+)", page.locator(".score__head").inner_text())
    assert changes is not None
    on = page.get_by_role("button", name="To where the lead changes next")
    for _change in range(1 if changes[1] == "once" else int(changes[1])):
        before = step_of(page)
        on.click()
        assert step_of(page) > before
    expect(on).to_have_attribute("aria-disabled", "true")
    at = step_of(page)
    page.keyboard.press("l")
    assert step_of(page) == at


def test_hands_are_hidden_on_wish(page: Page) -> None:
    expect(page.locator(".seat__backs [data-card]")).to_have_count(8)
    page.get_by_role("button", name="Hide hands").click()
    expect(page.locator(".seat__backs [data-card]")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".seat__backs [data-card]")).to_have_count(0)
    page.keyboard.press("h")
    expect(page.locator(".seat__backs [data-card]")).to_have_count(7)


def test_a_link_to_a_moment_opens_there_and_can_be_copied(match: str, visit: Visit) -> None:
    context = visit(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(f"/matches/{match}/replay/#deal-2-play-17")
    expect(page.locator(".plays__play").nth(16)).to_have_attribute("aria-current", "step")
    expect(page.locator(".plays h2")).to_have_text("Deal 2")
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Copy a link to this moment").click()
    expect(page.get_by_text("The link to this moment is copied.")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.endswith(f"/matches/{match}/replay/?deal=2&play=18")
    other = context.new_page()
    other.goto(link)
    expect(other.locator(".plays__play").nth(17)).to_have_attribute("aria-current", "step")
    image = other.locator("meta[property='og:image']").get_attribute("content")
    answer = other.request.get(str(image))
    assert answer.headers["content-type"] == "image/png"
    assert answer.body().startswith(b"\x89PNG")
    other.evaluate("location.hash = '#deal-1-play-2'")
    expect(other.locator(".plays h2")).to_have_text("Deal 1")


@further
def test_the_graph_shows_where_one_is_and_leads_where_it_is_pressed(page: Page) -> None:
    cursor = page.locator("[data-cursor]")
    before = cursor.get_attribute("d")
    box = page.locator("[data-plot]").bounding_box()
    assert box is not None
    page.locator("[data-plot]").click(position={"x": box["width"] * 0.75, "y": 20})
    assert cursor.get_attribute("d") != before
    assert step_of(page) > 20
    page.get_by_text("As a table").click()
    rows = page.get_by_role("table", name="Points by deal").get_by_role("row")
    assert rows.count() >= 3


@further
def test_a_finger_turns_the_steps_like_pages(match: str, visit: Visit) -> None:
    page = visit(width=390, height=664, has_touch=True).new_page()
    page.goto(f"/matches/{match}/replay/")
    expect(page.locator("[data-count]")).to_contain_text("Step 1 of ")
    swipe = """(board, [from, to]) => {
        const at = (x) => new Touch({ identifier: 1, target: board, clientX: x, clientY: 300 });
        board.dispatchEvent(new TouchEvent("touchstart", { touches: [at(from)] }));
        board.dispatchEvent(new TouchEvent("touchend", { changedTouches: [at(to)] }));
    }"""
    board = page.locator("[data-board]")
    for from_, to, step in ((300, 100, 2), (300, 120, 3), (100, 300, 2), (200, 190, 2)):
        board.evaluate(swipe, [from_, to])
        expect(page.locator("[data-count]")).to_contain_text(f"Step {step} of ")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("scheme", thinned(["light", "dark"], "light".__eq__))
def test_the_page_of_a_replay_has_no_barriers(match: str, scheme: str, visit: Visit) -> None:
    page = visit(color_scheme=scheme, reduced_motion="reduce").new_page()
    page.goto(f"/matches/{match}/replay/#deal-1-play-9")
    expect(page.locator("[data-count]")).to_contain_text("Step ")
    assert serious_faults(page) == []


def test_a_replay_is_gone_through_without_scripts(match: str, visit: Visit) -> None:
    page = visit(java_script_enabled=False).new_page()
    page.goto(f"/matches/{match}/")
    plays = page.locator(".match-text__plays").first.get_by_role("listitem")
    expect(plays).to_have_count(48)
    page.get_by_role("link", name="Replay", exact=True).click()
    plays.nth(4).get_by_role("link").click()
    picture = page.get_by_role("img", name=re.compile("^Deal 1, play 5: "))
    expect(picture).to_have_js_property("naturalWidth", 1200)
    page.get_by_role("link", name="A step on").click()
    expect(page.get_by_role("img", name=re.compile("^Deal 1, play 6: "))).to_be_visible()
    expect(page.get_by_role("table", name="Sheet of deal 1")).to_be_visible()


def test_an_event_is_whole_without_scripts(match: str, visit: Visit) -> None:
    page = visit(java_script_enabled=False).new_page()
    page.goto(f"/matches/{match}/")
    page.get_by_role("link", name="Replayed by all means").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Replayed by all means")
    expect(page.locator(".podium")).to_contain_text("has won.")
    parts = {
        "Bracket": ".bracket", "Rounds": ".pairing", "Standings": "table",
        "Final ranking": "table", "Schedule": ".schedule li", "Entrants": "table",
        "Regulations": "h1",
    }  # fmt: skip
    tabs = page.get_by_role("navigation", name="Pages of this tournament")
    for name, shown in parts.items():
        tabs.get_by_role("link", name=name, exact=True).click()
        expect(tabs.locator("[aria-current=page]")).to_have_text(name)
        expect(page.locator(shown).first).to_be_visible()
    page.goto("/archive/matches/?q=by+all+means")
    expect(page.get_by_role("link", name="Replay", exact=True)).to_have_count(1)
