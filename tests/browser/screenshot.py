"""Takes docs/screenshot.png: a match in play, at desk size, from the running product.

`python -m tests.browser.screenshot`
"""

import shutil
import sys
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

from tests.browser.people import (
    VALUES,
    await_turn,
    builds,
    choose,
    hand,
    loose,
    play_a_turn,
    press,
    sum_on_the_table,
    take_seat,
)
from tests.browser.product import running
from tests.product import ROOT

TARGET = ROOT / "docs" / "screenshot.png"
TURNS_AT_MOST = 150


def main() -> None:
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("There is no chromium: apt-get install chromium")
    with running("--no-demo") as product, sync_playwright() as playwright:
        slug = product.tournament(
            product.sign_up("organiser"),
            "Friday night",
            capacity=8,
            turn_seconds=45,
            autostart="first_person",
            fill_with_bots="greedy",
        )
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(
            base_url=product.address,
            viewport={"width": 1280, "height": 800},
            device_scale_factor=2,
            reduced_motion="reduce",
        )
        take_seat(page, "ann", slug)
        play_until_it_is_worth_a_picture(page)
        take(page, TARGET)
        browser.close()


def play_until_it_is_worth_a_picture(page: Page) -> None:
    """To a turn in a later deal with a build, some loose cards and a choice on the table."""
    for _ in range(TURNS_AT_MOST):
        await_turn(page)
        if page.locator(".sheet").count():
            if takes_a_build(page) and len(loose(page)) >= 3 and len(hand(page)) >= 3:
                return
            play_towards_builds(page)
        else:
            play_a_turn(page)
        expect(page.locator(".hand [aria-pressed=true]")).to_have_count(0)
    sys.exit("No build stayed on the table: run it again.")


def play_towards_builds(page: Page) -> None:
    """Builds where it can, and otherwise leaves cards on the table."""
    sum_ = sum_on_the_table(page)
    if sum_ is not None:
        choose(page, *sum_)
        press(page, "Build|Add")
    elif builds(page):  # whoever owns one may not trail
        play_a_turn(page)
    else:
        choose(page, hand(page)[-1])
        press(page, "Trail")


def takes_a_build(page: Page) -> tuple[str, int] | None:
    """A card of the hand and the value of the build that it takes."""
    standing = builds(page)
    worth = [(card, VALUES.get(card[0], 0)) for card in hand(page)]
    return next(((card, value) for card, value in worth if value in standing), None)


def take(page: Page, target: Path) -> None:
    found = takes_a_build(page)
    assert found
    choose(page, found[0], build=found[1])
    expect(page.locator(".offers__moves button").first).to_be_visible()
    page.mouse.move(0, 0)
    page.evaluate("scrollTo(0, 0)")
    page.screenshot(path=target)
    sys.stdout.write(f"{target.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main()
