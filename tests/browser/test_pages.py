"""Every page: fits a phone, can be read aloud, can be used by the keyboard; unknown ones say so."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Visit
from tests.browser.people import await_turn, enter, hand, sign_up
from tests.browser.product import Product
from tests.long import further, thinned
from tests.patience import PATIENCE
from tests.product import eventually

NAMELESS = """() => [...document.querySelectorAll("a, button, input, select, [role=img]")]
  .filter(node => node.type !== "hidden" && node.checkVisibility())
  .filter(node => !(node.getAttribute("aria-label") || node.textContent.trim()
    || node.labels?.length))
  .map(node => node.outerHTML)"""


@pytest.fixture(scope="module")
def tournaments(product: Product, organiser: str) -> dict[str, str]:
    """Slugs by what they are: large and running, open, and finished."""
    name = "The long-named autumn open of all the captures, builds and sweeps of the town"
    large = product.bot_tournament(organiser, name, 64, bot_pace_ms=10_000)
    return {
        "large": large,
        "open": product.tournament(organiser, "Open house", capacity=8),
        "swiss": product.bot_tournament(
            organiser, "By points", 9, bot_pace_ms=10_000, stages=[{"format": "swiss"}]
        ),
        "two": product.bot_tournament(organiser, "Two bots meet", 2, bot_pace_ms=1000),
    }


def addresses(product: Product, slugs: dict[str, str]) -> list[str]:
    matches = product.get(f"tournaments/{slugs['large']}/matches/")["results"]
    return [
        "/",
        "/tournaments/",
        "/tournaments/new/",
        f"/tournaments/{slugs['large']}/",
        f"/tournaments/{slugs['large']}/bracket/?window=1-3",
        f"/tournaments/{slugs['large']}/rounds/",
        f"/tournaments/{slugs['large']}/rounds/?by=name&all=1",
        f"/tournaments/{slugs['large']}/standings/",
        f"/tournaments/{slugs['large']}/schedule/",
        f"/tournaments/{slugs['large']}/entrants/",
        f"/tournaments/{slugs['large']}/embed/",
        f"/tournaments/{slugs['large']}/screen/",
        f"/tournaments/{slugs['large']}/wall/",
        f"/tournaments/{slugs['large']}/tv/",
        "/wall/",
        "/tv/",
        f"/tournaments/{slugs['swiss']}/",
        f"/tournaments/{slugs['swiss']}/crosstable/",
        f"/tournaments/{slugs['swiss']}/standings/",
        f"/tournaments/{slugs['open']}/",
        f"/matches/{matches[0]['id']}/",
        "/tokens/",
        "/webhooks/",
        "/account/",
        "/account/password/",
        "/account/address/",
        "/account/passkeys/",
        "/account/again/",
        "/account/sessions/",
        "/account/delete/",
        "/ratings/",
        "/play/",
        "/watch/",
        "/search/?q=a",
        "/me/",
        "/rules/",
        "/rules/play/",
        "/ratings/duel-bots/",
        "/players/greedy-1/",
        "/nowhere/",
    ]


def test_no_page_is_wider_than_a_phone_and_every_control_has_a_name(
    product: Product, tournaments: dict[str, str], visit: Visit
) -> None:
    page = visit(width=390, height=844).new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    for address in ("/sign-up/", "/sign-in/", "/password/forgotten/", "/password/forgotten/sent/"):
        check(page, address, faults)
    guest = visit(width=390, height=844).new_page()
    guest.goto("/sign-up/")
    guest.get_by_role("button", name="Play as a guest").click()
    for address in ("/account/", "/account/keep/"):
        check(guest, address, faults)
    sign_up(page, "Wilhelmina_of_Orange-24x")
    for address in addresses(product, tournaments):
        check(page, address, faults)
    assert faults == []


def check(page: Page, address: str, faults: list[str]) -> None:
    answer = page.goto(address)
    if answer is None or answer.status >= 500:
        faults.append(f"{address} fails")
    if "/matches/" in address:
        expect(page.locator(".seat")).to_have_count(2)
    width = page.evaluate("document.documentElement.scrollWidth")
    if width > 390:
        faults.append(f"{address} is {width} wide")
    faults += [f"{address}: no name: {node}" for node in page.evaluate(NAMELESS)]
    for selector in ("h1", "main"):
        if page.locator(selector).count() != 1:
            faults.append(f"{address}: not one {selector}")
    if not page.locator("html").get_attribute("lang"):
        faults.append(f"{address}: no language")


@pytest.mark.parametrize(
    "address", ["/matches/01a1f9df388173068f4ba2d9579d91ec/", "/tournaments/nowhere/", "/nowhere/"]
)
def test_an_unknown_address_shows_a_page_that_says_so(visit: Visit, address: str) -> None:
    page = visit().new_page()
    answer = page.goto(address)
    assert answer is not None
    assert answer.status == 404
    expect(page.get_by_role("heading", level=1)).to_have_text("There is nothing here")


def test_a_turn_can_be_played_by_the_keyboard_alone(
    product: Product, organiser: str, visit: Visit
) -> None:
    slug = product.tournament(
        organiser,
        "No mouse",
        capacity=2,
        turn_seconds=120,
        autostart="first_person",
        fill_with_bots="greedy",
    )
    page = visit(reduced_motion="reduce").new_page()
    sign_up(page, "fay")
    enter(page, slug)
    page.get_by_role("link", name="Take your seat").press("Enter")
    await_turn(page)
    card = hand(page)[0]
    page.locator(f".hand [data-card='{card}']").focus()
    page.keyboard.press("Space")
    expect(page.locator(":focus")).to_have_attribute("data-card", card)
    expect(page.locator(":focus")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".offers__moves button").first).to_be_visible()
    for _ in range(len(hand(page))):
        page.keyboard.press("Tab")
    expect(page.locator(".offers__moves :focus")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator(f".hand [data-card='{card}']")).to_have_count(0)
    await_turn(page)
    expect(page.locator(".hand :focus")).to_have_count(1)
    expect(page.get_by_role("status").filter(has_text="greedy-1")).to_be_visible()


def test_the_page_of_a_tournament_follows_it(
    product: Product, organiser: str, visit: Visit
) -> None:
    slug = product.tournament(organiser, "Watched from the start", capacity=4)
    page = visit().new_page()
    page.goto(f"/tournaments/{slug}/")
    expect(page.locator("#people")).to_contain_text("Nobody has entered yet")
    product.post(f"tournaments/{slug}/entrants/", {"bot": "random", "count": 3}, organiser)
    expect(page.locator("#people")).to_contain_text("random-3")
    product.post(f"tournaments/{slug}/start/", {}, organiser)
    expect(page.locator("#head")).to_contain_text("Champion:")
    expect(page.locator(".tree .box__name--won")).not_to_have_count(0)


@further
def test_a_page_that_changes_does_not_call_back_somebody_who_has_just_left_it(
    product: Product, organiser: str, visit: Visit
) -> None:
    """A page takes itself anew when its event begins; whoever is on the way to a table goes on."""
    slug = product.tournament(organiser, "On the way", capacity=4)
    page = visit().new_page()
    # Its first look at what may have happened meanwhile is over then.
    page.goto(f"/tournaments/{slug}/", wait_until="networkidle")
    page.evaluate("document.querySelector('main').dataset.liveShape = 'of another time'")
    asked: list[str] = []

    def slowly(route: Route) -> None:
        asked.append(route.request.url)
        product.post(f"tournaments/{slug}/entrants/", {"bot": "random", "count": 1}, organiser)
        page.wait_for_timeout(3000)  # longer than a refresh waits
        route.continue_()

    page.route("**/ratings/", slowly)
    page.get_by_role("link", name="Ratings").click(no_wait_after=True)
    page.wait_for_url("**/ratings/**")
    assert len(asked) == 1


@pytest.mark.parametrize("part", thinned(["", "schedule/", "entrants/"], "entrants/".__eq__))
def test_a_phone_shows_which_of_the_pages_of_a_tournament_it_is_on(
    product: Product, organiser: str, visit: Visit, part: str
) -> None:
    """A tab that has to be scrolled to says nothing."""
    slug = product.bot_tournament(organiser, "Tabs", 4, bot_pace_ms=10_000)
    page = visit(width=390, height=844).new_page()
    page.goto(f"/tournaments/{slug}/{part}")
    tab = page.locator(".tabs [aria-current=page]").first.bounding_box()
    assert tab is not None
    assert 0 <= tab["x"] <= tab["x"] + tab["width"] <= 390


def test_a_token_is_shown_once_and_can_be_revoked(product: Product, visit: Visit) -> None:
    page = visit().new_page()
    sign_up(page, "gwen", then="/tokens/")
    page.get_by_role("group", name="It may").get_by_label("organise events of yours").check()
    page.get_by_role("button", name="Make a token").click()
    expect(page.get_by_text("organise play read")).to_be_visible()
    token = page.get_by_label("Your new token").input_value()
    answer = product.api.get("me/", headers={"Authorization": f"Token {token}"})
    assert answer.json()["handle"] == "gwen"
    page.goto("/tokens/")
    assert token not in page.content()
    page.get_by_role("button", name="Revoke").click()
    expect(page.get_by_text("You have no tokens.")).to_be_visible()
    answer = product.api.get("me/", headers={"Authorization": f"Token {token}"})
    assert answer.status_code == 401


def test_an_organiser_runs_a_tournament_from_its_page(visit: Visit) -> None:
    page = visit().new_page()
    sign_up(page, "hetty", then="/tournaments/new/")
    page.get_by_label("Name", exact=True).fill("An evening at home")
    page.get_by_label("Places", exact=True).fill("2")
    page.get_by_text("Pairs, bots, dealing").click()
    page.get_by_label("Pace of bots").fill("0")
    page.get_by_role("button", name="Create the tournament").click()
    page.get_by_role("button", name="Open registration").click()
    page.get_by_label("How many").fill("2")
    page.get_by_role("button", name="Add them").click()
    page.get_by_role("button", name="Start the tournament").click()
    expect(page.locator("#state")).to_contain_text("It is over.")
    page.get_by_role("link", name="An evening at home").click()
    expect(page.locator("#head")).to_contain_text("Champion: greedy-")


def test_a_played_match_reaches_the_leaderboard_and_its_players_pages(
    product: Product, organiser: str, visit: Visit
) -> None:
    slug = product.bot_tournament(organiser, "Rated", 2)
    name = eventually(lambda: _rated_in(product, slug), PATIENCE, "the match is rated")
    page = visit().new_page()
    page.goto("/")
    page.get_by_role("link", name="Ratings").click()
    page.get_by_role("link", name="With bots").click()
    page.get_by_role("link", name=name, exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    expect(page.get_by_role("img", name="A line from 1500 to")).to_be_visible()
    page.get_by_role("link", name="Rated").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rated")


def _rated_in(product: Product, slug: str) -> str | None:
    """The handle of a player whom this tournament has brought a rating."""
    tournament = product.get(f"tournaments/{slug}/")
    for line in product.get("ratings/duel-bots/")["results"]:
        handle = str(line["player"]["handle"])
        (rating,) = product.get(f"players/{handle}/ratings/?ladder=duel-bots")["results"]
        if any(change["tournament"] == tournament["id"] for change in rating["history"]):
            return handle
    return None
