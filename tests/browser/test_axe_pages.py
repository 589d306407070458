"""Nothing serious is wrong with any public page, nor with the pages of who organises."""

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Page

from tests.browser.axe import serious_faults
from tests.browser.conftest import Visit
from tests.browser.people import sign_up
from tests.browser.product import Product
from tests.long import further, thinned

PUBLIC = (
    "/", "/play/", "/watch/", "/tournaments/", "/ratings/", "/ratings/duel/", "/rules/",
    "/rules/play/", "/search/?q=a", "/records/", "/sign-in/", "/sign-up/", "/password/forgotten/",
    "/players/organiser/", "/players/organiser/challenge/", "/bots/", "/bots/?all=1",
)  # fmt: skip
OF_AN_EVENT = (
    "", "bracket/", "rounds/", "schedule/", "standings/", "ranking/", "entrants/", "regulations/",
    "embed/", "screen/",
)  # fmt: skip
OF_A_PERSON = (
    "/me/", "/account/", "/account/sessions/", "/account/bots/", "/tokens/", "/webhooks/",
    "/tournaments/new/",
)  # fmt: skip
CONSOLE = ("", "entrants/", "entrants/add/", "rounds/", "settings/", "record/")


def faults_of(page: Page, addresses: Sequence[str]) -> list[str]:
    """Those of all these pages, each with its address."""
    found = []
    for address in addresses:
        answer = page.goto(address)
        assert answer is not None
        assert answer.ok, f"{address}: {answer.status}"
        found += [f"{address} {fault}" for fault in serious_faults(page)]
    return found


@pytest.mark.parametrize("scheme", thinned(["light", "dark"], "light".__eq__))
def test_public_pages_have_nothing_serious(
    product: Product, organiser: str, visit: Visit, scheme: str
) -> None:
    event = f"/tournaments/{product.bot_tournament(organiser, f'All pages {scheme}', 4)}/"
    page = visit(color_scheme=scheme, reduced_motion="reduce").new_page()
    assert faults_of(page, [*PUBLIC, *(event + one for one in OF_AN_EVENT)]) == []


@further
def test_pages_of_who_organises_have_nothing_serious(product: Product, visit: Visit) -> None:
    page = visit(reduced_motion="reduce").new_page()
    sign_up(page, "Axel-organises")
    page.goto("/tournaments/new/")
    page.get_by_label("Name", exact=True).fill("Under the console")
    page.get_by_role("button", name="Create the tournament").click()
    page.wait_for_url(re.compile("/console/$"))
    console = page.url
    addresses = [*OF_A_PERSON, *(console + one for one in CONSOLE)]
    assert faults_of(page, addresses) == []
