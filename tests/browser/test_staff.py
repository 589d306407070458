"""Staff in a browser: they sign in, see a report, ban somebody with a reason, and take it back."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.product import PASSWORD, Product


def act(page: Page, name: str, reason: str) -> None:
    """On the page of a row: the act, and why."""
    page.get_by_role("link", name=name, exact=True).click()
    page.get_by_label("Why").fill(reason)
    page.get_by_role("button", name=name, exact=True).click()
    expect(page.get_by_text("Done, and in the list of acts.")).to_be_visible()


def test_staff_see_a_report_ban_and_take_the_ban_back(visit: Visit, product: Product) -> None:
    reporter, rude = product.sign_up("Rita-reports"), product.sign_up("Rudi-is-rude")
    product.sign_up("Stella-is-staff")
    product.manage("staff", "add", "Stella-is-staff", "--reason", "she helps")
    subject = product.get("me/", rude)["id"]
    product.post("reports/", {"kind": "name", "subject": subject, "words": "rude"}, reporter)
    page = visit(timezone_id="Asia/Tokyo").new_page()
    page.goto("/sign-in/?next=/admin/")
    page.get_by_label("Handle").fill("Stella-is-staff")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()

    page.get_by_role("link", name="Reports").first.click()
    row = page.get_by_role("row").filter(has_text="Rita-reports")
    expect(row).to_contain_text("rude")
    expect(row.locator("time").first).not_to_contain_text("UTC")
    row.get_by_role("link", name="Rudi-is-rude").click()
    act(page, "Ban", "a rude name")
    assert product.api.get("me/", headers={"Authorization": f"Token {rude}"}).status_code == 401

    act(page, "Take the ban back", "the name is theirs")
    page.goto("/admin/staff/act/")
    for said in ("a rude name", "the name is theirs"):
        line = page.get_by_role("row").filter(has_text=said)
        expect(line).to_contain_text("Stella-is-staff")
        expect(line).to_contain_text("Rudi-is-rude")
