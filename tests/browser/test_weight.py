"""A first visit to a table is light: what comes over the line, compressed as it comes."""

from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.product import Product

MOST_BYTES = 150_000


def test_a_first_visit_to_a_table_is_light(product: Product, organiser: str, visit: Visit) -> None:
    match = product.bots_match(organiser, "Light")
    page = visit().new_page()
    came: dict[str, int] = {}
    addresses: dict[str, str] = {}

    def asked(told: dict[str, Any]) -> None:
        addresses[told["requestId"]] = told["request"]["url"]

    def loaded(told: dict[str, Any]) -> None:
        came[told["requestId"]] = int(told["encodedDataLength"])

    line = page.context.new_cdp_session(page)
    line.on("Network.requestWillBeSent", asked)
    line.on("Network.loadingFinished", loaded)
    line.send("Network.enable")
    page.goto(f"/matches/{match}/", wait_until="networkidle")
    expect(page.locator(".seat")).to_have_count(2)
    heaviest = sorted(((size, addresses[id_]) for id_, size in came.items()), reverse=True)
    assert sum(came.values()) <= MOST_BYTES, heaviest
    assert len(came) > 20, "everything is counted, modules too"
