"""A table fits: whatever one plays with is on the screen, at every size and with every number of
seats, and nothing lies over it.
"""

import itertools
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.people import take_seat
from tests.browser.product import Product
from tests.browser.tables import MOMENT, Stage, scored, table
from tests.long import further

SIZES = ((1366, 650), (1280, 720), (390, 664), (360, 640), (320, 568))
SEATS = (2, 3, 4, 6)
ABSENT = [{"seat": 1, "is": "slow", "since": None}, {"seat": 2, "is": "gone", "since": MOMENT}]
# Everything that one plays with; of each what is wrong with where it is.
FAULTS = """async () => {
  // What follows from a size is done before the second frame after it.
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const wanted = {
    "a card of the hand": [".hand > .card", 4], "what lies on the table": [".spread > *", ITEMS],
    "the own clock": ["[data-place=near] .seat__clock", 1], "a move": [".offers__moves button", 2],
    "a seat": [".seat", SEATS], "the last play": [".last-play", 1],
  };
  const faults = [];
  for (const [name, [selector, count]] of Object.entries(wanted)) {
    const nodes = [...document.querySelectorAll(selector)];
    if (nodes.length !== count) faults.push(`${nodes.length} of ${count}: ${name}`);
    for (const [place, node] of nodes.entries()) {
      const box = node.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      const isInside = box.left >= 0 && box.top >= 0 && box.width > 8 && box.height > 8
        && box.right <= innerWidth + 0.5 && box.bottom <= innerHeight + 0.5;
      const isSmall = node.matches("button") && Math.min(box.width, box.height) < 34;
      if (!isInside) faults.push(`${name} ${place} is off the screen: ${JSON.stringify(box)}`);
      else if (!node.contains(document.elementFromPoint(x, y)))
        faults.push(`${name} ${place} is covered by ${document.elementFromPoint(x, y).className}`);
      if (isSmall) faults.push(`${name} is too small`);
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) faults.push("the page is too wide");
  if (getComputedStyle(document.querySelector(".spread")).getPropertyValue("--lap") !== "0")
    faults.push("the cards on the table overlap");
  if (scrollY) faults.push("the page has scrolled");
  return faults;
}"""


@pytest.fixture(scope="module")
def seated(product: Product, organiser: str, chromium: Browser) -> Iterator[Page]:
    """A page of a match at which its reader sits."""
    slug = product.tournament(
        organiser, "A table that fits", capacity=2, turn_seconds=600,
        autostart="first_person", fill_with_bots="greedy",
    )  # fmt: skip
    with chromium.new_context(base_url=product.address, reduced_motion="reduce") as context:
        page = context.new_page()
        take_seat(page, "fitting", slug)
        yield page


def faults_of(page: Page, seats: int, items: int) -> list[str]:
    script = FAULTS.replace("SEATS", str(seats)).replace("ITEMS", str(items))
    return [str(fault) for fault in page.evaluate(script)]


def test_whatever_one_plays_with_is_on_the_screen(seated: Page) -> None:
    wrong: list[str] = []
    stage = Stage(seated, table(2))
    for seats in SEATS:
        for items in (4, 10):
            stage.view = table(seats, items)
            seated.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})
            seated.reload()
            seated.get_by_role("group", name="Your hand").get_by_role("button").nth(2).click()
            stage.say("presence", {"seats": ABSENT, "watching": 12})
            for width, height in SIZES:
                seated.set_viewport_size({"width": width, "height": height})
                expect(seated.locator(".offers__moves button")).to_have_count(2)
                wrong += [
                    f"{seats} seats, {items} items, {width}x{height}: {fault}"
                    for fault in faults_of(seated, seats, items)
                ]
    assert wrong == []


@further
def test_a_crowded_table_overlaps_and_then_scrolls_within_the_felt(seated: Page) -> None:
    stage = Stage(seated, table(6, 17))
    seated.set_viewport_size({"width": 320, "height": 568})
    seated.reload()
    spread = seated.get_by_role("group", name="On the table")
    expect(spread.get_by_role("button")).to_have_count(17)
    expect(
        seated.get_by_role("group", name="Your hand").get_by_role("button").last
    ).to_be_in_viewport(ratio=1)
    assert seated.evaluate("document.documentElement.scrollWidth") == 320
    assert stage.said[0]["type"] == "join"


# What is wider than the place in which it is shown.
TOO_WIDE = """() => [".deal-end__counts", ".deal-end__on", ".sheet__frame"].flatMap((selector) => {
  const node = document.querySelector(selector);
  const [box, room] = [node.getBoundingClientRect(), innerWidth + 0.5];
  return node.scrollWidth > node.clientWidth || box.right > room ? [selector] : [];
})"""


def test_the_counts_of_all_sides_are_seen_when_a_deal_ends(seated: Page) -> None:
    wrong: list[str] = []
    stage = Stage(seated, table(2))
    for seats in SEATS:
        stage.view = table(seats)
        seated.reload()
        expect(seated.locator(".hand button")).to_have_count(4)
        # The end of the deal stays as long as it is measured.
        seated.evaluate("window.setTimeout = () => 0")
        stage.say("deal_scored", scored(stage.view), 91)
        expect(seated.locator(".deal-end")).to_be_visible()
        for width, height in SIZES:
            seated.set_viewport_size({"width": width, "height": height})
            found = seated.evaluate(TOO_WIDE)
            wrong += [f"{seats} seats, {width}x{height}: {what} is too wide" for what in found]
    assert wrong == []


# What lies over the clock of whoever is on turn, and where that is.
HIDDEN_CLOCK = """async () => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const clock = document.querySelector(".seat[data-turn] .seat__clock");
  const box = clock.getBoundingClientRect();
  const at = [1, box.width / 2, box.width - 1].map((x) => [box.left + x, box.top + box.height / 2]);
  const over = at.map(([x, y]) => document.elementFromPoint(x, y));
  const found = over.find((node) => !clock.contains(node));
  return found ? `${found.className} over ${clock.textContent} ${JSON.stringify(box)}` : "";
}"""


@further
def test_the_clock_of_another_seat_on_turn_is_seen(seated: Page) -> None:
    wrong: list[str] = []
    stage = Stage(seated, table(2))
    for seats, bank in itertools.product(SEATS, (0, 90_000)):
        view = table(seats)
        view["deal"] |= {"turn": 1}
        view["seats"][1] |= {"bank_ms": bank}
        view["clock"] |= {"deadline": "2026-11-20T16:11:58.000Z"}
        stage.view = view
        seated.reload()
        clock = seated.locator(".seat[data-turn] .seat__clock")
        expect(clock).not_to_be_empty()
        for width, height in SIZES:
            seated.set_viewport_size({"width": width, "height": height})
            if found := seated.evaluate(HIDDEN_CLOCK):
                wrong.append(f"{seats} seats, {width}x{height}, a bank: {bank > 0}: {found}")
    assert wrong == []


@further
def test_partners_are_named_and_have_one_pile_and_one_score(seated: Page) -> None:
    Stage(seated, table(4))
    seated.reload()
    seats = seated.locator(".seat")
    expect(seated.locator(".seat[data-seat='2']")).to_contain_text("your partner")
    expect(seated.locator(".seat[data-seat='2']")).to_have_attribute("data-place", "top")
    expect(seated.locator(".seat[data-seat='1']")).to_contain_text("with Dorothea_the_second")
    expect(seats.get_by_role("img", name="score")).to_have_count(2)


# At each width of the felt, which browsers round up for scripts: the widths at which what lies on
# the table does not stay within its place.
UNFIT = """async () => {
  const [board, spread] = [".match__board", ".spread"].map((one) => document.querySelector(one));
  const unfit = [];
  for (let width = 300; width < 380; width += 1) {
    board.style.width = `${width - 0.4}px`;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const place = spread.getBoundingClientRect();
    const boxes = [...spread.children].map((node) => node.getBoundingClientRect());
    const isOut = (box) => box.top < place.top - 1 || box.bottom > place.bottom + 1;
    if (boxes.some(isOut)) unfit.push(width);
  }
  board.style.width = "";
  return unfit;
}"""


@further
def test_cards_stay_in_their_place_at_widths_between_two_pixels(seated: Page) -> None:
    view = table(2)
    view["deal"] |= {"builds": [], "loose": view["deal"]["loose"][:5]}
    Stage(seated, view)
    seated.set_viewport_size({"width": 390, "height": 664})
    seated.reload()
    expect(seated.locator(".spread > *")).to_have_count(5)
    assert seated.evaluate(UNFIT) == []
