"""Nothing serious is wrong with a page for who cannot see, hear or point."""

import pytest
from playwright.sync_api import expect

from tests.browser.axe import serious_faults
from tests.browser.conftest import Visit
from tests.browser.people import take_seat
from tests.browser.product import Product
from tests.browser.tables import Stage, scored, table
from tests.long import further, thinned


@pytest.mark.parametrize("scheme", thinned(["light", "dark"], "light".__eq__))
def test_a_table_has_nothing_serious(
    product: Product, organiser: str, visit: Visit, scheme: str
) -> None:
    slug = product.tournament(
        organiser, "For everybody", capacity=2, turn_seconds=600,
        autostart="first_person", fill_with_bots="greedy",
    )  # fmt: skip
    page = visit(color_scheme=scheme, reduced_motion="reduce").new_page()
    take_seat(page, f"everybody_{scheme}", slug)
    stage = Stage(page, table(6))
    page.reload()
    page.locator(".hand button").nth(2).click()
    expect(page.locator(".offers__moves button")).to_have_count(2)
    wrong = serious_faults(page)
    page.set_viewport_size({"width": 390, "height": 664})
    wrong += serious_faults(page)
    stage.why = "You own the build of 8: you may not trail."
    stage.moves = ()
    page.locator(".hand button").nth(1).click()
    expect(page.locator(".offers__hint")).to_contain_text("You own the build of 8")
    page.get_by_role("button", name="Options and keys").click()
    wrong += serious_faults(page)
    page.get_by_role("button", name="Done").click()
    stage.say("deal_scored", scored(stage.view), 91)
    expect(page.get_by_role("region", name="The end of deal 3")).to_be_visible()
    wrong += serious_faults(page)
    assert wrong == []


@further
def test_what_follows_a_match_and_its_replay_have_nothing_serious(
    product: Product, organiser: str, visit: Visit
) -> None:
    match = product.bots_match(organiser, "Over, for everybody")
    page = visit(reduced_motion="reduce").new_page()
    page.goto(f"/matches/{match}/")
    expect(page.locator(".result")).to_be_visible()
    wrong = serious_faults(page)
    page.goto(f"/records/?match={match}")
    expect(page.locator(".seat")).to_have_count(2)
    assert wrong + serious_faults(page) == []
