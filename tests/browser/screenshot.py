"""`make screenshot`: docs/screenshot.png, taken from the running product."""

import sys
import tempfile
from pathlib import Path

import httpx
from playwright.sync_api import sync_playwright

from tests.product import ROOT, Up, eventually, stopped

CHROMIUM = "/usr/bin/chromium"
SIZE = {"width": 1280, "height": 800}
PLAYS = 40


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        with stopped(Up(Path(folder) / "data", Path(folder) / "log")) as up:
            assert isinstance(up, Up)
            up.wait_until_it_serves()
            match = eventually(lambda: _match_in_play(up.url), 90, "a match in play")
            _take(f"{up.url}/matches/{match}/", ROOT / "docs" / "screenshot.png")


def _match_in_play(url: str) -> str | None:
    """A match of the demo that has something to show: builds on the table, cards in the piles."""
    running = httpx.get(f"{url}/api/v1/tournaments/", params={"state": "running"}).json()["results"]
    for tournament in running:
        address = f"{url}/api/v1/tournaments/{tournament['id']}/matches/"
        for match in httpx.get(address).json()["results"]:
            view = httpx.get(f"{url}/api/v1/matches/{match['id']}/").json()
            if view["version"] > PLAYS and view["deal"] and view["deal"]["builds"]:
                return str(match["id"])
    return None


def _take(address: str, file: Path) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport=SIZE, device_scale_factor=1)
        page.goto(address)
        page.wait_for_load_state("networkidle")
        page.screenshot(path=file)
        browser.close()


if __name__ == "__main__":
    sys.exit(main())
