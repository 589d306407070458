"""Accounts in a browser: opened by a passkey and by a mail; a guest's, kept and deleted."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.conftest import Visit
from tests.browser.people import enter, sign_up
from tests.browser.product import PASSWORD, Product
from tests.patience import PATIENCE
from tests.product import eventually

NEW_PASSWORD = "staple the other battery"
LINK = re.compile(r"http://localhost:\d+(/\S+)")


@pytest.fixture
def browser(product: Product, visit: Visit) -> BrowserContext:
    """On the name of this machine, since no passkey is for a number."""
    return visit(base_url=product.address.replace("127.0.0.1", "localhost"))


def with_authenticator(page: Page) -> None:
    """The page's machine can make passkeys, and its owner is always there."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def mailed_link(product: Product, to: str, part: str) -> str:
    """The link in the last mail to the address, which the product prints."""

    def found() -> str | None:
        printed = product.printed().rpartition(f"To: {to}\n")[2]
        link = next((one for one in LINK.findall(printed) if part in one), None)
        return str(link) if link else None

    link = eventually(found, PATIENCE, f"a mail to {to}")
    assert link
    return link


def signed_out(page: Page) -> None:
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()


def in_as(page: Page, handle: str) -> None:
    expect(page.get_by_role("navigation", name="Account")).to_contain_text(handle)


def test_an_account_is_opened_by_a_passkey_and_by_a_mail(
    product: Product, browser: BrowserContext
) -> None:
    page = browser.new_page()
    with_authenticator(page)
    sign_up(page, "Petra")
    page.goto("/account/passkeys/")
    page.get_by_role("link", name="Add a passkey").click()
    page.get_by_label("Your password").fill(PASSWORD)
    # What could do nothing before the page has its script is not shown before.
    held: list[Route] = []
    page.route("**/passkeys*.js", lambda route: held.append(route), times=1)
    page.get_by_role("button", name="Go on").click(no_wait_after=True)
    expect(page.get_by_role("heading", name="Add a passkey")).to_be_visible()
    expect(page.get_by_role("button", name="Add a passkey")).to_be_hidden()
    held[0].continue_()
    page.get_by_label("Name").fill("My phone")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text("The passkey is added.")).to_be_visible()
    expect(page.get_by_text("My phone")).to_be_visible()
    signed_out(page)

    page.goto("/sign-in/?next=/ratings/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url("**/ratings/")
    in_as(page, "Petra")

    page.goto("/account/address/")
    page.get_by_label("E-mail").fill("petra@club.example")
    page.get_by_role("button", name="Send the mail").click()
    page.get_by_role("link", name="Use a passkey instead").click()
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_text("A mail is under way to petra@club.example")).to_be_visible()
    page.goto(mailed_link(product, "petra@club.example", "/account/address/"))
    page.get_by_role("button", name="Yes, it is mine").click()
    expect(page.get_by_text("The address is yours now.")).to_be_visible()
    signed_out(page)

    page.goto("/sign-in/")
    page.get_by_role("link", name="Forgot your password?").click()
    page.get_by_label("E-mail").fill("petra@club.example")
    page.get_by_role("button", name="Send the link").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Look at your mail")
    page.goto(mailed_link(product, "petra@club.example", "/password/new/"))
    page.get_by_label("New password").fill(NEW_PASSWORD)
    page.get_by_role("button", name="Set the password").click()
    page.get_by_label("Handle").fill("petra")
    page.get_by_label("Password").fill(NEW_PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    in_as(page, "Petra")


def test_a_guest_plays_keeps_the_account_and_deletes_it(
    product: Product, organiser: str, browser: BrowserContext
) -> None:
    slug = product.tournament(
        organiser,
        "Guests are welcome",
        capacity=2,
        turn_seconds=120,
        autostart="first_person",
        fill_with_bots="greedy",
    )
    page = browser.new_page()
    page.goto(f"/tournaments/{slug}/")
    page.get_by_role("button", name="Play as a guest").click()
    in_as(page, "Guest")
    enter(page, slug)
    page.goto("/account/keep/")
    page.get_by_label("Handle").fill("Gisela")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Keep this account").click()
    expect(page.get_by_text("This account is yours now")).to_be_visible()
    page.goto(f"/tournaments/{slug}/")
    expect(page.locator("main")).to_contain_text("Gisela")
    expect(page.get_by_role("link", name="Take your seat")).to_be_visible()

    page.goto("/account/")
    page.get_by_role("link", name="Delete it").click()
    page.get_by_role("button", name="Delete my account").click()
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_text("Your account is gone.")).to_be_visible()
    page.goto(f"/tournaments/{slug}/standings/")
    expect(page.locator("main")).to_contain_text("a former player")
    expect(page.locator("main")).not_to_contain_text("Gisela")
