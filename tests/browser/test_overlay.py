"""The overlay of the examples, opened from a folder: live standings of an event elsewhere."""

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.product import Product
from tests.patience import PATIENCE
from tests.product import ROOT, eventually

OVERLAY = ROOT / "docs" / "examples" / "overlay.html"


def test_the_overlay_shows_live_standings_to_the_end(
    product: Product, organiser: str, visit: Visit
) -> None:
    event = product.bot_tournament(
        organiser, "On the wall", 4, format="swiss", publish="manual", bot_pace_ms=0
    )
    page = visit().new_page()
    page.goto(f"{OVERLAY.as_uri()}?server={product.address}&event={event}&lines=3")
    expect(page.get_by_role("heading")).to_have_text("On the wall")
    expect(page.locator("#lines tr")).to_have_count(3)
    expect(page.get_by_role("status")).to_have_text("live")
    played = page.locator("#lines tr").first.locator("td").nth(2)
    expect(played).to_have_text("0")
    publish, by = (
        f"tournaments/{event}/stages/1/rounds/1/publish/",
        {"Authorization": f"Token {organiser}"},
    )
    eventually(
        lambda: product.api.post(publish, json={}, headers=by).is_success, PATIENCE, "a draft"
    )
    expect(played).to_have_text("1")
    product.post(f"tournaments/{event}/end/", {"reason": "It is late."}, organiser)
    expect(page.get_by_role("status")).to_have_text("over")
