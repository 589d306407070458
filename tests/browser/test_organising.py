"""An organiser in a browser: an event of two stages, from nothing to running."""

import re

from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import Visit
from tests.browser.people import sign_up
from tests.browser.product import PASSWORD, Product
from tests.browser.test_pages import check
from tests.long import further
from tests.patience import PATIENCE
from tests.product import eventually

ADDRESS = re.compile(r"/tournaments/([\w-]+)/console/$")


def begin(page: Page, name: str, preset: str) -> str:
    """Makes an event by the form; answers its slug."""
    page.goto("/tournaments/new/")
    page.get_by_role("link", name=preset).first.click()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_role("button", name="Create the tournament").click()
    page.wait_for_url(ADDRESS)
    found = ADDRESS.search(page.url)
    assert found
    return found[1]


def test_an_event_of_two_stages_goes_from_nothing_to_running(visit: Visit) -> None:
    page = visit().new_page()
    sign_up(page, "Olga-organises")
    slug = begin(page, "Autumn groups", "Groups, then a knockout")

    page.get_by_role("button", name="Open registration").click()
    page.get_by_label("How many").fill("8")
    page.get_by_role("button", name="Add them").click()
    page.get_by_role("button", name="Start the tournament").click()

    expect(page.locator("#state")).to_contain_text("being played")
    page.get_by_role("link", name="Rounds and results").click()
    expect(page.locator(".pairing-row").first).to_be_visible()
    page.goto(f"/tournaments/{slug}/console/settings/")
    expect(page.get_by_role("group", name="Stage 2")).to_be_visible()


def test_choosing_a_format_shows_its_options(visit: Visit) -> None:
    page = visit(width=390, height=844).new_page()
    sign_up(page, "Otto-organises")
    page.goto("/tournaments/new/")
    page.get_by_label("Name", exact=True).fill("Kept")

    page.get_by_role("group", name="Stage 1").get_by_label("Format").select_option("swiss")

    rounds = page.get_by_role("group", name="Stage 1").get_by_label("Rounds", exact=True)
    expect(rounds).to_be_visible()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Kept")
    page.get_by_role("group", name="And then").get_by_label("Format").select_option("heats")
    expect(page.get_by_role("group", name="Stage 2").get_by_label("Sizes")).to_be_visible()


@further
def test_a_format_chosen_before_the_page_has_its_script_shows_its_options(visit: Visit) -> None:
    page = visit().new_page()
    sign_up(page, "Oona-organises")
    held: list[Route] = []
    page.route("**/event_form*.js", lambda route: held.append(route), times=1)
    page.goto("/tournaments/new/", wait_until="commit")
    page.get_by_role("group", name="And then").get_by_label("Format").select_option("heats")
    expect(page.get_by_role("group", name="Stage 2")).to_have_count(0)

    held[0].continue_()

    expect(page.get_by_role("group", name="Stage 2").get_by_label("Sizes")).to_be_visible()


@further
def test_seeds_are_dragged_into_their_order(visit: Visit) -> None:
    page = visit().new_page()
    sign_up(page, "Odile-organises")
    slug = begin(page, "Seeded by hand", "Knockout")
    page.get_by_role("button", name="Open registration").click()
    page.get_by_label("How many").fill("3")
    page.get_by_role("button", name="Add them").click()
    page.goto(f"/tournaments/{slug}/console/entrants/seeding/")
    seeds = page.locator("[data-seeds] li")
    first, last = seeds.nth(0).inner_text(), seeds.nth(2).inner_text()

    seeds.nth(2).drag_to(seeds.nth(0), target_position={"x": 200, "y": 2})
    page.get_by_role("button", name="Set the seeding").click()

    expect(page.get_by_text("The seeding is set.")).to_be_visible()
    assert seeds.nth(0).inner_text() == last
    assert seeds.nth(1).inner_text() == first


@further
def test_entrants_of_a_draft_are_swapped_by_dragging_by_presses_and_by_keys(
    visit: Visit, product: Product
) -> None:
    page = visit().new_page()
    token = product.sign_up("Orla-organises")
    swiss = [{"format": "swiss", "options": {"rounds": 2}}]
    slug = product.bot_tournament(
        token, "Drafts", 4, publish="manual", starts="rounds", stages=swiss
    )
    drafts = f"tournaments/{slug}/rounds/"
    eventually(lambda: product.get(drafts, token)["results"], PATIENCE, "the first round is paired")
    page.goto("/sign-in/?next=/ratings/")
    page.get_by_label("Handle").fill("Orla-organises")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url("**/ratings/")
    rounds = f"/tournaments/{slug}/console/rounds/"

    def names() -> tuple[Locator, Locator]:
        page.goto(rounds)
        found = page.locator("[data-swap] [data-number]")
        expect(found).to_have_count(4)
        return found.nth(0), found.nth(2)

    def is_shown_whom_it_is_about(numbers: list[str | None]) -> None:
        page.wait_for_url("**/do/override_pairings/**")
        for label, number in zip(("One", "The other"), numbers, strict=True):
            expect(page.get_by_label(label, exact=True)).to_have_value(str(number))

    for swap in ("dragged", "pressed", "by keys"):
        first, second = names()
        numbers = [first.get_attribute("data-number"), second.get_attribute("data-number")]
        if swap == "dragged":
            first.drag_to(second)
        elif swap == "pressed":
            first.click()
            second.click()
        else:
            first.press("Enter")
            second.press(" ")
        is_shown_whom_it_is_about(numbers)

    names()
    page.get_by_role("button", name="Publish now").click()
    expect(page.get_by_text("being played").first).to_be_visible()


def test_no_page_of_the_console_is_wider_than_a_phone_and_every_control_has_a_name(
    visit: Visit,
) -> None:
    page = visit(width=390, height=844).new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    sign_up(page, "Wilma_who_organises-12x")
    slug = begin(page, "The long-named autumn open of all the captures and builds", "Swiss")
    page.get_by_role("button", name="Open registration").click()
    page.get_by_label("How many").fill("6")
    page.get_by_role("button", name="Add them").click()
    console = f"/tournaments/{slug}/console/"
    for rest in ("", "entrants/", "entrants/add/", "entrants/import/", "entrants/seeding/"):
        check(page, console + rest, faults)
    page.goto(console)
    page.get_by_role("button", name="Start the tournament").click()
    expect(page.locator("#state")).to_contain_text("being played")
    of_round = "?stage=1&round=1"
    for rest in (
        "rounds/",
        "settings/",
        "record/",
        "hall/",
        "do/end_early/",
        f"do/override_pairings/{of_round}",
        f"do/publish_round/{of_round}",
        f"do/forfeit_match/{of_round}&pairing=1",
        f"do/correct_result/{of_round}&pairing=1",
    ):
        check(page, console + rest, faults)
    assert faults == []
