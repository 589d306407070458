"""Takes pictures of tables, to be looked at: at every size that the tests measure, with every
number of seats, light and dark.

`python -m tests.browser.screenshots [FOLDER]`, which is var/screenshots if it is not given.
"""

import shutil
import sys
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

from tests.browser.conftest import PATIENCE_MS
from tests.browser.people import take_seat
from tests.browser.product import running
from tests.browser.tables import MOMENT, Stage, scored, table
from tests.browser.test_fitting import SEATS, SIZES
from tests.product import ROOT

ALL_SIZES = (*SIZES, (1280, 800), (1920, 1080))
PRESENCE = [{"seat": 1, "is": "slow", "since": None}, {"seat": 2, "is": "gone", "since": MOMENT}]


def main() -> None:
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("There is no chromium: apt-get install chromium")
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "var" / "screenshots"
    folder.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=PATIENCE_MS)
    with running("--no-demo") as product, sync_playwright() as playwright:
        slug = product.tournament(
            product.sign_up("organiser"),
            "Friday night",
            capacity=2,
            turn_seconds=600,
            autostart="first_person",
            fill_with_bots="greedy",
        )
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(base_url=product.address, reduced_motion="reduce")
        page.set_default_timeout(PATIENCE_MS)
        take_seat(page, "ann", slug)
        stage = Stage(page, table(2))
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            for seats in SEATS:
                take(page, stage, seats, folder, scheme)
        browser.close()
    sys.stdout.write(f"{len(list(folder.glob('*.png')))} pictures in {folder}\n")


def take(page: Page, stage: Stage, seats: int, folder: Path, scheme: str) -> None:
    """With ten items and a choice, with a few and somebody away, and the end of the deal."""
    stage.view = table(seats, 10)
    page.reload()
    page.get_by_role("group", name="Your hand").get_by_role("button").nth(2).click()
    page.locator(".offers__moves button").first.wait_for()
    at_every_size(page, folder, f"{scheme}-{seats}-choice")
    stage.view = table(seats, 4)
    page.reload()
    page.locator(".hand button").first.wait_for()
    stage.say("presence", {"seats": PRESENCE, "watching": 3})
    stage.say("said", {"seat": 1, "what": "well_played"})
    page.locator(".seat__says").wait_for()
    at_every_size(page, folder, f"{scheme}-{seats}-said")
    stage.say("deal_scored", scored(stage.view), 91)
    page.locator(".deal-end").wait_for()
    at_every_size(page, folder, f"{scheme}-{seats}-end")


def at_every_size(page: Page, folder: Path, name: str) -> None:
    for width, height in ALL_SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.screenshot(path=folder / f"{width}x{height}-{name}.png")


if __name__ == "__main__":
    main()
