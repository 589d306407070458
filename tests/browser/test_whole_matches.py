"""Whole matches are played in the browser, with every number of seats, in every way."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.people import take_seat
from tests.browser.product import Product
from tests.browser.ways import Keys, Pointing, Reader, Way, play_to_the_end
from tests.long import thinned

WAYS: dict[str, Way] = {
    "mouse": Pointing(),
    "touch": Pointing(touches=True),
    "keys": Keys(),
    "reader": Reader(),
}
CARDS_OF_A_PLAYER = {2: 24, 3: 16, 4: 12, 6: 8}
EVERY = [(seats, way) for seats in CARDS_OF_A_PLAYER for way in WAYS]
# A deal for two is played by the mouse in `test_playing`, and turns by keys in `test_pages`.
USUAL = (4, "touch")


@pytest.mark.parametrize(("seats", "way"), thinned(EVERY, USUAL.__eq__))
def test_a_whole_match_is_played(
    product: Product, organiser: str, visit: Visit, seats: int, way: str
) -> None:
    stage = {"format": "table_swiss", "options": {"sizes": [seats], "rounds": 1}}
    many = {"stages": [stage]} if seats > 2 else {}
    slug = product.tournament(
        organiser, f"{seats} by {way}", capacity=seats, turn_seconds=600, overrides={"first_to": 1},
        ruleset="california" if seats == 6 else "classic",
        autostart="first_person", fill_with_bots="greedy", rated=False, **many,
    )  # fmt: skip
    touch = {"has_touch": True, "width": 390, "height": 664} if way == "touch" else {}
    page = visit(reduced_motion="reduce", **touch).new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    take_seat(page, f"{way}{seats}", slug)
    expect(page.locator(".seat")).to_have_count(seats)
    assert play_to_the_end(page, WAYS[way]) >= CARDS_OF_A_PLAYER[seats]
    expect(page.locator(".result")).to_contain_text(re.compile(" won"))
    expect(page.locator("#after").get_by_role("link", name="Replay")).to_be_visible()
    expect(page.locator("#after").get_by_role("link", name="Standings")).to_be_visible()
    assert faults == []
