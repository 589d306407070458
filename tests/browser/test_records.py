"""The page that replays a match: from a file, a text or a match, step by step, or refused."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.product import Product
from tests.long import thinned
from tests.product import ROOT

DATA = ROOT / "tests" / "games" / "data" / "records"


@pytest.fixture(scope="module")
def match(product: Product, organiser: str) -> str:
    """The id of a finished match between bots."""
    return product.bots_match(organiser, "Two bots to replay")


def shown_hands(page: Page) -> list[list[str]]:
    return [
        [str(card.get_attribute("data-card")) for card in hand.locator("[data-card]").all()]
        for hand in page.locator(".seat__backs").all()
    ]


def test_a_finished_match_is_replayed_from_its_page(match: str, visit: Visit) -> None:
    page = visit().new_page()
    page.goto(f"/matches/{match}/")
    with page.expect_download() as download:
        page.get_by_role("link", name="Record", exact=True).click()
    assert download.value.suggested_filename == f"match-{match}.txt"
    page.get_by_role("link", name="Replay", exact=True).click()
    expect(page.locator("[data-count]")).to_contain_text("Step 1 of ")
    assert all(len(hand) == 4 for hand in shown_hands(page))
    page.get_by_role("button", name="Last step").click()
    expect(page.locator(".result__who")).to_contain_text("won")
    page.get_by_role("button", name="One step back").click()
    expect(page.locator(".result")).to_have_count(0)
    expect(page.locator(".felt__info")).to_be_visible()
    page.get_by_role("link", name="To the match").click()
    page.wait_for_url(f"**/matches/{match}/")


def test_a_replay_says_what_was_played_otherwise_than_the_ruleset_has_it(visit: Visit) -> None:
    page = visit().new_page()
    page.goto("/records/")
    page.get_by_label("A file").set_input_files(DATA / "classic.txt")
    page.get_by_role("button", name="Replay").click()
    rules = page.get_by_role("region", name="Rules")
    expect(rules).to_contain_text("The classic rules, except:")
    expect(rules).to_contain_text("The match goes to 11 points.")
    page.get_by_label("A file").set_input_files(DATA.parent / "match-cuts.jsonl")
    page.get_by_role("button", name="Replay", exact=True).click()
    expect(page.locator("h1")).not_to_have_text(re.compile("greedy-1"))
    expect(rules).to_have_count(0)


def test_a_file_is_stepped_through_by_buttons_keys_slider_and_plays(visit: Visit) -> None:
    page = visit().new_page()
    page.goto("/records/")
    page.get_by_label("A file").set_input_files(DATA / "classic.txt")
    page.get_by_role("button", name="Replay").click()
    expect(page.locator("h1")).to_have_text(re.compile("greedy-1 . random-2 . greedy-3"))
    page.locator(".plays__play").nth(2).click()
    page.locator("h1").click()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".plays__play").nth(3)).to_have_attribute("aria-current", "step")
    page.get_by_role("button", name="To the next deal").click()
    expect(page.locator(".plays h2")).to_have_text("Deal 2")
    expect(page.locator(".sheet")).to_have_count(1)
    page.get_by_role("button", name="To the deal before").click()
    expect(page.locator(".sheet")).to_have_count(0)
    page.locator("[data-slider]").fill("10")
    expect(page.locator("[data-count]")).to_contain_text("Step 10 of ")
    page.keyboard.press("End")
    expect(page.locator(".sheets")).to_contain_text("Deal 2")


def test_a_pasted_record_that_is_wrong_is_refused_with_its_line(visit: Visit) -> None:
    page = visit().new_page()
    page.goto("/records/")
    page.get_by_role("button", name="Replay").click()
    expect(page.get_by_role("alert")).to_have_text("Choose a file or paste a text.")
    text = (DATA / "draw.txt").read_text()
    page.get_by_label("Or its text").fill(text.replace("stock 39", "stock 38", 1))
    page.get_by_role("button", name="Replay").click()
    line = text[: text.index("stock 39")].count("\n") + 1
    expect(page.get_by_role("alert")).to_contain_text(f"Line {line}: ")
    expect(page.locator("[data-replay]")).to_be_hidden()
    page.get_by_label("Or its text").fill(text)
    page.get_by_role("button", name="Replay").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator("[data-count]")).to_contain_text("Step 1 of ")


def test_what_a_record_says_stays_text(visit: Visit) -> None:
    page = visit().new_page()
    page.goto("/records/")
    text = (DATA / "classic.txt").read_text()
    name = "<img src=x onerror=alert(1)>" * 9
    page.get_by_label("Or its text").fill(text.replace('"greedy-1"', json.dumps(name)))
    page.get_by_role("button", name="Replay").click()
    expect(page.locator("h1")).to_contain_text(name)
    assert page.locator("main img").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280


FILES = ["classic.txt", "california.jsonl", "given-up.jsonl"]


@pytest.mark.parametrize("name", thinned(FILES, "california.jsonl".__eq__))
def test_the_page_is_no_wider_than_a_phone(name: str, visit: Visit) -> None:
    page = visit(width=390, height=844).new_page()
    page.goto("/records/")
    page.get_by_label("A file").set_input_files(DATA / name)
    page.get_by_role("button", name="Replay").click()
    for button in ("One step on", "To the next deal", "Last step"):
        page.get_by_role("button", name=button).click()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("scheme", thinned(["light", "dark"], "light".__eq__))
def test_each_of_six_seats_is_known_by_its_colour(scheme: str, visit: Visit) -> None:
    page = visit(color_scheme=scheme).new_page()
    page.goto("/records/")
    page.get_by_label("A file").set_input_files(ROOT / "tests/engine/data/earlier/california-6.txt")
    page.get_by_role("button", name="Replay").click()
    seats = page.locator(".seat")
    expect(seats).to_have_count(6)
    edges = seats.evaluate_all("seats => seats.map(node => getComputedStyle(node).borderLeftColor)")
    assert len(set(edges)) == 6
    numbers = seats.evaluate_all("seats => seats.map(node => node.dataset.seat)")
    own = dict(zip(numbers, edges, strict=True))
    rings, badges = set(), set()
    for _step in range(20):
        page.keyboard.press("ArrowRight")
        for seat in page.locator(".seat[data-turn]").all():
            ring = seat.evaluate("node => getComputedStyle(node).boxShadow")
            assert ring.startswith(own[str(seat.get_attribute("data-seat"))])
            rings.add(ring)
        for build in page.locator(".build").all():
            badge = build.locator(".build__badge").evaluate(
                "node => getComputedStyle(node).backgroundColor"
            )
            assert badge == own[str(build.get_attribute("data-seat"))]
            badges.add(badge)
    assert len(rings) == 6
    assert len(badges) > 2
